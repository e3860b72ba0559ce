import { z } from "zod";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import {
  MAX_PRICE_MICRO_RUPEES,
  parsePriceToMicroRupees,
} from "@server/platform/rules/money/units";
import { percent, rupees, tokens } from "@server/platform/contracts/described";
import {
  booleanField,
  code,
  decimalField,
  idField,
  instantField,
  optional,
  percentField,
} from "@server/platform/contracts/fields";

const platformChargePercent = percent("The platform's fee.");
export const SettingsAnswer = z.object({ platformChargePercent });
export const PriceAnswer = z.object({
  price: rupees("For one token; 0 while nothing is sold.", 12.5),
  platformChargePercent,
  remainingPrivateSupply: tokens("Tokens neither held nor allocated.", 90_000),
});

/** `prices.current` (member): the inputs of the Buy page's quote. */
export type CurrentPrice = {
  /** It is null while the company has no price: buying is disabled (product.md §5). */
  priceMicroRupees: number | null;
  feeBps: number;
  /** Tokens neither held nor allocated. */
  remainingPrivateSupply: number;
};

/** Rupees per token, at most six decimals; returns a canonical string. */
const priceField = decimalField("PRICE_REQUIRED", "PRICE_INVALID").refine((price) => {
  if (price === "") return true;
  const units = parsePriceToMicroRupees(price);
  return units !== null && units > 0 && units <= MAX_PRICE_MICRO_RUPEES;
}, code("PRICE_INVALID"));

const startField = instantField("PRICE_START_INVALID");
const launchField = instantField("LAUNCH_INVALID");

/** `prices.set` (admin): a price effective now, or from `startsAt` on. Returns the new list. */
export const SetPrice = z.object({
  price: priceField,
  startsAt: optional(startField),
});
export type SetPrice = z.output<typeof SetPrice>;

/**
 * `prices.setTerms` (admin): a fee or reward from `startsAt` on, or from its second admin's
 * confirmation, and the launch date. An absent or unchanged term stays. Returns null.
 */
export const SetTerms = z.object({
  platformChargePercent: optional(percentField("FEE_PERCENT_INVALID")),
  referralRewardPercent: optional(percentField("REWARD_PERCENT_INVALID")),
  launchAt: optional(launchField),
  startsAt: optional(startField),
});
export type SetTerms = z.output<typeof SetTerms>;

/** `prices.review` (admin): the changes of a price and terms, before they are made. */
export const ReviewTerms = SetTerms.extend({ price: optional(priceField) });
export type ReviewTerms = z.output<typeof ReviewTerms>;

const boundField = (invalid: RefusalCode) =>
  z.preprocess((value) => value ?? "", percentField(invalid));

/** `companies.setBounds` (super admin): which terms the owners may change, in percent. */
export const SetBounds = z
  .object({
    id: idField,
    feeMayChange: booleanField("FIELD_INVALID").default(false),
    feeLeast: boundField("FEE_PERCENT_INVALID"),
    feeMost: boundField("FEE_PERCENT_INVALID"),
    rewardMayChange: booleanField("FIELD_INVALID").default(false),
    rewardLeast: boundField("REWARD_PERCENT_INVALID"),
    rewardMost: boundField("REWARD_PERCENT_INVALID"),
    launchMayChange: booleanField("FIELD_INVALID").default(false),
    launchLatest: optional(launchField),
  })
  .refine(({ feeLeast, feeMost }) => Number(feeLeast) <= Number(feeMost), {
    error: code("BOUNDS_REVERSED"),
    path: ["feeMost"],
  })
  .refine(({ rewardLeast, rewardMost }) => Number(rewardLeast) <= Number(rewardMost), {
    error: code("BOUNDS_REVERSED"),
    path: ["rewardMost"],
  });
export type SetBounds = z.output<typeof SetBounds>;

/** `companies.bounds` (super admin), in basis points; null for a term that is closed. */
export interface BoundsView {
  fee: { least: number; most: number } | null;
  reward: { least: number; most: number } | null;
  /** `latest` is ISO. */
  launch: { latest: string | null } | null;
}

/** A term that would change; instants are ISO. */
export interface TermChange {
  name: "priceMicroRupees" | "feeBps" | "referralRewardBps" | "launchAt";
  before: number | string | null;
  after: number | string;
  /** True if a second admin confirms it. */
  waits: boolean;
}

/** `prices.cancel` (admin): cancels a scheduled price. Returns the new list. */
export const PriceRef = z.object({ id: idField });
export type PriceRef = z.output<typeof PriceRef>;

export type PriceState = "UPCOMING" | "IN_FORCE" | "ENDED" | "CANCELLED";

/** Terms with their start time, past or future, also cancelled ones; null where a term stays. */
export interface PriceLine {
  /** It is null for the initial price of the company. */
  id: string | null;
  priceMicroRupees: number | null;
  feeBps: number | null;
  referralRewardBps: number | null;
  /** ISO. */
  startsAt: string;
  /** Name of the admin who set it; null for a super admin or the initial price. */
  setBy: string | null;
  state: PriceState;
}
