import { expect, test } from "vitest";
import type { Brand } from "@themes/contract";
import { BUILT_IN_BRANDS } from "@themes/registry";
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
