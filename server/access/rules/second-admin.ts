import type { AdminRole, ChangeKind } from "@db/vocabulary";
import { divideHalfUp, MICRO_RUPEES_PER_PAISA } from "@server/platform/rules/money/units";

/** The rules about a second admin (product.md §6). */

/**
 * The answer of an act that stored its change for a second admin; its caller is refused with
 * NEEDS_SECOND_ADMIN.
 */
export type Waiting = { waitingChangeId: string };

export const isWaiting = (answer: unknown): answer is Waiting =>
  typeof answer === "object" && answer !== null && "waitingChangeId" in answer;

/** How long a change waits that nobody else can confirm, in hours. */
export const COOL_OFF_HOURS = 24;

/** A change that nobody confirms expires after so many days. */
export const CONFIRM_WITHIN_DAYS = 7;

/** An admin whom a colleague made, promoted or changed within so many days confirms nothing. */
export const ADMIN_CHANGE_DAYS = 7;

/** How long a change that has ended is kept; the activity keeps it for good. */
export const ENDED_CHANGE_DAYS = 400;

/** An approval counts at the highest price since so many days before its order was made. */
export const PRICE_DAYS = 7;

/** The most changes of a company that wait at once; approvals are as many as there are orders. */
export const MOST_WAITING = 20;

/** The roles that may confirm a change: those that may make it. */
const CONFIRMERS: Readonly<Record<ChangeKind, readonly AdminRole[]>> = {
  ACCOUNT_ADD: ["OWNER"],
  ACCOUNT_CHANGE: ["OWNER"],
  ACCOUNT_REMOVE: ["OWNER"],
  RULES: ["OWNER"],
  ORDER_APPROVAL: ["OWNER", "CASHIER"],
  PAYMENT_ALLOCATION: ["OWNER", "CASHIER"],
  PAYMENT_ORDER: ["OWNER", "CASHIER"],
};

/** An approval: there are as many as orders. Of the other kinds MOST_WAITING wait. */
export const isApproval = (kind: ChangeKind): boolean =>
  kind === "ORDER_APPROVAL" || kind === "PAYMENT_ALLOCATION" || kind === "PAYMENT_ORDER";

export const confirmersOf = (kind: ChangeKind): readonly AdminRole[] => CONFIRMERS[kind];

/** What a company has set. */
export interface SecondAdminRules {
  /** Approvals above this sum need a second admin; null for none. */
  abovePaise: number | null;
}

export const secondAdminRules = (settings: {
  secondAdminAbovePaise?: number;
}): SecondAdminRules => ({ abovePaise: settings.secondAdminAbovePaise ?? null });

/** Whether other rules protect less: those need a second admin themselves. */
export const isWeaker = (before: SecondAdminRules, after: SecondAdminRules): boolean =>
  before.abovePaise !== null && (after.abovePaise === null || after.abovePaise > before.abovePaise);

/** Whether the approval of this sum needs a second admin. */
export const needsSecondAdmin = ({ abovePaise }: SecondAdminRules, sumPaise: number): boolean =>
  abovePaise !== null && sumPaise > abovePaise;

/**
 * What tokens are worth at a price in micro-rupees, in paise. An approval counts with this where it is
 * more than the order's total: who lowers the price first would stay below the company's sum.
 */
export const worthInPaise = (quantity: number, priceMicroRupees: number): number =>
  Number(divideHalfUp(BigInt(quantity) * BigInt(priceMicroRupees), BigInt(MICRO_RUPEES_PER_PAISA)));
