import { TOKEN_SYMBOLS, type BuiltInSymbol } from "@db/vocabulary";

/** A name set in the heading typeface of its brand. */
export interface Wordmark {
  text: string;
  weight: number;
  /** Added after each letter, in em. */
  trackingEm: number;
}

/** The ten built-in names, each with its own weight and spacing. */
const WORDMARKS: Record<BuiltInSymbol, Wordmark> = {
  MASP: { text: "Maspora", weight: 650, trackingEm: 0 },
  NTCN: { text: "Native Coin", weight: 580, trackingEm: 0 },
  PPCN: { text: "peoplecoin", weight: 720, trackingEm: -0.01 },
  SHIK: { text: "SHIKHAR", weight: 585, trackingEm: 0.15 },
  ACW: { text: "Acreworth", weight: 550, trackingEm: 0 },
  COWL: { text: "Cowrie Ledger", weight: 540, trackingEm: 0.005 },
  RSGN: { text: "Resurgence", weight: 680, trackingEm: -0.015 },
  GLC: { text: "Glacier", weight: 610, trackingEm: -0.02 },
  NXT: { text: "nextline", weight: 615, trackingEm: -0.02 },
  GLXY: { text: "galaxy way", weight: 520, trackingEm: 0.02 },
};

/** The wordmark of a built-in brand; none once a company has changed the name, beyond its case. */
export function wordmarkOf({ symbol, name }: { symbol: string; name: string }) {
  const own = TOKEN_SYMBOLS.find((known) => known === symbol);
  if (!own || WORDMARKS[own].text.toLowerCase() !== name.toLowerCase()) return undefined;
  return WORDMARKS[own];
}
