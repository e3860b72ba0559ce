import type { AllocationKind } from "@db/vocabulary";
import { WHOLE_BPS } from "@server/platform/rules/money/units";
import { rewardFor } from "./reward";
import { type AllocationTerms, type OrderTerms, termLines } from "./allocation-text";
import { saltedTerms } from "./hash-chain.server";

/** A contradiction between an allocation, whose own hash is right, and the rest of the ledger. */
export type AllocationFault =
  /** The order's row differs from the hashed terms, in these fields; `order` if it is missing. */
  | { fault: "terms"; fields: string[] }
  /** The member or the tokens are not those that the terms give this kind of allocation. */
  | { fault: "share"; quantity: number; due: number }
  /** The reward exceeds the rule: floor(quantity × rate). */
  | { fault: "reward"; paid: number; rule: number }
  /** It reverses something other than the one allocation of this member and order. */
  | { fault: "reversal" };

/** An allocation with the ledger's record of its order. */
export interface AllocationInContext {
  readonly kind: AllocationKind;
  readonly memberId: string;
  readonly quantity: number;
  /** Parsed from its hashed text; null for a text of another format, which the chain reports. */
  readonly covered: AllocationTerms | null;
  /** Terms that the purchase of the same decision covers; null without one. */
  readonly purchase: OrderTerms | null;
  /** The order's row; its reward is that of the hashed terms. Null if there is no such order. */
  readonly order: Omit<OrderTerms, "rewardTokens"> | null;
  /** The order's salt. */
  readonly salt: string | null;
  /**
   * True if the decision is the order's latest: the row then states the approved terms. Those of an
   * undone decision are in its own texts only.
   */
  readonly isLatest: boolean;
  /** The purchase or reward of the same member and decision, and the reversals so far. */
  readonly taken: {
    readonly allocated: readonly { sequence: number; hash: string; quantity: number }[];
    readonly reversals: number;
  };
}

/** Terms that are fixed when an order is created. */
const FIXED = new Set(["order-number", "buyer", "price-micro-rupees", "fee-bps", "referrer"]);

/**
 * Compares an allocation with its order, with the allocation that it reverses, and with the reward's
 * rule.
 */
export function allocationFaults(row: AllocationInContext): AllocationFault[] {
  const faults: AllocationFault[] = [];
  const { covered, order } = row;
  if (!order) faults.push({ fault: "terms", fields: ["order"] });
  const terms = covered && termsFor(row, covered);
  if (covered && !terms) faults.push({ fault: "terms", fields: ["terms"] });
  if (covered && terms) {
    // A reward's terms are compared with its purchase's, which are compared with the order.
    const differing =
      order && typeof covered.terms !== "string"
        ? differences(terms, { ...order, rewardTokens: terms.rewardTokens })
        : [];
    const fields = differing.filter((name) => row.isLatest || FIXED.has(name));
    if (fields.length > 0) faults.push({ fault: "terms", fields });
    const rule =
      terms.rewardBps !== null &&
      terms.rewardBps <= WHOLE_BPS &&
      Number.isSafeInteger(terms.quantity)
        ? rewardFor(terms.quantity, terms.rewardBps)
        : 0;
    if (terms.rewardTokens > rule) {
      faults.push({ fault: "reward", paid: terms.rewardTokens, rule });
    }
    const due = dueOf(row, terms);
    if (due !== row.quantity) faults.push({ fault: "share", quantity: row.quantity, due });
  }
  if (row.kind === "REVERSAL" ? !reversesRightly(row) : covered?.reverses) {
    faults.push({ fault: "reversal" });
  }
  return faults;
}

/**
 * Returns the terms that an allocation covers: a buyer's as its text states them, a reward's as the
 * purchase states them if its text has their salted hash. Null if it covers other terms, or in the
 * wrong form.
 */
function termsFor(row: AllocationInContext, covered: AllocationTerms): OrderTerms | null {
  if (typeof covered.terms !== "string") {
    const isBuyers = row.kind === "PURCHASE" || isReversalOf(row, covered.terms.buyerId);
    return isBuyers ? covered.terms : null;
  }
  const { purchase, salt } = row;
  if (row.kind === "PURCHASE" || !purchase || salt === null) return null;
  if (isReversalOf(row, purchase.buyerId)) return null;
  try {
    return covered.terms === saltedTerms(salt, purchase) ? purchase : null;
  } catch {
    // These terms have no exact text.
    return null;
  }
}

const isReversalOf = ({ kind, memberId }: AllocationInContext, buyerId: string): boolean =>
  kind === "REVERSAL" && memberId === buyerId;

/**
 * Returns the tokens that the terms give this member by this kind; a REVERSAL is judged by what it
 * reverses.
 */
function dueOf({ kind, memberId, quantity }: AllocationInContext, terms: OrderTerms): number {
  if (kind === "REVERSAL") return quantity;
  if (kind === "PURCHASE") return memberId === terms.buyerId ? terms.quantity : 0;
  return memberId === terms.referrerId ? terms.rewardTokens : 0;
}

function reversesRightly({ quantity, covered, taken }: AllocationInContext): boolean {
  const [reversed, another] = taken.allocated;
  if (!reversed || another || taken.reversals > 1 || reversed.quantity !== -quantity) return false;
  if (!covered) return true;
  const { reverses } = covered;
  return reverses?.sequence === reversed.sequence && reverses.hash === reversed.hash;
}

/** Lists the terms that differ; all of them if one side has no exact text. */
function differences(hashed: OrderTerms, stored: OrderTerms): string[] {
  try {
    const lines = termLines(stored);
    return termLines(hashed).flatMap(([name, value], at) =>
      lines[at]?.[1] === value ? [] : [name],
    );
  } catch {
    return ["order"];
  }
}
