import { z } from "zod";
import {
  REWARD_HOLDS,
  REWARD_REASONS,
  REWARD_SORTS,
  REWARD_STATES,
  type RewardHold,
  type RewardReason,
  type RewardState,
} from "@db/vocabulary";
import {
  described,
  id,
  instant,
  orNull,
  SAMPLE_ID,
  text,
  textOrNull,
  tokens,
} from "@server/platform/contracts/described";
import {
  booleanField,
  code,
  dateField,
  idField,
  optional,
  pageFields,
  searchField,
  oneOf,
} from "@server/platform/contracts/fields";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { OrderRefs, reasonField } from "./decisions";

export const FilterRewards = z.object({
  ...pageFields,
  state: described(
    optional(oneOf(REWARD_STATES, "BAD_STATUS")),
    "Only rewards in this state.",
    "ON_HOLD",
    "BAD_STATUS",
  ),
  search: searchField,
  from: described(
    optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
    "Only orders since this day in India.",
    "2026-04-01",
  ),
  to: described(
    optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
    "Only orders until this day in India.",
    "2027-03-31",
  ),
  referrerId: described(optional(idField), "Only rewards of this member.", SAMPLE_ID),
});
export type FilterRewards = z.output<typeof FilterRewards>;

/** Input of `orders.rewards.list` (admin). */
export const SortRewards = FilterRewards.extend({
  sort: described(
    oneOf(REWARD_SORTS).default("date"),
    "The column to sort by.",
    "date",
    "FIELD_INVALID",
  ),
  isDescending: described(
    booleanField("FIELD_INVALID").default(true),
    "False: the smallest or oldest first.",
    true,
  ),
});

/** Input of `orders.rewards.mine` (member): newest first. */
export const ListOwnRewards = FilterRewards.pick({ page: true, limit: true, state: true });

/** Input of `orders.rewards.release` and `orders.rewards.withdraw`: one reason for all. */
export const DecideRewards = OrderRefs.extend({
  reason: described(
    reasonField.refine((text) => text.length >= 3, code("REASON_TOO_SHORT")).meta({ minLength: 3 }),
    "The reason; the referrer can read it.",
    "The same person",
    "REASON_TOO_SHORT",
  ),
});
export type DecideRewards = z.output<typeof DecideRewards>;

const somebody = z.object({
  referralCode: text("The Member ID.", "M2222222"),
  name: text("The name.", "Asha Rao"),
});

/** A reward that an admin decided, as REST answers it. */
export const DecidedRewardAnswer = z.object({
  orderNumber: text("The order's number.", "PUR-123456"),
  state: described(
    z.enum(REWARD_STATES),
    "HELD with an open order, PROMISED with a payment that waits, ON_HOLD after its approval, ALLOCATED in the ledger, or WITHDRAWN.",
    "ON_HOLD",
  ),
  tokens: tokens("The reward, in tokens.", 40),
});

/** A reward as REST shows it to an admin. */
export const RewardAnswer = z.object({
  id: id("The id of the reward's order."),
  ...DecidedRewardAnswer.shape,
  referrer: somebody.describe("Who gets the reward."),
  buyer: somebody.describe("Whose purchase it is for."),
  releaseAt: orNull(instant("When the days on hold end.")),
  heldBecause: described(z.array(z.enum(REWARD_HOLDS)), "What holds it.", ["DAYS"]),
  withdrawnBecause: orNull(
    described(z.enum(REWARD_REASONS), "Why it was withdrawn.", "ORDER_REVERSED"),
  ),
  note: textOrNull("The admin's words; null: none.", "Checked by phone"),
  createdAt: instant("When the order was made."),
  decidedAt: orNull(instant("When it was released or withdrawn.")),
  allocatedAt: orNull(instant("When it entered the ledger.")),
});
type Answered = z.output<typeof RewardAnswer>;

/** A reward as its referrer reads it. */
export interface OwnReward extends Pick<
  Answered,
  "tokens" | "state" | "releaseAt" | "note" | "decidedAt" | "allocatedAt"
> {
  heldBecause: readonly RewardHold[];
  /** Why it was withdrawn; null otherwise, and where it tells of the purchase. */
  reason: Exclude<RewardReason, "ORDER_REJECTED" | "ORDER_REVERSED" | "REFUNDED"> | null;
  /** ISO. */
  orderedAt: string;
}

/** A reward as an admin reads it. */
export interface RewardRecord extends Omit<OwnReward, "reason"> {
  reason: RewardReason | null;
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
  reward: z.output<typeof DecidedRewardAnswer> | null;
  /** The failure of this one, which does not affect the others; null if it was decided. */
  refusal: { code: RefusalCode; params: { [name: string]: string | number } } | null;
}
