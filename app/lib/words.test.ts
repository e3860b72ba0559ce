import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CATALOGUES, FALLBACK_LANGUAGE, LANGUAGES, type WordArea } from "@locales/languages";
import routes from "../routes";

const APP = path.resolve(import.meta.dirname, "..");
const AREAS = ["visitor", "member", "admin", "superAdmin", "proof"] as const satisfies WordArea[];

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
    [...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name),
  );
  const prefixed = [...text.matchAll(/\bt\("(\w+):/g)].map(([, name = ""]) => name);
  return [...named, ...prefixed];
}

const loaded = (file: string): WordArea[] => {
  const text = readFileSync(file, "utf8");
  return AREAS.filter((area) => text.includes(`await loadWords("${area}")`));
};

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

test("every screen loads the texts that its components use", async () => {
  const names = new Map<WordArea, string[]>();
  for (const area of AREAS) {
    names.set(area, Object.keys({ ...(await CATALOGUES[FALLBACK_LANGUAGE][area]()) }));
  }
  const all = screens(routes, [path.join(APP, "root.tsx")]);
  expect(all.length).toBeGreaterThan(40);
  const missing: string[] = [];
  for (const files of all) {
    const screen = files.at(-1) ?? "";
    // A route without a screen sends no texts to a browser.
    if (!/export default/.test(readFileSync(screen, "utf8"))) continue;
    const has = new Set(files.flatMap(loaded).flatMap((area) => names.get(area) ?? []));
    const needs = new Set(files.flatMap((file) => [...reached(file)]).flatMap(used));
    for (const name of needs)
      if (!has.has(name)) missing.push(`${path.relative(APP, screen)} ${name}`);
  }
  expect(missing).toEqual([]);
});

test("every language has the same groups in every area", async () => {
  for (const area of AREAS) {
    const of = await Promise.all(
      LANGUAGES.map(async (one) => Object.keys({ ...(await CATALOGUES[one][area]()) }).sort()),
    );
    for (const groups of of) expect(groups).toEqual(of[0]);
  }
});
