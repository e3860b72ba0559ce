import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test, expect } from "../harness/test";

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
