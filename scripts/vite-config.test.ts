/** @module-tag full */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { optimizeDeps, resolveConfig } from "vite";
import { expect, test } from "vitest";
import { BROWSER, PAGES } from "./bundles/bundle-modules";

const config = readFileSync("vite.config.ts", "utf8");
const { dependencies, devDependencies } = JSON.parse(
  readFileSync("package.json", "utf8"),
) as Record<"dependencies" | "devDependencies", Record<string, string>>;
const own = Object.keys({ ...dependencies, ...devDependencies });

/** Returns the names in the capture groups of a pattern's matches. */
const namesIn = (pattern: RegExp, between: RegExp | string): string[] =>
  [...config.matchAll(pattern)].flatMap(([, group = ""]) =>
    group.split(between).filter((one) => one !== ""),
  );

test("imported and pre-bundled packages are direct dependencies and in use", () => {
  const imported = namesIn(/ from "(?!node:)([^".]+)"/g, " ");
  const [included = ""] = /optimizeDeps: \{[^}]*\}/.exec(config) ?? [];
  const bundled = [...included.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
  expect(bundled.length).toBeGreaterThan(4);
  expect([...imported, ...bundled].filter((name) => !own.includes(name))).toEqual([]);
  const screens = ["app", "locales"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
  );
  const isUsed = (name: string) => screens.some((text) => text.includes(`from "${name}"`));
  expect(bundled.filter((name) => !isUsed(name))).toEqual([]);
});

test("npm run dev bundles the packages of pages", async () => {
  const cacheDir = mkdtempSync(path.join(tmpdir(), "vite-"));
  const found = await resolveConfig({ cacheDir, logLevel: "silent" }, "serve", "development");
  const { optimized } = await optimizeDeps(found, true);
  expect(Object.keys(optimized)).toContain("react-i18next");
  rmSync(cacheDir, { recursive: true });
});

test("packages with their own chunk, or allowed in browsers, are installed", () => {
  const pieces = namesIn(/node_modules\\\/\(?([@\w|/-]+?)\)?\\?\//g, "|");
  expect(pieces).toEqual(expect.arrayContaining(["react", "i18next"]));
  expect(BROWSER.packages.length).toBeGreaterThan(10);
  const packages = [...pieces, ...BROWSER.packages, ...PAGES.packages];
  expect(packages.filter((name) => !existsSync(`node_modules/${name}`))).toEqual([]);
});

test("screens import only the folders of the server and the file of the database that are allowed", () => {
  const ofServer = (paths: readonly string[]) =>
    paths.filter((name) => /^(server|db)\b/.test(name)).toSorted();
  const others = (paths: readonly string[], kinds: RegExp) =>
    ofServer(paths).filter((name) => !kinds.test(name));
  expect(others(BROWSER.paths, /^server\/[a-z]+\/rules$/)).toEqual(["db/vocabulary.ts"]);
  expect(others(PAGES.paths, /^server\/[a-z]+\/(rules|contracts)$/)).toEqual([
    "db/vocabulary.ts",
    "server/platform/words",
  ]);
  expect(PAGES.paths.filter((name) => !existsSync(name))).toEqual([]);
});
