/** Kinds of columns of an entry. */
export const COLUMNS = [
  "bookedOn",
  "valueOn",
  "narration",
  "reference",
  "debit",
  "credit",
  "amount",
  "side",
  "balance",
] as const;

export type Column = (typeof COLUMNS)[number];

/** Kinds of headings: columns of an entry, its state, its currency, payers' texts, and row numbers. */
type HeadingKind = Column | "status" | "currency" | "remark" | "rowNumber";

/**
 * Normalises a heading, without case, blanks, punctuation and units: "Deposit Amount (INR )" is
 * "depositamount".
 */
export const headingKey = (heading: string): string => plainHeading(heading).replaceAll(" ", "");

const plainHeading = (heading: string): string =>
  heading
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replace(/\([^)]*\)/g, " ")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

const IN = "(?:credit|cr|c|deposit)";
const OUT = "(?:debit|dr|d|withdrawa?l)";

/**
 * Kinds by the words of a heading, in this order, each with the words that make it another one. The
 * first words of a heading tell more than later ones: "Credit Amount" is a credit.
 */
const KINDS: readonly [kind: HeadingKind, words: RegExp, not?: RegExp][] = [
  ["rowNumber", /^(?:(?:s|sr|sl|serial|row) ?)?(?:no|number|num|id)?$|^क्रम/],
  ["status", /\bstatus\b|(?:txn|tran)(?:status|state)$|^state\b|\bstate$|स्थिति/, /bank|account/],
  ["currency", /\b(?:currency|ccy|curr?|denomination|unit)\b|मुद्रा/, /am(?:oun)?t|value|rate/],
  [
    "side",
    new RegExp(
      String.raw`^(?:${OUT} ?(?:or )?${IN}|${IN} ?(?:or )?${OUT})(?: (?:indicator|ind|flag|mark|sign|type))?$|^(?:(?:txn|tran|trans|transaction|entry) ?)?type$|^type of (?:txn|transaction)$|प्रकार$`,
    ),
  ],
  ["valueOn", /\bval(?:ue)? ?(?:date|dt|dat)\b|मूल्य (?:तिथि|दिनांक|तारीख)/],
  [
    "bookedOn",
    /\b(?:txn|tran|trans|transaction|post|posting)?(?:date|dt)\b|\bbooked on\b|दिनांक|तारीख|तिथि/,
    /che(?:que|ck)|chq|instrument|due|birth|expiry|maturity|statement|value/,
  ],
  ["balance", /bal(?:ance)?s?\b|शेष|बैलेंस/, /min|average|avg|opening|type|detail|confirm/],
  [
    "remark",
    /(?:payer|sender|customer|remitter|user|your).*(?:remark|narration|description)|comment|note|purpose|message/,
  ],
  [
    "narration",
    /\b(?:narrations?|narratives?|descr?|descriptions?|particulars?)\b|विवरण|ब्योरा|ब्यौरा/,
  ],
  [
    "reference",
    /\b(?:ref|reference|utrn?|rrn|che(?:que|ck)|chq|instrument)(?:no|num|number|id)?\b|^(?:txn|tran|trans|transaction|bank)? ?(?:id|no|number)$|संदर्भ|चेक/,
    /am(?:oun)?t|payer|sender|customer|remitter|beneficiary|merchant|order/,
  ],
  [
    "narration",
    /\b(?:details?|remarks?)\b|^transactions?$/,
    /account|branch|bank|payer|sender|customer/,
  ],
  [
    "amount",
    new RegExp(String.raw`\b${OUT} (?:or )?${IN} am(?:oun)?t|\b${IN} (?:or )?${OUT} am(?:oun)?t`),
  ],
  [
    "debit",
    /\b(?:debits?|debited|dr|withdrawa?ls?)(?:am(?:oun)?t)?\b|\b(?:withdrawn|paid out|money out|outflow)\b|नामे|निकासी|आहरण|डेबिट/,
    /account|\ba c\b|\bno\b|number|\bid\b|name|card|count|limit|total|tax|gst|\bto\b|\bfrom\b/,
  ],
  [
    "credit",
    /\b(?:credits?|credited|cr|deposits?)(?:am(?:oun)?t)?\b|\b(?:deposited|paid in|money in|inflow)\b|जमा|क्रेडिट/,
    /account|\ba c\b|\bno\b|number|\bid\b|name|card|count|limit|total|tax|gst|\bto\b|\bfrom\b/,
  ],
  [
    "amount",
    /am(?:oun)?t\b|राशि|रकम/,
    /tax|gst|charge|fee|commission|original|foreign|fcy|due|limit/,
  ],
];

