import type { Language } from "@locales/languages";
import { translatorOf } from "@server/platform/words/translators.server";
import type { Brand } from "@themes/contract";
import { plainBrand } from "@themes/plain";
import { builtInBrand } from "@themes/registry";

/**
 * Returns a brand with its footer note and what the token is for in a language. What the company wrote
 * stays as it is. `unlock` tells when tokens unlock, where that is not all at the launch, as the
 * product's own notes say.
 */
export function withNotesIn(language: Language, brand: Brand, unlock: string | null = null): Brand {
  const { symbol, footerNote, metaData } = brand;
  const { t } = translatorOf(language);
  const [builtIn, plain] = [builtInBrand(symbol), plainBrand(brand)];
  const own = (text: string, read: (of: Brand) => string) =>
    text === (builtIn && read(builtIn)) ? symbol : text === read(plain) ? "plain" : null;
  const note = own(footerNote, (of) => of.footerNote);
  const purpose = own(metaData.description, (of) => of.metaData.description);
  return {
    ...brand,
    footerNote: note === null ? footerNote : (unlock ?? t(`brand-notes:${note}`, { symbol })),
    metaData: {
      ...metaData,
      description:
        purpose === null ? metaData.description : t(`brand-notes:purpose.${purpose}`, { symbol }),
    },
  };
}
