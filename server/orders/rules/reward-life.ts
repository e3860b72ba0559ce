import type {
  MemberStatus,
  OrderStatus,
  RewardHold,
  RewardReason,
  RewardState,
  Role,
} from "@db/vocabulary";
import type { RewardHoldRules } from "@server/companies/rules/retention";

/**
 * The life of a referrer's reward. It lives on its order, which has one at most: HELD with an OPEN order,
 * PROMISED with a PENDING one, then ON_HOLD, ALLOCATED or WITHDRAWN. Each row lists what may happen to it
 * and its state afterwards; null where nothing of it is left to show.
 */
export const REWARD_LIFE = {
  HELD: {
    SUBMITTED: "PROMISED",
    /** The order expired, or was cancelled or replaced: nobody had promised anything. */
    ENDED: null,
    REFERRER_ENDED: "WITHDRAWN",
  },
  PROMISED: {
    APPROVED: "ALLOCATED",
    /** Days, an unverified referrer or a risk hold it. */
    APPROVED_HELD: "ON_HOLD",
    /** The tokens of an undecided order were given back. Its approval takes what the pool has then. */
    ENDED: null,
    ORDER_REJECTED: "WITHDRAWN",
    REFERRER_ENDED: "WITHDRAWN",
    BY_ADMIN: "WITHDRAWN",
    RISK: "WITHDRAWN",
  },
  ON_HOLD: {
    RELEASED: "ALLOCATED",
    UNDONE: "PROMISED",
    ORDER_REVERSED: "WITHDRAWN",
    REFERRER_ENDED: "WITHDRAWN",
    BY_ADMIN: "WITHDRAWN",
    RISK: "WITHDRAWN",
  },
  /** It is the referrer's. Only a REVERSAL takes it back, whatever becomes of the referrer. */
  ALLOCATED: { UNDONE: "PROMISED", ORDER_REVERSED: "WITHDRAWN" },
  /** Final, unless its order waits again after a rejection. A refund replaces the reason. */
  WITHDRAWN: { WAITS_AGAIN: "PROMISED", REFUNDED: "WITHDRAWN" },
} as const satisfies Readonly<Record<RewardState, Readonly<Record<string, RewardState | null>>>>;

type KeysOf<T> = T extends unknown ? keyof T : never;
export type RewardEvent = KeysOf<(typeof REWARD_LIFE)[RewardState]>;

/** Returns the state of a reward after an event; undefined if the event does not concern it. */
export const rewardAfter = (
  state: RewardState,
  event: RewardEvent,
): RewardState | null | undefined =>
  (REWARD_LIFE[state] as Partial<Record<RewardEvent, RewardState | null>>)[event];

/**
 * The rulings where two things meet, each with a test of the same name in `rewards.test.ts`:
 * - The referrer is blocked, deleted or made an admin before the release: what is held, promised or on
 *   hold is withdrawn at once, and stays so if they are unblocked. What is allocated stays theirs.
 * - The rate changes: an order keeps the one of its making, also when its hold is taken again.
 * - Fewer tokens are approved: the reward is that of these tokens; the rest goes back to the pool.
 * - The pool is short: the reward is what is left after the purchase, at worst nothing.
 * - An approval is undone: the reward is promised again as it was, that of a part as far as the pool has
 *   it; a withdrawn one stays withdrawn.
 * - The order is reversed: on hold it is withdrawn without an entry; an allocated one is taken back by one.
 * - The company changes its days or limit: those in force at the approval count.
 * - The referrer is verified: it waits for its days alone; if they lose that again, nothing changes.
 * - An admin releases it early: days, verification and risk are overruled. Nobody releases or withdraws
 *   a reward of an own order or of their own.
 * - A reversal never finds fewer tokens than it takes: tokens leave a holding by the REVERSAL of one
 *   allocation alone, once and whole, so no reward is ever owed (`reward-lives.test.ts`; the CHECK
 *   `holdings_tokens` stands behind it).
 */
interface Stated {
  rewardState: Exclude<RewardState, "HELD" | "PROMISED"> | null;
  /** Tokens on hold, allocated or withdrawn. */
  rewardTokens: number | null;
  rewardReleaseAt: Date | null;
  rewardHeldBecause: RewardHold[];
  rewardReason: RewardReason | null;
  rewardNote: string | null;
  rewardDecidedAt: Date | null;
  rewardDecidedBy: string | null;
}

/** Facts that decide about an order's reward. */
interface Order extends Stated {
  status: OrderStatus;
  /** Tokens that the order holds for its referrer. */
  heldReward: number;
}

/** The columns of an order without a stated reward. */
export const NO_REWARD = {
  rewardState: null,
  rewardTokens: null,
  rewardReleaseAt: null,
  rewardHeldBecause: [],
  rewardReason: null,
  rewardNote: null,
  rewardDecidedAt: null,
  rewardDecidedBy: null,
} satisfies Stated;

