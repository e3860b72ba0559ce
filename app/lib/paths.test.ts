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
])("%j is no path of this site", (asked) => {
  expect(ownPath(asked, "/fallback")).toBe("/fallback");
});

test("what a form may return to never leaves the site", () => {
  const near = fc.string({ unit: fc.constantFrom(..."/\\.:@?#%a\t\n\u0000"), maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(near, fc.string(), fc.webUrl()), (asked) => {
      const to = new URL(ownPath(asked, "/"), "https://sale.example/preferences");
      expect(to.origin).toBe("https://sale.example");
    }),
  );
  expect(ownPath("/user/profile?tab=1#top", "/")).toBe("/user/profile?tab=1#top");
  expect(ownPath(new File([], "x"), "/fallback")).toBe("/fallback");
  expect(ownPath(null, "/fallback")).toBe("/fallback");
});
