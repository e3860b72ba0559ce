import type { AllocationKind } from "@db/vocabulary";
import { WHOLE_BPS } from "@server/domain/money/units";
import { rewardFor } from "@server/domain/referrals/referrals";
import { type AllocationTerms, type OrderTerms, termLines } from "./allocation-text";

/** What an allocation disagrees with, although its own hash is right. */
export type AllocationFault =
  /** The order's row differs from the hashed terms, in these fields; `order` if it is missing. */
  | { fault: "terms"; fields: string[] }
  /** The member or the tokens are not those that the terms give to this kind of allocation. */
  | { fault: "share"; quantity: number; due: number }
  /** The reward exceeds the rule: floor(quantity × rate). */
  | { fault: "reward"; paid: number; rule: number }
  /** It takes back something else than the one allocation of this member and order. */
  | { fault: "reversal" };

/** An allocation with what the ledger says about its order. */
export interface AllocationInContext {
  readonly kind: AllocationKind;
  readonly memberId: string;
  readonly quantity: number;
  /** From its hashed text; null for version 1. */
  readonly covered: AllocationTerms | null;
  /** The order's row; its reward is that of the hashed terms. Null if there is no such order. */
  readonly order: Omit<OrderTerms, "rewardTokens"> | null;
  /** The purchases and rewards of the same member and order, and the reversals so far. */
  readonly taken: {
    readonly allocated: readonly { sequence: number; hash: string; quantity: number }[];
    readonly reversals: number;
  };
}

/** Compares an allocation with its order, with what it takes back, and with the reward's rule. */
export function allocationFaults(row: AllocationInContext): AllocationFault[] {
  const faults: AllocationFault[] = [];
  const { covered, order } = row;
  if (!order) faults.push({ fault: "terms", fields: ["order"] });
  if (covered) {
    const { terms } = covered;
    const fields = order ? differences(terms, { ...order, rewardTokens: terms.rewardTokens }) : [];
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

/** Tokens that the terms give this member by this kind; a REVERSAL is judged by what it reverses. */
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

/** The names of the terms that differ; all of them if one side has no exact text. */
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
