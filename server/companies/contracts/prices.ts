import { z } from "zod";
import {
  MAX_PRICE_MICRO_RUPEES,
  parsePriceToMicroRupees,
} from "@server/platform/rules/money/units";
import {
  code,
  decimalField,
  idField,
  instantField,
  optional,
} from "@server/platform/contracts/fields";

/** `prices.current` (member): the inputs of the Buy page's quote. */
export type CurrentPrice = {
  /** It is null while the company has no price: buying is disabled (architecture.md §8). */
  priceMicroRupees: number | null;
  feeBps: number;
  /** Tokens neither held nor allocated. */
  remainingPrivateSupply: number;
};

/** `prices.settings` (member). */
export type PlatformSettings = { feeBps: number };

/** Rupees per token, at most six decimals; returns a canonical string. */
const priceField = decimalField("PRICE_REQUIRED", "PRICE_INVALID").refine((price) => {
  if (price === "") return true;
  const units = parsePriceToMicroRupees(price);
  return units !== null && units > 0 && units <= MAX_PRICE_MICRO_RUPEES;
}, code("PRICE_INVALID"));

/** `prices.set` (admin): a price effective now, or from `startsAt` on. Returns the new list. */
export const SetPrice = z.object({
  price: priceField,
  startsAt: optional(instantField("PRICE_START_INVALID")),
});
export type SetPrice = z.output<typeof SetPrice>;

/** `prices.cancel` (admin): cancels a scheduled price. Returns the new list. */
export const PriceRef = z.object({ id: idField });
export type PriceRef = z.output<typeof PriceRef>;

export type PriceState = "UPCOMING" | "IN_FORCE" | "ENDED" | "CANCELLED";

/** A price and its start time, past or future, also of a cancelled one. */
export interface PriceLine {
  /** It is null for the initial price of the company. */
  id: string | null;
  priceMicroRupees: number;
  /** ISO. */
  startsAt: string;
  /** Name of the admin who set it; null for a super admin or the initial price. */
  setBy: string | null;
  state: PriceState;
}

/** `prices.list` (admin): by start time, the latest first. */
export interface PriceList {
  /** The current price; null while there is none. */
  priceMicroRupees: number | null;
  lines: PriceLine[];
}
