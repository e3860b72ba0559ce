import type { PersonLimit, PersonLimitCode } from "./person-limits";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { WHOLE_BPS } from "@server/platform/rules/money/units";

/** Maximum number of orders per bulk action, and per page. */
export const MOST_AT_ONCE = 100;

/** Default limit of pending orders per member (architecture.md §6). */
export const DEFAULT_MAX_PENDING_ORDERS = 5;

/** Default share of the private pool that an unverified member may hold without a proof (§6). */
export const DEFAULT_UNVERIFIED_HOLD_BPS = 1000;

/** Default number of days after which an undecided order without a proof gives its tokens back. */
export const DEFAULT_RELEASE_DAYS = 7;

/** The most payments of one member that may be unallocated (architecture.md §6, "Payments"). */
export const MAX_UNALLOCATED_PAYMENTS = 5;

/** Refuses an unverified member where the company sells only to verified members. */
export function assertMayBuy(
  member: { readonly isApproved: boolean },
  company: { readonly unverifiedMayBuy: boolean },
): void {
  if (!member.isApproved && !company.unverifiedMayBuy) throw refuse("UNVERIFIED_MAY_NOT_BUY");
}

/** Refuses an order below the company's least amount with BELOW_MINIMUM_ORDER. */
export function assertLeastAmount(
  { settings }: { readonly settings: { readonly minimumOrderPaise?: number } },
  amountPaise: number,
): void {
  const least = settings.minimumOrderPaise ?? 0;
  if (amountPaise < least) throw refuse("BELOW_MINIMUM_ORDER", { least: formatRupees(least) });
}

export interface Allowance {
  /** The member's orders in PENDING, without the current one. */
  readonly pendingOrders: number;
  /** Tokens of these orders. */
  readonly pendingTokens: number;
  /** Tokens of the current order. */
  readonly quantity: number;
  readonly maxPendingOrders: number;
  /** Cap in tokens; null for none. */
  readonly maxHeldTokens: number | null;
  /** The limit of an unverified member who gives no proof; null otherwise. */
  readonly unproved: {
    /** Tokens that the member's other orders without a proof hold: the OPEN one, and PENDING ones. */
    readonly heldTokens: number;
    /** From {@link unverifiedHoldTokens}. */
    readonly maxTokens: number;
  } | null;
}

/**
 * Returns the tokens that one unverified member may hold without a proof of payment
 * (architecture.md §6): a share of the private pool in basis points, and at least one token.
 */
export function unverifiedHoldTokens(poolTokens: number, shareBps: number): number {
  return Math.max(1, Number((BigInt(poolTokens) * BigInt(shareBps)) / BigInt(WHOLE_BPS)));
}

/**
 * Limits the supply that one member can hold without paying (architecture.md §6). Checked when an
 * order is created and when it is submitted. Refuses with TOO_MANY_PENDING_ORDERS,
 * TOKEN_CAP_REACHED or UNVERIFIED_CAP_REACHED.
 */
export function assertWithinAllowance(allowance: Allowance): void {
  const { pendingOrders, pendingTokens, quantity, maxPendingOrders, maxHeldTokens } = allowance;
  const { unproved } = allowance;
  if (pendingOrders >= maxPendingOrders) {
    throw refuse("TOO_MANY_PENDING_ORDERS", { limit: maxPendingOrders });
  }
  if (maxHeldTokens !== null && pendingTokens + quantity > maxHeldTokens) {
    throw refuse("TOKEN_CAP_REACHED", { limit: formatQuantity(maxHeldTokens) });
  }
  if (unproved !== null && unproved.heldTokens + quantity > unproved.maxTokens) {
    throw refuse("UNVERIFIED_CAP_REACHED", { limit: formatQuantity(unproved.maxTokens) });
  }
}

/** The allowance that {@link assertWithinAllowance} leaves to a new order. */
export interface RemainingAllowance {
  /** True if every order is refused. */
  readonly isFull: boolean;
  /** The most tokens that it accepts; null for no limit. */
  readonly mostTokens: number | null;
  /** The limit behind that number, with the refusal of more; null without one. */
  readonly limit: {
    readonly code: "TOKEN_CAP_REACHED" | "UNVERIFIED_CAP_REACHED" | PersonLimitCode;
    readonly tokens: number;
  } | null;
}

/** Returns the limits of a member, and of the person, as shown before an amount is entered. */
export function remainingAllowance(
  allowance: Omit<Allowance, "quantity">,
  ofPerson: readonly PersonLimit[] = [],
): RemainingAllowance {
  const { pendingOrders, pendingTokens, maxPendingOrders, maxHeldTokens, unproved } = allowance;
  const ofAccount = [
    ...(maxHeldTokens === null
      ? []
      : [{ code: "TOKEN_CAP_REACHED" as const, tokens: maxHeldTokens, taken: pendingTokens }]),
    ...(unproved === null
      ? []
      : [
          {
            code: "UNVERIFIED_CAP_REACHED" as const,
            tokens: unproved.maxTokens,
            taken: unproved.heldTokens,
          },
        ]),
  ].map(({ code, tokens, taken }) => ({ code, tokens, left: Math.max(0, tokens - taken) }));
  const [least] = [...ofPerson, ...ofAccount].toSorted((a, b) => a.left - b.left);
  return {
    isFull: pendingOrders >= maxPendingOrders || least?.left === 0,
    mostTokens: least?.left ?? null,
    limit: least ? { code: least.code, tokens: least.tokens } : null,
  };
}

/** Refuses a decision on the admin's own order, also by a key that they made (architecture.md §7). */
export function assertMayDecide(
  order: { readonly memberId: string | null },
  actor: { readonly id: string; readonly key?: { readonly makerId: string } },
): void {
  if (order.memberId === (actor.key?.makerId ?? actor.id)) throw refuse("OWN_ORDER");
}

/**
 * True if pages require the confirmation "I have seen this money in our account" for an approval:
 * the default, unless the company has disabled it (docs/decisions/0012).
 */
export const asksForMoney = (settings: { readonly asksMoneyConfirmation?: boolean }): boolean =>
  settings.asksMoneyConfirmation ?? true;
