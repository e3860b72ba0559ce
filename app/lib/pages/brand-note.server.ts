import { BRAND_NOTES } from "@locales/brand-notes";
import type { Language } from "@locales/languages";
import type { Brand } from "@themes/contract";
import { plainBrand } from "@themes/plain";
import { builtInBrand } from "@themes/registry";

/** Returns a brand with its footer note in a language. A note that the company wrote stays as it is. */
export function withNoteIn(language: Language, brand: Brand): Brand {
  const { symbol, footerNote } = brand;
  const notes = BRAND_NOTES[language];
  if (!notes) return brand;
  if (footerNote === builtInBrand(symbol)?.footerNote) {
    return { ...brand, footerNote: notes[symbol as keyof typeof notes] };
  }
  return footerNote === plainBrand(brand).footerNote
    ? { ...brand, footerNote: notes.plain.replace("{{symbol}}", symbol) }
    : brand;
}
