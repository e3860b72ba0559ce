import type { OrderFlag, OrderStatus } from "@db/vocabulary";

/**
 * The answers that entries give to several orders: CERTAIN and COMPARED approve them, FLAGGED with one
 * reason for one flag, SURPLUS too, with money left over, and REST waits for what is missing.
 */
export const ENTRY_ANSWERS = ["CERTAIN", "FLAGGED", "COMPARED", "SURPLUS", "REST"] as const;
export type EntryAnswer = (typeof ENTRY_ANSWERS)[number];

/**
 * The flags of which one look at each row, its fact beside it, decides several orders. The others are about
 * price and tokens, somebody else's money, or money that is recorded twice.
 */
export const FLAGS_TOGETHER: readonly OrderFlag[] = [
  "REPEATED_PROOF",
  "AMOUNT_DIFFERS",
  "LATE_PAYMENT",
  "UNUSUAL_REFERENCE",
];

/** The facts of an order that an entry may pay. */
interface Candidate {
  readonly status: OrderStatus;
  readonly receivedPaise: number | null;
  readonly totalPaise: number;
  readonly flags: readonly OrderFlag[];
  readonly evidence: readonly string[];
}

/** The facts of an open entry of the bank. */
interface OpenEntry<Order extends Candidate> {
  readonly outcome: string | null;
  readonly amountPaise: number;
  readonly otherSum: { readonly bankPaise: number; readonly isConfirmed: boolean } | null;
  readonly candidates: readonly Order[];
}

/** The flags of an order beside the one that says that the bank shows another sum. */
export const otherFlags = ({ flags }: { flags: readonly OrderFlag[] }): OrderFlag[] =>
  flags.filter((flag) => flag !== "BANK_SUM_DIFFERS");

/** Returns the order of which an entry disagrees: the one that has its payment, else the likeliest. */
export const orderOf = <Order extends Candidate>({
  otherSum,
  candidates,
}: Pick<OpenEntry<Order>, "otherSum" | "candidates">): Order | undefined =>
  (otherSum && candidates.find(({ evidence }) => evidence.includes("REFERENCE"))) ?? candidates[0];

/** An entry's answer, the order of which it is, and the sum that the bank shows of it, in paise. */
export interface AnsweredEntry<Order> {
  answer: EntryAnswer;
  order: Order;
  bankPaise: number;
}

/**
 * Returns the answer that an open entry gives, which several may be given together. Null where a person
 * decides on the page of the order: it has flags or waits for its rest, or other orders fit as well.
 */
export function answerOf<Order extends Candidate>(
  line: OpenEntry<Order>,
): AnsweredEntry<Order> | null {
  const { outcome, otherSum, candidates, amountPaise } = line;
  const order = orderOf(line);
  if (order?.status !== "PENDING" || order.receivedPaise !== null) return null;
  const found = { order, bankPaise: amountPaise };
  const isSame = otherSum === null && amountPaise === order.totalPaise;
  if (otherFlags(order).length > 0) {
    const isOne =
      order.flags.length === 1 && order.flags.every((one) => FLAGS_TOGETHER.includes(one));
    return outcome === "CERTAIN" && isSame && isOne ? { answer: "FLAGGED", ...found } : null;
  }
  if (outcome === "OTHER_SUM") {
    const isOwn = otherSum?.isConfirmed === false && order.evidence.includes("REFERENCE");
    if (!isOwn || otherSum.bankPaise === order.totalPaise) return null;
    const { bankPaise } = otherSum;
    return { answer: bankPaise < order.totalPaise ? "REST" : "SURPLUS", order, bankPaise };
  }
  const isExact = isSame && order.flags.length === 0;
  if (outcome === "CERTAIN") return isExact ? { answer: "CERTAIN", ...found } : null;
  const isOnly = outcome === "CANDIDATES" && candidates.length === 1;
  return isExact && isOnly ? { answer: "COMPARED", ...found } : null;
}
