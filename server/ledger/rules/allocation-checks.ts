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
  /** The reward, or the bonus, exceeds the rule: floor(quantity × rate). */
  | { fault: "reward" | "bonus"; paid: number; rule: number }
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
  /** Tokens that such a kind takes back of the same member and decision, and the reversals so far. */
  readonly taken: {
    readonly allocated: readonly { sequence: number; hash: string; quantity: number }[];
    readonly reversals: number;
  };
}

/** Terms that are fixed when an order is created. */
const FIXED = new Set([
  "order-number",
  "buyer",
  "price-micro-rupees",
  "fee-bps",
  "referrer",
  "bonus-bps",
]);

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
    for (const [fault, bps, paid] of [
      ["reward", terms.rewardBps, terms.rewardTokens],
      ["bonus", terms.bonusBps, terms.bonusTokens],
    ] as const) {
      const rule =
        bps !== null && bps <= WHOLE_BPS && Number.isSafeInteger(terms.quantity)
          ? rewardFor(terms.quantity, bps)
          : 0;
      if (paid > rule) faults.push({ fault, paid, rule });
    }
    const due = dueOf(row, terms);
    if (due !== row.quantity) faults.push({ fault: "share", quantity: row.quantity, due });
  }
  if (takesBack(row) ? !reversesRightly(row) : covered?.reverses) {
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
    const isBuyers = isBuyersKind(row) || isReversalOf(row, covered.terms.buyerId);
    return isBuyers ? covered.terms : null;
  }
  const { purchase, salt } = row;
  if (isBuyersKind(row) || !purchase || salt === null) return null;
  if (isReversalOf(row, purchase.buyerId)) return null;
  try {
    return covered.terms === saltedTerms(salt, purchase) ? purchase : null;
  } catch {
    // These terms have no exact text.
    return null;
  }
}

const isBuyersKind = ({ kind }: AllocationInContext): boolean =>
  kind === "PURCHASE" || kind === "BONUS" || kind === "BONUS_REVERSAL";

const takesBack = ({ kind }: Pick<AllocationInContext, "kind">): boolean =>
  kind === "REVERSAL" || kind === "BONUS_REVERSAL";

const isReversalOf = ({ kind, memberId }: AllocationInContext, buyerId: string): boolean =>
  kind === "REVERSAL" && memberId === buyerId;

/**
 * Returns the tokens that the terms give this member by this kind; what takes another back is judged
 * by that.
 */
function dueOf({ kind, memberId, quantity }: AllocationInContext, terms: OrderTerms): number {
  if (takesBack({ kind })) return quantity;
  if (kind === "PURCHASE") return memberId === terms.buyerId ? terms.quantity : 0;
  if (kind === "BONUS") return memberId === terms.buyerId ? terms.bonusTokens : 0;
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
