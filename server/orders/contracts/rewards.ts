import { z } from "zod";
import {
  REWARD_SORTS,
  REWARD_STATES,
  type RewardHold,
  type RewardReason,
  type RewardState,
} from "@db/vocabulary";
import {
  booleanField,
  code,
  dateField,
  idField,
  optional,
  pageFields,
  searchField,
} from "@server/platform/contracts/fields";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { OrderRefs, reasonField } from "./decisions";

export const FilterRewards = z.object({
  ...pageFields,
  state: optional(z.enum(REWARD_STATES, { error: code("BAD_STATUS") })),
  search: searchField,
  /** Days in India of the order, both inclusive. */
  from: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  to: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  referrerId: optional(idField),
});
export type FilterRewards = z.output<typeof FilterRewards>;

/** Input of `orders.rewards.list` (admin). */
export const SortRewards = FilterRewards.extend({
  sort: z.enum(REWARD_SORTS, { error: code("FIELD_INVALID") }).default("date"),
  isDescending: booleanField("FIELD_INVALID").default(true),
});

/** Input of `orders.rewards.mine` (member): newest first. */
export const ListOwnRewards = FilterRewards.pick({ page: true, limit: true, state: true });

/** Input of `orders.rewards.release` and `orders.rewards.withdraw`: one reason for all. */
export const DecideRewards = OrderRefs.extend({
  reason: reasonField.refine((text) => text.length >= 3, code("REASON_TOO_SHORT")),
});
export type DecideRewards = z.output<typeof DecideRewards>;

/** A reward as its referrer reads it. */
export interface OwnReward {
  tokens: number;
  state: RewardState;
  /** ISO. The end of the days on hold; null where there are none. */
  releaseAt: string | null;
  heldBecause: readonly RewardHold[];
  /** Why it was withdrawn; null otherwise. */
  reason: RewardReason | null;
  /** The admin's words. */
  note: string | null;
  /** ISO times of the order, of the release or withdrawal, and of the entry in the ledger. */
  orderedAt: string;
  decidedAt: string | null;
  allocatedAt: string | null;
}

/** A reward as an admin reads it. */
export interface RewardRecord extends OwnReward {
  orderId: string;
  orderNumber: string;
  referrer: { id: string; name: string; memberId: string };
  buyer: { id: string; name: string; memberId: string };
}

/** Tokens and rewards in a state; those ALLOCATED by the ledger, others by what orders hold. */
export type RewardTotals = Record<RewardState, { rewards: number; tokens: number }>;

export interface RewardList<Row = RewardRecord> {
  records: Row[];
  total: number;
  lastPage: number;
  isSorted: boolean;
}

/** Output of `orders.rewards.release` and `.withdraw`: one result per order, in the requested order. */
export interface RewardOutcome {
  orderId: string;
  /** Null if the company has no such order, or it has no reward. */
  reward: { orderNumber: string; state: RewardState; tokens: number } | null;
  /** The failure of this one, which does not affect the others; null if it was decided. */
  refusal: { code: RefusalCode; params: { [name: string]: string | number } } | null;
}
