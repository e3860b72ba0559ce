import type { BuiltInSymbol } from "@db/vocabulary";
import { drawnPictures } from "../assets/paths";
import type { Brand } from "../contract";
import { SOCIAL_MEDIA, TOKEN_DECIMALS, TOKEN_DISTRIBUTION } from "../vocabulary";

/** The fields that each built-in brand sets; the others are the same for all ten. */
export type OwnWords = Pick<
  Brand,
  "name" | "address" | "title" | "programName" | "footerNote" | "metaData" | "look"
> & { symbol: BuiltInSymbol };

/**
 * Completes a built-in brand.
 *
 * The spec gives the symbols, decimals, distribution and media names. All other data of the ten
 * brands is sample data: an address is the symbol in ASCII after zeros, and links use the reserved
 * domain `.example`, so that none can be real.
 */
export function builtIn(own: OwnWords): Brand {
  const { symbol } = own;
  return {
    ...own,
    decimals: TOKEN_DECIMALS,
    ...drawnPictures(symbol),
    tokenDistribution: [...TOKEN_DISTRIBUTION],
    socialLinks: SOCIAL_MEDIA.map((mediaName) => ({
      mediaName,
      link: `https://${symbol.toLowerCase()}.example/${mediaName.toLowerCase()}`,
    })),
  };
}
