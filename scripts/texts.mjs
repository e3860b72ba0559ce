/**
 * Compares the texts of each language with the English ones (`npm run lint`). `npm run texts` writes
 * the placeholders of refusals, by which `refuse` is typed.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./prepare.mjs";

/** Returns the placeholders and tags of a text. */
const placesIn = (text) => [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+>/g))].sort();

/** Returns each text with its key: `buy.json.parts.title`. */
function textsIn(value, key) {
  if (typeof value === "string") return [[key, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, key ? `${key}.${name}` : name),
  );
}

/** Returns a line for each key, plural form and placeholder in which a language differs from English. */
export function faultsOf(english, translated, language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const source = new Map(textsIn(english));
  const needed = new Map();
  for (const [key, text] of source) {
    const [, start] = /^(.*_)other$/.exec(key) ?? [];
    for (const name of start ? forms.map((form) => start + form) : [key]) {
      needed.set(name, source.get(name) ?? text);
    }
  }
  const own = new Map(textsIn(translated));
  const missing = [...needed.keys()].filter((key) => !own.has(key));
  const faults = [...own].flatMap(([key, text]) => {
    if (!needed.has(key)) return [`${key} is no key of the English texts.`];
    const [has, needs] = [text, needed.get(key)].map((one) => placesIn(one).join(" "));
    return has === needs ? [] : [`${key} has the placeholders "${has}" and not "${needs}".`];
  });
  return [...missing.map((key) => `${key} is missing.`), ...faults].map(
    (fault) => `locales/${language}/${fault}`,
  );
}

/** Returns a type with the names of the placeholders in each refusal's text. */
export function typesOf(refusals) {
  const lines = Object.entries(refusals).map(([code, text]) => {
    const names = placesIn(text).map((place) => JSON.stringify(place.slice(2, -2)));
    return `  ${code}: ${names.join(" | ") || "never"};\n`;
  });
  return `/** The placeholders in the text of each refusal. \`npm run texts\` writes them. */
export interface RefusalPlaceholders {
${lines.join("")}}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const locales = path.join(root, "locales");
  const read = (name) => readFileSync(path.join(locales, name), "utf8");
  const textsOf = (language) =>
    Object.fromEntries(
      readdirSync(path.join(locales, language), { recursive: true })
        .filter((name) => name.endsWith(".json"))
        .map((name) => [name, JSON.parse(read(path.join(language, name)))]),
    );
  const english = textsOf("en");
  const types = typesOf(english[path.join("server", "refusals.json")]);
  const typesFile = "refusal-placeholders.ts";
  if (process.argv.includes("--write")) writeFileSync(path.join(locales, typesFile), types);
  const languages = readdirSync(locales).filter((name) => path.extname(name) === "");
  const faults = languages.flatMap((language) => faultsOf(english, textsOf(language), language));
  if (read(typesFile) !== types) faults.push(`locales/${typesFile} is old: run npm run texts.`);
  for (const line of faults) console.error(line);
  process.exit(faults.length === 0 ? 0 : 1);
}
