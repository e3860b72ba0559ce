import type { AllocationKind } from "@db/vocabulary";

/** The hashed fields of an allocation. People appear by id only, without names (architecture.md §5). */
export interface AllocationFields {
  readonly companyId: string;
  /** Starts at 1, without gaps within the company. */
  readonly sequence: number;
  readonly id: string;
  readonly memberId: string;
  /** Whole tokens; negative for what takes another back. */
  readonly quantity: number;
  readonly kind: AllocationKind;
  readonly orderId: string;
  /** Number of the order's decision, from 1. */
  readonly decision: number;
  readonly createdAt: Date;
}

export interface OrderTerms {
  readonly orderNumber: string;
  /** The order's member. */
  readonly buyerId: string;
  readonly amountPaise: number;
  readonly priceMicroRupees: number;
  readonly feeBps: number;
  readonly feePaise: number;
  readonly totalPaise: number;
  /** Tokens for the buyer. */
  readonly quantity: number;
  readonly referrerId: string | null;
  /** The rate of the campaign, or the company's when the reward was held; null without a reward. */
  readonly rewardBps: number | null;
  /** Tokens for the referrer: those of the rule, or what the pool had left; 0 for none. */
  readonly rewardTokens: number;
  /** The rate of the buyer's bonus; null without one. */
  readonly bonusBps: number | null;
  /** Tokens of the bonus, beside those of the purchase. */
  readonly bonusTokens: number;
}

/** The allocation that another takes back. */
export interface ReversedAllocation {
  readonly sequence: number;
  readonly hash: string;
}

/** Parts that a text covers beside the fields. */
export interface AllocationTerms {
  /**
   * The order's terms, for their buyer. A reward, and its reversal, has their salted hash
   * (`saltedTerms`): the referrer may read the text, but not what the buyer paid.
   */
  readonly terms: OrderTerms | string;
  /** It is null except on a REVERSAL and BONUS_REVERSAL. */
  readonly reverses: ReversedAllocation | null;
}

const WHOLE = "Sequences, tokens and money are counted whole";

function id(text: string): string {
  // An id with a line feed could inject a line.
  if (!/^[0-9A-Za-z-]+$/.test(text)) throw new RangeError("An id is letters, digits and hyphens");
  return text.toLowerCase();
}

function whole(value: number, least = 0): number {
  if (!Number.isSafeInteger(value) || value < least) throw new RangeError(WHOLE);
  return value;
}

/**
 * Returns the exact text that is hashed: a version line, then `name=value` lines in this order, joined
 * by a line feed, none at the end, UTF-8. Ids are in lower case, the time is in UTC with milliseconds,
 * an absent value is `-`:
 *
 *     prelaunch-allocation/1
 *     company=0190…
 *     sequence=7
 *     id=0190…
 *     member=0190…
 *     kind=PURCHASE
 *     quantity=80
 *     order=0190…
 *     decision=1
 *     created=2026-11-21T12:00:00.123Z
 *     order-number=PUR-123456
 *     buyer=0190…
 *     amount-paise=100500
 *     price-micro-rupees=10000000
 *     fee-bps=250
 *     fee-paise=2513
 *     total-paise=103013
 *     order-quantity=100
 *     referrer=-
 *     reward-bps=-
 *     reward-tokens=0
 *     bonus-bps=-
 *     bonus-tokens=0
 *     reverses=-            (a REVERSAL: the sequence of what it takes back, a colon, its hash)
 *
 * A reward, and what takes it back, has one line `terms=` with 64 hex digits in place of the lines from
 * `order-number` to `bonus-tokens`: SHA-256 over the order's salt, a line feed and those lines.
 */
export function allocationText(row: AllocationFields & AllocationTerms): string {
  const { terms, reverses } = row;
  return [
    "prelaunch-allocation/1",
    `company=${id(row.companyId)}`,
    `sequence=${whole(row.sequence, 1)}`,
    `id=${id(row.id)}`,
    `member=${id(row.memberId)}`,
    `kind=${row.kind}`,
    `quantity=${whole(row.quantity, -Number.MAX_SAFE_INTEGER)}`,
    `order=${id(row.orderId)}`,
    `decision=${whole(row.decision, 1)}`,
    `created=${row.createdAt.toISOString()}`,
    typeof terms === "string" ? `terms=${hexHash(terms)}` : termsText(terms),
    `reverses=${reverses ? `${whole(reverses.sequence, 1)}:${hexHash(reverses.hash)}` : "-"}`,
  ].join("\n");
}

