import { expect, test } from "vitest";
import { readTexts } from "@server/platform/words/translators.server";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { typeChoice } from "@themes/type";
import { TYPE_PAIRINGS } from "@themes/vocabulary";
import { fontFiles } from "./font-files.server";

test("every pair of typefaces has files to preload, each once, and Hindi its letters", () => {
  const [brand] = BUILT_IN_BRANDS;
  if (!brand) throw new Error("There is no brand.");
  for (const type of TYPE_PAIRINGS) {
    const shown = { look: { ...brand.look, type } };
    const latin = fontFiles(shown, "en");
    expect(latin.length, type).toBe(type === "civic" || type === "modern" ? 1 : 2);
    for (const file of latin) expect(file).toMatch(/-latin-wght-normal[^/]*\.woff2/);
    const [letters, ...headings] = fontFiles(shown, "hi").filter((file) => !latin.includes(file));
    expect(letters, type).toMatch(/devanagari-sans[^/]*\.woff2/);
    const isSerif = type === "editorial" || type === "ledger";
    expect(headings, type).toEqual(isSerif ? [expect.stringContaining("devanagari-serif")] : []);
  }
});

test("Hindi texts and headings have no letter or weight that the cut fonts lack", async () => {
  const devanagari = /\p{Script=Devanagari}/u;
  const letters = [...JSON.stringify(await readTexts("hi"))].filter((letter) =>
    devanagari.test(letter),
  );
  expect(letters.length).toBeGreaterThan(1000);
  expect(letters.filter((letter) => !/[\u0900-\u097F]/.test(letter))).toEqual([]);
  for (const type of TYPE_PAIRINGS) {
    const { displayWeight } = typeChoice(type);
    expect([type, displayWeight >= 400 && displayWeight <= 720]).toEqual([type, true]);
  }
});
