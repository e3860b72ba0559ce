import type { AdminRole, ChangeKind } from "@db/vocabulary";
import { divideHalfUp, MICRO_RUPEES_PER_PAISA } from "@server/domain/money/units";

/** The rules about a second admin (product.md §6). */

/** How long a change waits that nobody else can confirm, in hours; a company sets it in these bounds. */
export const COOL_OFF_HOURS = { default: 24, least: 12, most: 168 } as const;

/** A change that nobody confirms expires after so many days. */
export const CONFIRM_WITHIN_DAYS = 7;

/**
 * An admin whose account another admin of the company made or changed confirms nothing that was
 * requested within so many hours after that, or before it. After an alteration a cool-off lasts at least
 * as long, and the address of before hears of waiting changes. Fewer hours than the longest cool-off
 * would make a second mailbox the shorter way.
 */
export const ADMIN_CHANGE_HOURS = 168;

/** How long a change that has ended is kept; the activity keeps it for good. */
export const ENDED_CHANGE_DAYS = 400;

/** An approval counts at the highest price since so many days before its order was made. */
export const PRICE_DAYS = 7;

/** The most changes of a company that wait at once; approvals are as many as there are orders. */
export const MOST_WAITING = 20;

/**
 * How many changes of accounts and rules are asked for in an hour, how many changes withdrawn and
 * approvals asked for again; by an admin also how many admins made or altered, how many deprived of their
 * rights, prices set, and how often data is kept for a shorter time: each is a mail to the whole company.
 */
export const MOST_AN_HOUR = { admin: 30, company: 60 } as const;

/** How often colleagues log an admin out in an hour, all of them together. */
export const MOST_LOG_OUTS_AN_HOUR = 3;

/**
 * How many admins an admin makes or alters in a week, and how often they give the company another support
 * address: each address of before is told of everything for a week, in one statement under the company's
 * lock, so these must stay few.
 */
export const MOST_A_WEEK = { admins: 100, supportAddresses: 10 } as const;

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
  coolOffHours: number;
}

export const secondAdminRules = (settings: {
  secondAdminAbovePaise?: number;
  coolOffHours?: number;
}): SecondAdminRules => ({
  abovePaise: settings.secondAdminAbovePaise ?? null,
  coolOffHours: settings.coolOffHours ?? COOL_OFF_HOURS.default,
});

/** Whether other rules protect less: those need a second admin themselves. */
export const isWeaker = (before: SecondAdminRules, after: SecondAdminRules): boolean =>
  after.coolOffHours < before.coolOffHours ||
  (before.abovePaise !== null &&
    (after.abovePaise === null || after.abovePaise > before.abovePaise));

/** Whether the approval of this sum needs a second admin. */
export const needsSecondAdmin = ({ abovePaise }: SecondAdminRules, sumPaise: number): boolean =>
  abovePaise !== null && sumPaise > abovePaise;

/**
 * What tokens are worth at a price in micro-rupees, in paise. An approval counts with this where it is
 * more than the order's total: who lowers the price first would stay below the company's sum.
 */
export const worthInPaise = (quantity: number, priceMicroRupees: number): number =>
  Number(divideHalfUp(BigInt(quantity) * BigInt(priceMicroRupees), BigInt(MICRO_RUPEES_PER_PAISA)));
