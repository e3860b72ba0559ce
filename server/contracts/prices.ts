import { z } from "zod";
import { parseDateTimeField } from "@server/domain/dates/india";
import { MAX_PRICE_MICRO_RUPEES, parsePriceToMicroRupees } from "@server/domain/money/units";
import { code } from "./code";
import { decimalField, idField, optional } from "./fields";

/** `prices.current` (member): what the Buy page reckons with. */
export type CurrentPrice = {
  /** Null while the company has no price: nothing can be bought (design §8). */
  priceMicroRupees: number | null;
  feeBps: number;
  /** Tokens neither held nor allocated. */
  remainingPrivateSupply: number;
};

/** `prices.settings` (member). */
export type PlatformSettings = { feeBps: number };

/** Rupees of one token, at most six decimals; a canonical string out. */
const priceField = decimalField("PRICE_REQUIRED", "PRICE_INVALID").refine((price) => {
  if (price === "") return true;
  const units = parsePriceToMicroRupees(price);
  return units !== null && units > 0 && units <= MAX_PRICE_MICRO_RUPEES;
}, code("PRICE_INVALID"));

/** ISO out; a time without a zone is India's. */
const startField = z
  .string({ error: code("PRICE_START_INVALID") })
  .trim()
  .transform((typed, issues) => {
    const at = parseDateTimeField(typed);
    if (at) return at.toISOString();
    issues.addIssue({ code: "custom", message: code("PRICE_START_INVALID") });
    return z.NEVER;
  });

/** `prices.set` (admin): a price in force at once, or from `startsAt` on. Answers the board. */
export const SetPrice = z.object({ price: priceField, startsAt: optional(startField) });
export type SetPrice = z.output<typeof SetPrice>;

/** `prices.cancel` (admin): takes back a price that has not begun. Answers the board. */
export const PriceRef = z.object({ id: idField });
export type PriceRef = z.output<typeof PriceRef>;

export const PRICE_STATES = ["UPCOMING", "IN_FORCE", "ENDED", "CANCELLED"] as const;
export type PriceState = (typeof PRICE_STATES)[number];

/** A price and the time from which it is, was, or would have been in force. */
export interface PriceLine {
  /** Null for the one the company was founded with. */
  id: string | null;
  priceMicroRupees: number;
  /** ISO. */
  startsAt: string;
  /** The name of the admin who set it; null: a super admin, or the founding. */
  setBy: string | null;
  state: PriceState;
}

/** `prices.board` (admin): the newest start first, what is upcoming on top. */
export interface PriceBoard {
  /** In force now; null while there is none. */
  priceMicroRupees: number | null;
  lines: PriceLine[];
}
