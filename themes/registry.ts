import { acw } from "./tokens/acw";
import { cowl } from "./tokens/cowl";
import { glc } from "./tokens/glc";
import { glxy } from "./tokens/glxy";
import { masp } from "./tokens/masp";
import { ntcn } from "./tokens/ntcn";
import { nxt } from "./tokens/nxt";
import { ppcn } from "./tokens/ppcn";
import { rsgn } from "./tokens/rsgn";
import { shik } from "./tokens/shik";
import { DEFAULT_SYMBOL, TOKEN_SYMBOLS, type BuiltInSymbol } from "@db/vocabulary";
import type { Brand } from "./contract";

const BY_SYMBOL: Record<BuiltInSymbol, Brand> = {
  MASP: masp,
  NTCN: ntcn,
  PPCN: ppcn,
  SHIK: shik,
  ACW: acw,
  COWL: cowl,
  RSGN: rsgn,
  GLC: glc,
  NXT: nxt,
  GLXY: glxy,
};

/** The ten built-in brands, in the spec's order. */
export const BUILT_IN_BRANDS: readonly Brand[] = TOKEN_SYMBOLS.map((symbol) => BY_SYMBOL[symbol]);

/** The brand of a site that names none (product.md §1). */
export const DEFAULT_BRAND: Brand = BY_SYMBOL[DEFAULT_SYMBOL];

const SYMBOLS: readonly string[] = TOKEN_SYMBOLS;

function isBuiltIn(symbol: string): symbol is BuiltInSymbol {
  return SYMBOLS.includes(symbol);
}

/** The built-in brand of a symbol, in any case; undefined if there is none. */
export function builtInBrand(symbol: string): Brand | undefined {
  const wanted = symbol.trim().toUpperCase();
  return isBuiltIn(wanted) ? BY_SYMBOL[wanted] : undefined;
}
