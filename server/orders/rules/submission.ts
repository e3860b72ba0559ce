import {
  type PaymentMethod,
  type SubmittableMethod,
  ORDER_FLAGS,
  SINGLE_DECISION_FLAGS,
  type OrderFlag,
} from "@db/vocabulary";
import { refuse, type PlainRefusalCode } from "@server/platform/rules/refusals/refuse";
import { needsProof, typedKey } from "@server/payments/rules/keys";
import { plainTyped } from "@server/platform/rules/text/typed";
import { missingOf, restOf } from "@server/platform/rules/money/partial-payment";
import { isLate } from "@server/platform/rules/hold-times";

/** Matches spaces, hyphens and dashes of any script. */
const SEPARATORS = /[\s\p{Pd}\u2212]+/gu;

/**
 * Normalises a bank reference for display: upper case, digits of any script as 0 to 9, without spaces,
 * hyphens and invisible characters. Idempotent. Payments are compared by their keys
 * (payments/rules/keys).
 */
export function normaliseReference(text: string): string {
  return plainTyped(text).toUpperCase().replace(SEPARATORS, "");
}

/** Tells whether a normalised reference is valid: 1 to 64 Latin letters, digits and / . _ : # */
export function isReference(reference: string): boolean {
  return /^(?=.*[A-Z0-9])[A-Z0-9/._:#]{1,64}$/.test(reference);
}

/**
 * Formats of each method's references: UPI transactions have 12 digits; of bank transfers NEFT has 16
 * letters and digits, RTGS 22 and IMPS 12 digits.
 */
const FORMS: Partial<Record<PaymentMethod, RegExp>> = {
  UPI: /^\d{12}$/,
  BANK: /^(\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$/,
};

/**
 * Tells whether a reference, with or without a label ("UTR no."), does not have its method's format.
 * The pages ask about it before it is sent; otherwise it raises a flag. It is never refused.
 */
export function isUnusualReference(method: PaymentMethod, reference: string | null): boolean {
  const form = FORMS[method];
  const typed = normaliseReference(reference ?? "");
  if (!form || typed === "") return false;
  return !form.test(typed) && !form.test(typedKey(typed) ?? "");
}

/** Returns the code of the question about an unusual reference, by method. */
export const unusualReferenceCode = (method: PaymentMethod) =>
  method === "UPI" ? "REFERENCE_UNUSUAL_UPI" : "REFERENCE_UNUSUAL_BANK";

/** Returns the refusal of a missing consent to the privacy policy, by method (product.md §5). */
export function consentRefusal(method: PaymentMethod): PlainRefusalCode {
  return method === "UPI" ? "CONSENT_REQUIRED_UPI" : "CONSENT_REQUIRED";
}

/** Refusals after which a payment stays on record unallocated, since it may have left the member's account already. */
const LEAVING_UNALLOCATED: readonly string[] = [
  "SUPPLY_GONE_AFTER_PAYMENT",
  "SUPPLY_GONE",
  "SUPPLY_TOO_LOW",
  "TOO_MANY_PENDING_ORDERS",
  "TOKEN_CAP_REACHED",
  "UNVERIFIED_CAP_REACHED",
  "IDENTITY_REQUIRED",
  "IDENTITY_REQUIRED_ABOVE",
  "PERSON_CAP_UNVERIFIED",
  "PERSON_CAP_REACHED",
];

/** Tells whether a payment refused with this code stays on record (architecture.md §6). */
export const leavesUnallocated = (code: string): boolean => LEAVING_UNALLOCATED.includes(code);

export interface SubmissionInput {
  readonly method: SubmittableMethod;
  readonly reference?: string | null | undefined;
  readonly receiptId?: string | null | undefined;
  /** Paise that the member claims to have paid; null or absent if not given. */
  readonly paidAmountPaise?: number | null | undefined;
}

export interface CheckedSubmission {
  readonly method: SubmittableMethod;
  /** Normalised; null for manual payment. */
  readonly reference: string | null;
  readonly receiptId: string | null;
  readonly paidAmountPaise: number | null;
}

/**
 * Checks a submission (product.md §5): bank and UPI payments need a reference and an uploaded file; a
 * manual payment needs neither, and stores none. Refuses with the first of REFERENCE_REQUIRED,
 * REFERENCE_INVALID, PAID_AMOUNT_INVALID and RECEIPT_REQUIRED, with all of them in its `fields`
 * (referenceNumber, paidAmount, receiptId).
 */
export function checkSubmission(input: SubmissionInput): CheckedSubmission {
  const { method } = input;
  const paidAmountPaise = input.paidAmountPaise ?? null;
  const proved = needsProof(method);
  const reference = proved ? normaliseReference(input.reference ?? "") : null;
  const receiptId = proved ? (input.receiptId ?? "") : null;

  const fields: Record<string, [PlainRefusalCode]> = {};
  if (reference === "") fields["referenceNumber"] = ["REFERENCE_REQUIRED"];
  else if (reference !== null && !isReference(reference)) {
    fields["referenceNumber"] = ["REFERENCE_INVALID"];
  }
  if (paidAmountPaise !== null && !(Number.isSafeInteger(paidAmountPaise) && paidAmountPaise > 0)) {
    fields["paidAmount"] = ["PAID_AMOUNT_INVALID"];
  }
  if (receiptId === "") fields["receiptId"] = ["RECEIPT_REQUIRED"];

  const [first] = Object.values(fields);
  if (first) throw refuse(first[0], {}, { fields });
  return { method, reference, receiptId, paidAmountPaise };
}

export interface SubmissionFacts {
  readonly method: PaymentMethod;
  /** Normalised; null for a method without one. */
  readonly reference: string | null;
  /** Paise of the total, or of the rest that is paid. */
  readonly duePaise: number;
  /** Paise that the member claims to have paid; null if not given. */
  readonly paidAmountPaise: number | null;
  readonly holdEndsAt: Date;
  readonly submittedAt: Date;
  /** True if another order of the company has a proof with the same bytes. */
  readonly isProofRepeated: boolean;
  /** True if the company knows the reference from another order or member, in any state. */
  readonly isReferenceReused: boolean;
  /** True if money with the reference was received before, for this order or another. */
  readonly isReferenceRecorded: boolean;
  /** True if the bank shows another sum of it that no admin has accepted. */
  readonly isBankSumOther: boolean;
  /** True if the bank names another payer than the member. */
  readonly isPaidByAnother: boolean;
  /** True if the quote has ended and the company now has another price or fee. */
  readonly isQuoteEnded: boolean;
}

/**
 * Tells whether a bulk approval leaves this order out (architecture.md §6). The sum that a member
 * entered does not matter if a bank's statement shows it.
 */
export const needsSingleDecision = (
  flags: readonly OrderFlag[],
  { isSumKnown = false }: { isSumKnown?: boolean } = {},
): boolean =>
  flags.some(
    (flag) => SINGLE_DECISION_FLAGS.includes(flag) && !(isSumKnown && flag === "AMOUNT_DIFFERS"),
  );

/**
 * Returns the paise that the member told of a payment that nobody has checked yet: of a rest always, of
 * any other if not its total.
 */
export function toldSum(
  order: Parameters<typeof restOf>[0] & { readonly paidAmountPaise: number | null },
): number | null {
  const rest = restOf(order);
  if (rest === "TOLD") return order.paidAmountPaise ?? missingOf(order);
  const isOther = order.paidAmountPaise !== order.totalPaise;
  return order.status === "PENDING" && rest === null && isOther ? order.paidAmountPaise : null;
}

/** Adds a flag, in the vocabulary's order. */
export const withFlag = (flags: readonly OrderFlag[], added: OrderFlag): OrderFlag[] =>
  ORDER_FLAGS.filter((flag) => flag === added || flags.includes(flag));

/** Adds a flag, or removes it. */
export const setFlag = (
  flags: readonly OrderFlag[],
  named: OrderFlag,
  isSet: boolean,
): OrderFlag[] => (isSet ? withFlag(flags, named) : flags.filter((flag) => flag !== named));

/** Returns the flags for review before approval (architecture.md §6), in the vocabulary's order. */
export function flagsOf(facts: SubmissionFacts): OrderFlag[] {
  const raised: Readonly<Record<OrderFlag, boolean>> = {
    REPEATED_PROOF: facts.isProofRepeated,
    AMOUNT_DIFFERS: facts.paidAmountPaise !== null && facts.paidAmountPaise !== facts.duePaise,
    LATE_PAYMENT: isLate(facts, facts.submittedAt),
    UNUSUAL_REFERENCE: isUnusualReference(facts.method, facts.reference),
    REUSED_REFERENCE: facts.isReferenceReused,
    RECORDED_REFERENCE: facts.isReferenceRecorded,
    BANK_SUM_DIFFERS: facts.isBankSumOther,
    PAID_BY_ANOTHER: facts.isPaidByAnother,
    QUOTE_ENDED: facts.isQuoteEnded,
    // Only the sweep raises it.
    HOLD_RELEASED: false,
  };
  return ORDER_FLAGS.filter((flag) => raised[flag]);
}

/**
 * Returns the columns that each submission sets on its order, beside the payment: it waits with its
 * tokens held, as a new version, without an earlier decision. `present` is the company's price and fee
 * if the order's quote has ended.
 */
export const asSubmitted = (
  order: { quantity: number; bonusTokens: number; heldReward: number; submissionVersion: number },
  present: { priceMicroRupees: number | null; feeBps: number } | null,
  submittedAt: Date,
) => ({
  status: "PENDING" as const,
  heldQuantity: order.quantity + order.bonusTokens,
  heldReward: order.heldReward,
  presentPriceMicroRupees: present?.priceMicroRupees ?? null,
  presentFeeBps: present?.feeBps ?? null,
  holdReleasedAt: null,
  submittedAt,
  submissionVersion: order.submissionVersion + 1,
  decidedAt: null,
  decidedBy: null,
  decisionReason: null,
  refundNote: null,
});

/** Flags of an order itself, which each of its payments keeps. */
const OF_ORDER: readonly OrderFlag[] = ["LATE_PAYMENT", "QUOTE_ENDED", "HOLD_RELEASED"];

/** Returns the flags of an order whose member tells of its rest: its own, with those of this payment. */
export const flagsOfRest = (before: readonly OrderFlag[], facts: SubmissionFacts): OrderFlag[] => {
  const raised = flagsOf(facts);
  return ORDER_FLAGS.filter((flag) => (OF_ORDER.includes(flag) ? before : raised).includes(flag));
};

/** Clears a decision on a rest, once another one is told or received. */
export const REST_OPEN = {
  decidedAt: null,
  decidedBy: null,
  undoUntil: null,
  decisionReason: null,
  refundNote: null,
} as const;

/** Returns the columns that the telling of a rest sets on its order, which keeps its tokens and terms. */
export const asRestTold = (order: { submissionVersion: number }, submittedAt: Date) => ({
  status: "PENDING" as const,
  submittedAt,
  submissionVersion: order.submissionVersion + 1,
  ...REST_OPEN,
});