/** Returns the lines of a text that state an order's terms, joined by line feeds. */
export const termsText = (terms: OrderTerms): string =>
  termLines(terms)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

/** Lists the terms with their names in the text, in its order. */
export function termLines(terms: OrderTerms): [name: string, value: string | number][] {
  return [
    ["order-number", orderNumber(terms.orderNumber)],
    ["buyer", id(terms.buyerId)],
    ["amount-paise", whole(terms.amountPaise)],
    ["price-micro-rupees", whole(terms.priceMicroRupees)],
    ["fee-bps", whole(terms.feeBps)],
    ["fee-paise", whole(terms.feePaise)],
    ["total-paise", whole(terms.totalPaise)],
    ["order-quantity", whole(terms.quantity)],
    ["referrer", terms.referrerId === null ? "-" : id(terms.referrerId)],
    ["reward-bps", terms.rewardBps === null ? "-" : whole(terms.rewardBps)],
    ["reward-tokens", whole(terms.rewardTokens)],
    ["bonus-bps", terms.bonusBps === null ? "-" : whole(terms.bonusBps)],
    ["bonus-tokens", whole(terms.bonusTokens)],
  ];
}

function orderNumber(text: string): string {
  if (!/^[0-9A-Za-z-]+$/.test(text)) throw new RangeError("An order number is letters and digits");
  return text;
}

function hexHash(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new RangeError("A hash is 64 hex digits");
  return text;
}

const ID = "([0-9a-z-]+)";
const COUNT = "(\\d+)";
const OPEN_TERMS =
  `order-number=([0-9A-Za-z-]+)\\nbuyer=${ID}\\namount-paise=${COUNT}\\n` +
  `price-micro-rupees=${COUNT}\\nfee-bps=${COUNT}\\nfee-paise=${COUNT}\\ntotal-paise=${COUNT}\\n` +
  `order-quantity=${COUNT}\\nreferrer=${ID}\\nreward-bps=(-|\\d+)\\nreward-tokens=${COUNT}\\n` +
  `bonus-bps=(-|\\d+)\\nbonus-tokens=${COUNT}`;
const TEXT = new RegExp(
  `^prelaunch-allocation/1\\n[^]*\\ncreated=[^\\n]*\\n(?:terms=([0-9a-f]{64})|${OPEN_TERMS})\\n` +
    `reverses=(?:-|${COUNT}:([0-9a-f]{64}))$`,
);

/** Parses the parts of a text beside the fields; null for a text of another format. */
export function termsOfText(text: string): AllocationTerms | null {
  const found = TEXT.exec(text);
  if (!found) return null;
  const [, salted, number = "", buyerId = "", amount, price, bps, fee, total, quantity, ...rest] =
    found;
  const [referrer = "-", rewardBps = "-", rewardTokens, bonusBps = "-", bonusTokens, ...reverses] =
    rest;
  const [reversed, hash = ""] = reverses;
  const terms = {
    orderNumber: number,
    buyerId,
    amountPaise: Number(amount),
    priceMicroRupees: Number(price),
    feeBps: Number(bps),
    feePaise: Number(fee),
    totalPaise: Number(total),
    quantity: Number(quantity),
    referrerId: referrer === "-" ? null : referrer,
    rewardBps: rewardBps === "-" ? null : Number(rewardBps),
    rewardTokens: Number(rewardTokens),
    bonusBps: bonusBps === "-" ? null : Number(bonusBps),
    bonusTokens: Number(bonusTokens),
  };
  return {
    terms: salted ?? terms,
    reverses: reversed === undefined ? null : { sequence: Number(reversed), hash },
  };
}

/** Tells whether the text is, byte for byte, that of the row's fields. */
export function isTextOf(row: AllocationFields, text: string): boolean {
  try {
    const terms = termsOfText(text);
    return terms !== null && text === allocationText({ ...row, ...terms });
  } catch {
    // These fields have no exact text.
    return false;
  }
}
