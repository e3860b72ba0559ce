import { refuse } from "@server/domain/refusals/refuse";
import { formatQuantity } from "@server/domain/money/format";

/** Orders a member may have waiting for a decision, unless the company says otherwise (design §6). */
export const DEFAULT_MAX_PENDING_ORDERS = 5;

/** Refuses a member who waits for verification where the company sells to verified members only. */
export function assertMayBuy(
  member: { readonly isApproved: boolean },
  company: { readonly unverifiedMayBuy: boolean },
): void {
  if (!member.isApproved && !company.unverifiedMayBuy) throw refuse("UNVERIFIED_MAY_NOT_BUY");
}

export interface Allowance {
  /** Orders of the member in PENDING, without the one at hand. */
  readonly pendingOrders: number;
  /** Their tokens. */
  readonly pendingTokens: number;
  /** Tokens of the order at hand. */
  readonly quantity: number;
  readonly maxPendingOrders: number;
  /** Cap in tokens; null for none. */
  readonly maxHeldTokens: number | null;
}

/**
 * Nobody can lock the supply without paying (design §6). Asked when an order is made and when it is
 * submitted. Refuses with TOO_MANY_PENDING_ORDERS or TOKEN_CAP_REACHED.
 */
export function assertWithinAllowance(allowance: Allowance): void {
  const { pendingOrders, pendingTokens, quantity, maxPendingOrders, maxHeldTokens } = allowance;
  if (pendingOrders >= maxPendingOrders) {
    throw refuse("TOO_MANY_PENDING_ORDERS", { limit: maxPendingOrders });
  }
  if (maxHeldTokens !== null && pendingTokens + quantity > maxHeldTokens) {
    throw refuse("TOKEN_CAP_REACHED", { limit: formatQuantity(maxHeldTokens) });
  }
}

/** Refuses one's own order: nobody decides on their own payment (design §7). */
export function assertMayDecide(
  order: { readonly memberId: string },
  actor: { readonly id: string },
): void {
  if (order.memberId === actor.id) throw refuse("OWN_ORDER");
}
