import type { BuiltInSymbol } from "@db/vocabulary";
import { assetPath } from "../assets/paths";
import type { Brand } from "../contract";
import { SOCIAL_MEDIA, TOKEN_DECIMALS, TOKEN_DISTRIBUTION } from "../vocabulary";

/** What a built-in brand says for itself; the rest is the same for all ten. */
export type OwnWords = Pick<
  Brand,
  "name" | "address" | "title" | "programName" | "footerNote" | "metaData" | "look"
> & { symbol: BuiltInSymbol };

/**
 * Completes a built-in brand.
 *
 * The spec gives the symbols, decimals, distribution and media names. Everything else of the ten,
 * names, addresses, texts and links included, is our sample data: an address is the symbol's
 * letters in ASCII after zeros, and links go to the reserved domain `.example`, so that none of
 * them can be somebody's.
 */
export function builtIn(own: OwnWords): Brand {
  const { symbol } = own;
  return {
    ...own,
    decimals: TOKEN_DECIMALS,
    iconUrl: assetPath(symbol, "icon.svg"),
    defaultLogo: assetPath(symbol, "logo.svg"),
    headerLogo: assetPath(symbol, "header-logo.svg"),
    headerLogoDark: assetPath(symbol, "header-logo-dark.svg"),
    chartImg: assetPath(symbol, "distribution.svg"),
    tokenDistribution: [...TOKEN_DISTRIBUTION],
    socialLinks: SOCIAL_MEDIA.map((mediaName) => ({
      mediaName,
      link: `https://${symbol.toLowerCase()}.example/${mediaName.toLowerCase()}`,
    })),
  };
}
