import { expect, test } from "vitest";
import type { Brand } from "@themes/contract";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { withoutSamples } from "@themes/samples";
import { withWords, wordsOf } from "./words";

test("the studio's form has each text of a brand, which saving unchanged leaves alone", () => {
  for (const brand of BUILT_IN_BRANDS) {
    const told: Brand = {
      ...brand,
      metaData: { title: "meta title", description: "meta text", keywords: ["meta", "words"] },
      footerNote: "a note",
      programName: "a program",
    };
    expect(withWords(told, wordsOf(told)), brand.symbol).toEqual(told);
  }
});

test("an emptied address is a sample one again, which no page shows", () => {
  const [brand] = BUILT_IN_BRANDS;
  if (!brand) throw new Error("There is no brand.");
  const real = { ...brand, address: "0x1234567890123456789012345678901234567890" };
  const emptied = withWords(real, { ...wordsOf(real), address: undefined });
  expect(withoutSamples(emptied).address).toBe("");
});
