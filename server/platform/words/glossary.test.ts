import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Members agreed to this version of the standard policy; new words would be a new version. */
const AGREED = "privacy.ts";

/** The texts of a language by file: its quoted strings, without comments, keys and placeholders. */
function textsOf(language: string): { file: string; text: string }[] {
  const folder = `locales/${language}`;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && path.basename(file) !== AGREED)
    .flatMap((file) => {
      const code = readFileSync(`${folder}/${file}`, "utf8")
        .normalize("NFC")
        .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
      return [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"(?!:)/g)].map(([, text = ""]) => ({
        file,
        text: text.replaceAll(/\{\{\w+\}\}/g, " "),
      }));
    });
}

/** The last column of the table of docs/glossary.md whose heading has this language. */
function refusedIn(language: string): string[] {
  const lines = readFileSync("docs/glossary.md", "utf8").normalize("NFC").split("\n");
  const heading = lines.findIndex((line) =>
    new RegExp(`^\\|.* ${language} .*\\| not +\\|$`).test(line),
  );
  const rows = lines.slice(heading + 2);
  return rows
    .slice(0, rows.indexOf(""))
    .flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
}

/** A word stands alone: `सं` is not refused in `संदेश`. `…` stands for any ending. */
function pattern(word: string): RegExp {
  const letter = String.raw`[\p{L}\p{M}\p{N}]`;
  const end = word.endsWith("…") ? "" : `(?!${letter})`;
  return new RegExp(`(?<!${letter})${word.replace("…", "")}${end}`, "iu");
}

test.each([
  ["Hindi", "hi", 40],
  ["English", "en", 3],
])("%s texts use one word per thing", (name, language, least) => {
  const refused = refusedIn(name);
  expect(refused.length).toBeGreaterThanOrEqual(least);
  const texts = textsOf(language);
  expect(texts.length).toBeGreaterThan(1000);
  const found = refused.flatMap((word) =>
    texts
      .filter(({ text }) => pattern(word).test(text))
      .map(({ file, text }) => `${word}, ${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("Hindi texts have no dot below क, ख or ग", () => {
  expect(textsOf("hi").filter(({ text }) => /[कखग]\u093C/u.test(text))).toEqual([]);
});
