import { expect, test } from "vitest";
import { BUILT_IN_BRANDS } from "@themes/registry";
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
    const [letters, ...others] = fontFiles(shown, "hi").filter((file) => !latin.includes(file));
    expect(letters, type).toMatch(/-devanagari-wght-normal[^/]*\.woff2/);
    expect(others).toEqual([]);
  }
});