/** Returns what holds a reward that is promised: the risk that was found before its approval. */
export const onlyRisk = ({ rewardHeldBecause }: Pick<Order, "rewardHeldBecause">): RewardHold[] =>
  rewardHeldBecause.filter((why) => why === "RISK");

/** Returns the state of an order's reward; null without one. */
export function rewardStateOf(
  order: Pick<Order, "status" | "heldReward" | "rewardState">,
): RewardState | null {
  if (order.rewardState !== null) return order.rewardState;
  if (order.heldReward === 0) return null;
  return order.status === "OPEN" ? "HELD" : "PROMISED";
}

/**
 * Returns the columns of an order that waits again, undone or paid anew: a reward that was withdrawn by
 * its rejection is promised again, others stay withdrawn.
 */
export const rewardWaitingAgain = ({
  rewardReason,
}: Pick<Order, "rewardReason">): Partial<Stated> =>
  rewardReason === "ORDER_REJECTED" || rewardReason === "REFUNDED" ? NO_REWARD : {};

/** True if an order has lost its reward for good. */
export const isFinallyWithdrawn = (order: Pick<Order, "rewardState" | "rewardReason">): boolean =>
  order.rewardState === "WITHDRAWN" && rewardWaitingAgain(order) !== NO_REWARD;

interface Decision {
  reason: RewardReason;
  at: Date;
  /** The admin; null for the product itself. */
  by?: string | null;
  note?: string | null;
}

/** Returns the columns of a withdrawn reward; none where the reason does not concern it. */
export function withdrawn(
  order: Pick<Order, "status" | "heldReward" | "rewardState" | "rewardTokens">,
  { reason, at, by = null, note = null }: Decision,
): Partial<Stated> {
  const state = rewardStateOf(order);
  if (state === null || rewardAfter(state, reason) !== "WITHDRAWN") return {};
  return {
    rewardState: "WITHDRAWN",
    rewardTokens: order.rewardTokens ?? order.heldReward,
    rewardReason: reason,
    rewardNote: note,
    rewardDecidedAt: at,
    rewardDecidedBy: by,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A reward as an approval leaves it. */
export interface ApprovedReward {
  /** Tokens that the terms of the order state, allocated or on hold. */
  tokens: number;
  /** Those that are allocated with the approval, and those that stay held. */
  allocated: number;
  held: number;
  columns: Partial<Stated>;
}

/**
 * Decides about the reward of an order that is approved, of `tokens`: its held reward, or the part for
 * the approved tokens. A referrer who may not earn loses it.
 */
export function rewardAtApproval(
  order: Pick<
    Order,
    "status" | "heldReward" | "rewardState" | "rewardTokens" | "rewardHeldBecause"
  >,
  {
    tokens,
    referrer,
    rules: { rewardHoldDays, rewardVerifiedAbove },
    at,
  }: {
    tokens: number;
    /** Null if the referrer may not earn. */
    referrer: { isApproved: boolean } | null;
    rules: RewardHoldRules;
    at: Date;
  },
): ApprovedReward {
  const none = { tokens: 0, allocated: 0, held: 0 };
  if (!referrer) {
    return { ...none, columns: withdrawn(order, { reason: "REFERRER_ENDED", at }) };
  }
  if (tokens === 0) return { ...none, columns: {} };
  const isUnverified = !referrer.isApproved && tokens > (rewardVerifiedAbove ?? Infinity);
  const rewardHeldBecause: RewardHold[] = [
    ...(rewardHoldDays > 0 ? (["DAYS"] as const) : []),
    ...(isUnverified ? (["UNVERIFIED"] as const) : []),
    // It was found before: an approval only reads it.
    ...onlyRisk(order),
  ];
  const stated = { ...NO_REWARD, rewardTokens: tokens, rewardHeldBecause };
  if (rewardHeldBecause.length === 0) {
    const columns = { ...stated, rewardState: "ALLOCATED" as const, rewardDecidedAt: at };
    return { tokens, allocated: tokens, held: 0, columns };
  }
  const rewardReleaseAt = new Date(at.getTime() + rewardHoldDays * DAY_MS);
  const columns = { ...stated, rewardState: "ON_HOLD" as const, rewardReleaseAt };
  return { tokens, allocated: 0, held: tokens, columns };
}

/** Returns the columns of a reward on hold that is allocated now. */
export const released = ({ at, by, note }: Omit<Decision, "reason">): Partial<Stated> => ({
  rewardState: "ALLOCATED",
  rewardNote: note ?? null,
  rewardDecidedAt: at,
  rewardDecidedBy: by ?? null,
});

/**
 * Tells whether a referrer earns rewards. A blocked or deleted one does not (architecture.md §5), nor
 * one who became an admin: no one decides on their own tokens.
 */
export const mayEarn = (referrer: {
  role: Role;
  status: MemberStatus;
  deletedAt: Date | null;
}): boolean =>
  referrer.role === "USER" && referrer.status !== "BLOCKED" && referrer.deletedAt === null;
