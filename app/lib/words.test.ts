import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CATALOGUES, FALLBACK_LANGUAGE, LANGUAGES, type WordGroup } from "@locales/languages";
import routes from "../routes";

const APP = path.resolve(import.meta.dirname, "..");
const GROUPS = Object.keys(CATALOGUES[FALLBACK_LANGUAGE]).filter(
  (name): name is WordGroup => name !== "name" && name !== "all",
);

/** The file that an import of the app's own code names; null for other imports. */
function fileOf(from: string, imported: string): string | null {
  const at = imported.startsWith("~/")
    ? path.join(APP, imported.slice(2))
    : imported.startsWith(".")
      ? path.resolve(path.dirname(from), imported)
      : null;
  if (at === null) return null;
  return [".tsx", ".ts", "/index.ts"].map((end) => at + end).find(existsSync) ?? null;
}

/** The files that run in the browser with this one. */
function reached(file: string): Set<string> {
  const files = new Set([file]);
  for (const at of files) {
    const text = readFileSync(at, "utf8");
    for (const [, imported = ""] of text.matchAll(/(?:from|import) "([^"]+)"/g)) {
      const next = fileOf(at, imported);
      // Another route's module is reached for its types and data, not for its screen.
      if (next && !/\.server\.tsx?$|\/route\.tsx$/.test(next)) files.add(next);
    }
  }
  return files;
}

/** The groups of texts that a file uses. */
function used(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const named = [...text.matchAll(/useTranslation\(\[?([^)\]]*)/g)].flatMap(([, names = ""]) =>
    names === "" ? ["common"] : [...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name),
  );
  const prefixed = GROUPS.filter((group) => new RegExp(`["\`]${group}:`).test(text));
  return [...named, ...prefixed];
}

/** The groups that a route names. */
function loaded(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const [, names = ""] = /^export const handle = await loadWords\(([^)]*)\);/m.exec(text) ?? [];
  return [...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
}

interface Route {
  file: string;
  children?: Route[];
}

/** Every screen with the files of its layouts, the root first. */
function screens(all: readonly Route[], layouts: readonly string[]): string[][] {
  return all.flatMap((route) => {
    const own = [...layouts, path.join(APP, route.file)];
    return [own, ...screens(route.children ?? [], own)];
  });
}

test("every screen loads the texts that its components use, and no others", () => {
  const all = screens(routes, [path.join(APP, "root.tsx")]);
  expect(all.length).toBeGreaterThan(40);
  const missing: string[] = [];
  const needless: string[] = [];
  for (const files of all) {
    const screen = files.at(-1) ?? "";
    // A route without a screen sends no texts to a browser.
    if (!/export default/.test(readFileSync(screen, "utf8"))) continue;
    const has = new Set(files.flatMap(loaded));
    const needs = new Set(files.flatMap((file) => [...reached(file)]).flatMap(used));
    const route = path.relative(APP, screen);
    for (const name of needs) if (!has.has(name)) missing.push(`${route} ${name}`);
    for (const name of has) if (!needs.has(name)) needless.push(`${route} ${name}`);
  }
  expect(missing).toEqual([]);
  expect(needless).toEqual([]);
});

test("the file of a group has its texts, in every language", async () => {
  for (const language of LANGUAGES) {
    for (const group of GROUPS) {
      expect(Object.keys({ ...(await CATALOGUES[language][group]()) })).toEqual([group]);
    }
  }
});

test("every language has the same groups on the server", async () => {
  const of = await Promise.all(
    LANGUAGES.map(async (one) => Object.keys({ ...(await CATALOGUES[one].all()) }).sort()),
  );
  expect(of[0]).toEqual(expect.arrayContaining(GROUPS));
  for (const groups of of) expect(groups).toEqual(of[0]);
});
