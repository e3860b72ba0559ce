import path from "node:path";
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { LANGUAGES, type Language } from "@locales/languages";
import { loadWordFiles } from "@server/http/files/static-files";
import { expect, test } from "../harness/test";

/** Strings that occur only in a library's own code and survive minification. */
const MARKS = {
  "Radix Dialog": "focusScope.autoFocusOnMount",
  "Radix Tabs": "rovingFocusGroup.onEntryFocus",
  zod: "_zod",
};

const LOADED = {
  "/": ["root", "routes/login/route"],
  "/register": ["root", "routes/register/route"],
  "/user/dashboard": ["root", "routes/user/route", "routes/user.dashboard/route"],
  "/user/payment": ["root", "routes/user/route", "routes/user.payment/route"],
  "/admin/purchaserequest": ["root", "routes/admin/route", "routes/admin.purchaserequest/route"],
};

const ROOT = path.resolve(import.meta.dirname, "../..");
const CLIENT = path.join(ROOT, "build/client");

interface Entry {
  module: string;
  imports: string[];
}

/** The browser's manifest of scripts by route: a script that assigns one object. */
function builtManifest(): { entry: Entry; routes: Record<string, Entry> } {
  const assets = path.join(CLIENT, "assets");
  const file = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name)) ?? "";
  const text = readFileSync(path.join(assets, file), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as ReturnType<
    typeof builtManifest
  >;
}

/** The scripts that the manifest loads for these routes. */
function scriptsOf(routes: readonly string[]): string[] {
  const { entry, routes: all } = builtManifest();
  const loaded = [entry, ...routes.map((id) => all[id])].flatMap((part) => {
    expect(part).toBeDefined();
    return part ? [part.module, ...part.imports] : [];
  });
  return [...new Set(loaded)].map((url) => readFileSync(path.join(CLIENT, url), "utf8"));
}

/** The scripts with the texts that these routes name, as the server preloads them. */
function wordsOf(routes: readonly string[], language: Language): string[] {
  const groups = routes.flatMap((id) => {
    const route = readFileSync(path.join(ROOT, "app", `${id}.tsx`), "utf8");
    const [, names = ""] = /await loadWords\(([^)]*)\)/.exec(route) ?? [];
    return [...names.matchAll(/"([\w/-]+)"/g)].map(([, name = ""]) => name);
  });
  const urls = loadWordFiles(path.join(ROOT, "build"))(language, groups);
  expect(urls.length).toBeGreaterThanOrEqual(routes.length);
  return urls.map((url) => readFileSync(path.join(CLIENT, url), "utf8"));
}

/** Bytes that travel: each file compressed as the build compresses it. */
const gzipBytes = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);

const librariesIn = (scripts: readonly string[]) =>
  Object.entries(MARKS).flatMap(([library, mark]) =>
    scripts.some((script) => script.includes(mark)) ? [library] : [],
  );

/** A Remix page without anything, gzip: React and Remix alone (docs/decisions/0001). */
const MINIMAL_BYTES = 86_800;

/** The most that a page's scripts may have, with the texts of its area, as a multiple of that. */
const BUDGETS = {
  "/": 1.75,
  "/register": 1.65,
  "/user/dashboard": 2,
  "/user/payment": 2.2,
  "/admin/purchaserequest": 2.4,
} as const;

for (const [page, budget] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
  for (const language of LANGUAGES) {
    test(`the scripts of ${page} in ${language} are at most ${budget} times a minimal page's`, () => {
      const words = wordsOf(LOADED[page], language);
      const bytes = gzipBytes([...scriptsOf(LOADED[page]), ...words]);
      expect(bytes / MINIMAL_BYTES).toBeLessThanOrEqual(budget);
    });
  }
}

for (const page of ["/", "/register"] as const) {
  test(`${page} loads neither Radix nor zod`, () => {
    expect(librariesIn(scriptsOf(LOADED[page]))).toEqual([]);
  });
}

test("a page with tabs and a dialog loads Radix, which confirms the search strings", () => {
  const scripts = scriptsOf(LOADED["/user/payment"]);
  expect(librariesIn(scripts)).toEqual(["Radix Dialog", "Radix Tabs"]);
  expect(readFileSync(path.join(ROOT, "node_modules/zod/v4/core/core.js"), "utf8")).toContain(
    MARKS.zod,
  );
});

test("no page's scripts load a browser's tables of names, which takes a phone 60 ms", () => {
  const assets = path.join(CLIENT, "assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(0);
  for (const name of scripts) {
    expect(readFileSync(path.join(assets, name), "utf8"), name).not.toContain("DisplayNames");
  }
});

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
