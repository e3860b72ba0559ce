import fc from "fast-check";
import { expect, test } from "vitest";
import { ownPath } from "./paths";

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n//evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  " /user",
  "user",
  "",
  "/\ud800",
])("%j is no path of this site", (asked) => {
  expect(ownPath(asked, "/fallback")).toBe("/fallback");
});

test("what a form may return to never leaves the site", () => {
  const near = fc.string({ unit: fc.constantFrom(..."/\\.:@?#%a\t\n\u0000"), maxLength: 12 });
  const rooted = fc.string({ unit: "binary" }).map((rest) => `/${rest}`);
  fc.assert(
    fc.property(fc.oneof(near, fc.string(), rooted, fc.webUrl()), (asked) => {
      const own = ownPath(asked, "/");
      const to = new URL(own, "https://sale.example/preferences");
      expect(to.origin).toBe("https://sale.example");
      // A header takes no other letters.
      expect(own).toMatch(/^[\x20-\x7e]*$/);
    }),
  );
  expect(ownPath("/user/profile?tab=1#top", "/")).toBe("/user/profile?tab=1#top");
  expect(ownPath("/admin/usermanage?search=आशा", "/")).toBe(
    "/admin/usermanage?search=%E0%A4%86%E0%A4%B6%E0%A4%BE",
  );
  expect(ownPath(new File([], "x"), "/fallback")).toBe("/fallback");
  expect(ownPath(null, "/fallback")).toBe("/fallback");
});
