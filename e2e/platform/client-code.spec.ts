import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { screensOfAdmin } from "../harness/admin-screens";
import { screensBeforeLogin, screensOfMember } from "../harness/investor-screens";
import type { Screen } from "../harness/screens";
import { enterAsSuperAdmin } from "../harness/super-admin";
import { screensOfSuperAdmin } from "../harness/super-admin-screens";
import { ADMIN, PORT, enter, test, expect } from "../harness/test";

/** A property name in every build of zod: it holds a schema's definition. */
const ZOD = /\b_zod\b/;

test("no client file contains zod: contracts are parsed on the server only", () => {
  const folder = path.join("build", "client", "assets");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
  expect(scripts.filter((name) => ZOD.test(read(name)))).toEqual([]);
  // Confirms that the pattern matches zod.
  expect(readFileSync("node_modules/zod/v4/core/schemas.js", "utf8")).toMatch(ZOD);
});

test("no screen logs an error or violates the content security policy", async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const visit = async (origin: string, screens: Screen[]) => {
    for (const { path: address } of screens) {
      await page.goto(origin + (typeof address === "string" ? address : await address()));
    }
  };
  const site = `http://rsgn.localhost:${PORT}`;
  await visit(site, screensBeforeLogin(page, site));
  await enter(page, `${site}/`, "asha@member.example");
  await visit(site, screensOfMember(page, site));
  await enter(page, `${site}/admin/login`, ADMIN);
  await visit(site, screensOfAdmin(page, site));
  const platform = `http://localhost:${PORT}`;
  await visit(platform, [{ name: "super admin's login", path: "/superadmin/login" }]);
  await enterAsSuperAdmin(context, request);
  await visit(platform, screensOfSuperAdmin(request));
  // The shared fixture fails on logged errors and policy violations.
});