/** Returns the kind of a column by the words of its heading; undefined for another column. */
export function kindOfHeading(heading: string): HeadingKind | undefined {
  const words = plainHeading(heading);
  // A sentence or a cell with a number is no heading.
  if (words.length > 60 || /\d{3}/.test(words)) return undefined;
  if (words === "" && !/\p{L}/u.test(heading)) return undefined;
  return KINDS.find(([, is, not]) => is.test(words) && !not?.test(words))?.[0];
}

/**
 * Unit of a sum as the power of ten of rupees: 0 for rupees, -2 for paise, 5 for lakhs. FOREIGN is
 * another currency.
 */
export type Unit = number | "FOREIGN";

const UNITS: readonly [Unit, RegExp][] = [
  // "Rs. Paise" and "₹ and paise" announce sums in rupees with two decimals.
  [0, /(?:₹|\brs\b\.?|\brupees\b|रुपये|रु\.?)\W*(?:and|व)?\W*(?:\bp\b|\bps\b|\bpaise\b|पैसे)/i],
  [-2, /\b(?:pais[ae]|ps|minor units?)\b|\(p\)|पैस[ेा]/i],
  [2, /\bhundreds?\b|\b00'?s\b/i],
  [3, /\bthousands?\b|\b000'?s?\b|\bk\b|हज़ार|हजार/i],
  [5, /\bla(?:kh|c)s?\b|लाख/i],
  [6, /\bmillions?\b|\bmn\b/i],
  [7, /\bcrores?\b|\bin\W*(?:rs\W*|₹\W*)?crs?\b|करोड़/i],
];
/** Matches the currencies in which Indian banks keep accounts or show payments. */
const FOREIGN =
  /\b(?:USD|EUR|GBP|AED|SGD|AUD|CAD|JPY|CHF|HKD|NZD|CNY|SAR|QAR|OMR|KWD|BHD|ZAR|THB|MYR|SEK|NOK|DKK|RUB|LKR|NPR|PKR|BDT|MUR|IDR|USDT|FCY)(?![a-z])|[$€£¥]|\b(?:dollars?|cents?|euros?|pounds?|sterling|francs?|dirhams?|ri[ya]als?|yen|yuan)\b|\b(?:nepal|sri ?lanka|pakistan|mauriti)|डॉलर|यूरो/i;
const RUPEES = /[₹₨]|\b(?:INR|Rs|rupees?)\b|रुप|रु/i;

/** Returns the unit that a text names; null if it names none. */
export function unitIn(text: string): Unit | null {
  const words = text.replace(/(?<=[a-z])(?=[A-Z])|_/g, " ");
  const unit = UNITS.find(([, names]) => names.test(words))?.[0];
  if (FOREIGN.test(words)) return "FOREIGN";
  return unit ?? (RUPEES.test(words) ? 0 : null);
}

/** Matches a short word in brackets behind a heading that is neither a unit nor a side. */
const OTHER_UNIT = /\((?!(?:dr|cr|db|in|out|a|b|c|d|e|f|net)\W*\))\W*[a-z]{1,4}\W*\)/i;

/** Returns the unit that the heading of a sum names; one that is not known is not rupees. */
export const unitOfHeading = (heading: string): Unit | null =>
  unitIn(heading) ?? (OTHER_UNIT.test(heading) ? "FOREIGN" : null);

/** Returns the unit of a cell of currencies. One that is not known is not rupees. */
export const unitOfCell = (cell: string): Unit =>
  /^(?:[-–—]*|356)$/.test(cell.trim()) ? 0 : (unitIn(cell) ?? "FOREIGN");
