import { ORDER_FLAGS } from "@db/vocabulary";
import type { OrderFlag, PaymentMethod } from "@db/vocabulary";
import { isUnusualReference } from "@server/domain/orders/reference";
import { isLate } from "@server/domain/orders/times";

export interface SubmissionFacts {
  readonly method: PaymentMethod;
  /** Normalised; null for a method without one. */
  readonly reference: string | null;
  readonly totalPaise: number;
  /** What the member says was paid; null when not said. */
  readonly paidAmountPaise: number | null;
  readonly holdEndsAt: Date;
  readonly submittedAt: Date;
  /** Whether another order of the company has a proof with the same bytes. */
  readonly isProofRepeated: boolean;
}

/** What an admin should look at twice before approving (design §6), in the vocabulary's order. */
export function flagsOf(facts: SubmissionFacts): OrderFlag[] {
  const raised: Readonly<Record<OrderFlag, boolean>> = {
    REPEATED_PROOF: facts.isProofRepeated,
    AMOUNT_DIFFERS: facts.paidAmountPaise !== null && facts.paidAmountPaise !== facts.totalPaise,
    LATE_PAYMENT: isLate(facts, facts.submittedAt),
    UNUSUAL_REFERENCE: isUnusualReference(facts.method, facts.reference),
  };
  return ORDER_FLAGS.filter((flag) => raised[flag]);
}
