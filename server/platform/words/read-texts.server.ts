import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { FALLBACK_LANGUAGE, type Language } from "@locales/languages";
import type { Catalogue } from "@locales/translator";

/** Reads all texts of a language from the files of its folder, by group. */
export async function readTexts(language: Language): Promise<Catalogue> {
  const folder = path.join(localesFolder(), language);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const groups = await Promise.all(
    files
      .filter((name) => /\.[jt]s$/.test(name))
      .sort()
      .map((name) => {
        const { href } = pathToFileURL(path.join(folder, name));
        return import(/* @vite-ignore */ href) as Promise<Catalogue>;
      }),
  );
  return Object.assign({}, ...groups) as Catalogue;
}

/** Finds `locales` beside a folder that holds this module: the sources', or the build's own. */
function localesFolder(): string {
  let at = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(at, "locales", FALLBACK_LANGUAGE))) {
    const above = path.dirname(at);
    if (above === at) throw new Error("The build has no locales.");
    at = above;
  }
  return path.join(at, "locales");
}
