import fc from "fast-check";
import { expect, test } from "vitest";
import { ownPath, pathBelow } from "./paths";
import { areaOf } from "./areas";

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

test("what a form may return to never leaves the site", { tags: ["full"] }, () => {
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

const OUTSIDE = [
  "//evil.example/user/",
  "/\\evil.example/user/",
  "https://evil.example/user/dashboard",
  "/user/..//evil.example",
  "/user/%2e%2e//evil.example",
  "/user//evil.example/..",
  "/user/../admin/dashboard",
  "/user/%2E%2E/admin/dashboard",
  "/admin/dashboard",
  "/user",
  "/users/x",
  "/",
  "",
  "user/dashboard",
  "javascript:alert(1)",
  "/user/\t/x",
  "/user\\..\\x",
  "/user/logout",
  "/user/Logout/",
  "/user/logout.data",
  "/user/./logout",
  "/user/%6cogout",
  "/user//logout",
  "/user/x/../logout?a=b",
  `/user/${"x".repeat(2000)}`,
];

test.each(OUTSIDE)("a login for /user does not lead to %j", (asked) => {
  expect(pathBelow("/user", asked)).toBeNull();
});

test("a login leads to a page of its area, and never out of it", () => {
  const near = fc.string({ unit: fc.constantFrom(..."/\\.:@?#%2eEfF\tlogout"), maxLength: 16 });
  const below = near.map((rest) => `/user/${rest}`);
  fc.assert(
    fc.property(fc.oneof(near, below, fc.webUrl()), (asked) => {
      const own = pathBelow("/user", asked);
      if (own === null) return;
      const to = new URL(own, "https://sale.example/");
      expect(to.origin).toBe("https://sale.example");
      expect(to.pathname).toMatch(/^\/user\/(?!logout)/);
    }),
    { numRuns: 1000 },
  );
  const page = "/user/payment?purchaseId=PUR-123456&tab=upi&proof=1#top";
  expect(pathBelow("/user", page)).toBe(page);
  expect(pathBelow("/user", null)).toBeNull();
});

test.each([
  ["/user", "user", "/"],
  ["/admin/unknown/path", "admin", "/admin/login"],
  ["/SuperAdmin/logout", "superadmin", "/superadmin/login"],
  ["/%61dmin/logout", "admin", "/admin/login"],
])("the path %s belongs to the area %s with its login at %s", (path, name, login) => {
  expect(areaOf(new Request(`http://house.example${path}`))).toMatchObject({ name, login });
});

test.each(["/", "/users", "/constructor/logout"])("the path %s belongs to no area", (path) => {
  expect(() => areaOf(new Request(`http://house.example${path}`))).toThrow();
});
