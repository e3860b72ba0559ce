import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FALLBACK_LANGUAGE, LANGUAGES } from "@locales/languages";
import { readTexts } from "@server/platform/words/translators.server";
import routes from "~/routes";

const APP = path.resolve(import.meta.dirname, "../..");
const LOCALES = path.resolve(APP, "../locales");

/** Lists the files of a language's texts; those that only the server uses are in `server/`. */
const filesOf = (language: string) =>
  readdirSync(path.join(LOCALES, language), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .sort();

/** The groups of a browser's texts as routes name them: `common`, `admin/bulk`. */
const GROUPS = filesOf(FALLBACK_LANGUAGE)
  .filter((name) => !name.startsWith(`server${path.sep}`))
  .map((name) => name.replace(".json", ""));

/** Returns the key under which a group's texts stand: `bulk` for `admin/bulk`. */
const keyOf = (group: string): string => group.replace(/^.*\//, "");
const KEYS = GROUPS.map(keyOf);

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
  const named = [...text.matchAll(/useTranslation\(\[?([^)\]{]*)/g)].flatMap(([, names = ""]) =>
    names === "" ? ["common"] : [...names.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name),
  );
  const prefixed = KEYS.filter((group) => new RegExp(`["\`]${group}:`).test(text));
  return [...named, ...prefixed];
}

/** The groups that a route names. */
function loaded(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const [, names = ""] =
    /^(?:export const handle = |\s+\.\.\.\()await loadWords\(([^)]*)\)/m.exec(text) ?? [];
  return [...names.matchAll(/"([\w/-]+)"/g)].map(([, name = ""]) => keyOf(name));
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

test(
  "every screen loads the texts that its components use, and no others",
  { tags: ["full"] },
  () => {
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
  },
);

test("every language has the same files, and each file its group", () => {
  const files = filesOf(FALLBACK_LANGUAGE);
  for (const language of LANGUAGES) {
    expect(filesOf(language)).toEqual(files);
    const groups = Object.keys(readTexts(language));
    expect(groups).toEqual(expect.arrayContaining(KEYS));
    expect(groups).toHaveLength(files.length);
  }
});
