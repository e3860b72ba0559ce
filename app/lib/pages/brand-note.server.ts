import { BRAND_NOTES } from "@locales/brand-notes";
import type { Language } from "@locales/languages";
import type { Brand } from "@themes/contract";
import { plainBrand } from "@themes/plain";
import { builtInBrand } from "@themes/registry";

/** Returns a brand with its footer note in a language. A note that the company wrote stays as it is. */
export function withNoteIn(language: Language, brand: Brand): Brand {
  const { symbol, footerNote } = brand;
  const isBuiltIn = footerNote === builtInBrand(symbol)?.footerNote;
  const isPlain = footerNote === plainBrand(brand).footerNote;
  const note = BRAND_NOTES[language]?.[isBuiltIn ? symbol : "plain"];
  return note !== undefined && (isBuiltIn || isPlain)
    ? { ...brand, footerNote: note.replace("{{symbol}}", symbol) }
    : brand;
}
