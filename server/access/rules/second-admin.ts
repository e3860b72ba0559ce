import type { AdminRole, ChangeKind } from "@db/vocabulary";
import { divideHalfUp, MICRO_RUPEES_PER_PAISA } from "@server/platform/rules/money/units";

/**
 * The rules about a second admin (product.md §6). `assertMayConfirm` in
 * `companies/second-admin/approval-above-sum.ts` checks who may confirm an approval above the company's
 * sum: the roles are `CONFIRMERS` below, trusted accounts are in `queries/trusted-admins.ts`.
 */

/** Returned when the change was stored to wait for a second admin; its caller gets NEEDS_SECOND_ADMIN. */
export type StoredForSecondAdmin = { waitingChangeId: string };

export const isWaiting = (answer: unknown): answer is StoredForSecondAdmin =>
  typeof answer === "object" && answer !== null && "waitingChangeId" in answer;

/** Hours that a change waits where no other admin may confirm it. */
export const COOL_OFF_HOURS = 24;

/** Days after which a change that nobody confirms expires. */
export const CONFIRM_WITHIN_DAYS = 7;

/** Days during which an admin whom a colleague made, promoted or changed confirms nothing. */
export const ADMIN_CHANGE_DAYS = 7;

/** Days that an ended change is kept; the activity keeps it for good. */
export const ENDED_CHANGE_DAYS = 400;

/** An approval counts at the highest price since this many days before its order. */
export const PRICE_DAYS = 7;

/**
 * The most changes of a company that wait at once. Approvals are not limited: there are as many as
 * orders.
 */
export const MOST_WAITING = 20;

/** Maps each kind of change to the roles that may confirm it: those that may make it. */
const CONFIRMERS: Readonly<Record<ChangeKind, readonly AdminRole[]>> = {
  ACCOUNT_ADD: ["OWNER"],
  ACCOUNT_CHANGE: ["OWNER"],
  ACCOUNT_REMOVE: ["OWNER"],
  RULES: ["OWNER"],
  TERMS: ["OWNER"],
  CAMPAIGN: ["OWNER"],
  UNLOCK_PLAN: ["OWNER"],
  LOST_WALLET: ["OWNER"],
  BATCH_FREEZE: ["OWNER"],
  BATCH_CONTRACT: ["OWNER"],
  AUTHORITY_FILE: ["OWNER"],
  ORDER_APPROVAL: ["OWNER", "CASHIER"],
  PAYMENT_ALLOCATION: ["OWNER", "CASHIER"],
  PAYMENT_ORDER: ["OWNER", "CASHIER"],
};

/** True for an approval. Of the other kinds at most MOST_WAITING wait at once. */
export const isApproval = (kind: ChangeKind): boolean =>
  kind === "ORDER_APPROVAL" || kind === "PAYMENT_ALLOCATION" || kind === "PAYMENT_ORDER";

export const confirmersOf = (kind: ChangeKind): readonly AdminRole[] => CONFIRMERS[kind];

/** The company's own rules. */
export interface SecondAdminRules {
  /** Approvals above this sum need a second admin; null for none. */
  abovePaise: number | null;
}

export const secondAdminRules = (settings: {
  secondAdminAbovePaise?: number;
}): SecondAdminRules => ({ abovePaise: settings.secondAdminAbovePaise ?? null });

/** True if other rules protect less: such a change needs a second admin itself. */
export const isWeaker = (before: SecondAdminRules, after: SecondAdminRules): boolean =>
  before.abovePaise !== null && (after.abovePaise === null || after.abovePaise > before.abovePaise);

/** True if the approval of this sum needs a second admin. */
export const needsSecondAdmin = ({ abovePaise }: SecondAdminRules, sumPaise: number): boolean =>
  abovePaise !== null && sumPaise > abovePaise;

/**
 * Returns the worth of tokens at a price in micro-rupees, in paise. An approval counts with this
 * where it is more than the order's total: otherwise an admin could lower the price first to stay
 * below the company's sum.
 */
export const worthInPaise = (quantity: number, priceMicroRupees: number): number =>
  Number(divideHalfUp(BigInt(quantity) * BigInt(priceMicroRupees), BigInt(MICRO_RUPEES_PER_PAISA)));
