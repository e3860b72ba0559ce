import type { Language } from "@locales/languages";
import { translatorOf } from "@server/platform/words/translators.server";
import type { Brand } from "@themes/contract";
import { plainBrand } from "@themes/plain";
import { builtInBrand } from "@themes/registry";

/** Returns a brand with its footer note in a language. A note that the company wrote stays as it is. */
export function withNoteIn(language: Language, brand: Brand): Brand {
  const { symbol, footerNote } = brand;
  const isBuiltIn = footerNote === builtInBrand(symbol)?.footerNote;
  if (!isBuiltIn && footerNote !== plainBrand(brand).footerNote) return brand;
  const { t } = translatorOf(language);
  return { ...brand, footerNote: t(`brand-notes:${isBuiltIn ? symbol : "plain"}`, { symbol }) };
}
