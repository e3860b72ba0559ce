import { expect, test } from "vitest";
import { areaOf } from "./areas";

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
