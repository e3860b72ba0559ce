import type { OrderFlag } from "@db/vocabulary";
import type { LineCandidate, LineView } from "@server/orders/contracts/statements";

/** The flags of an order beside the one that says that the bank shows another sum. */
export const otherFlags = ({ flags }: Pick<LineCandidate, "flags">): OrderFlag[] =>
  flags.filter((flag) => flag !== "BANK_SUM_DIFFERS");

/** Returns the order of which an entry disagrees: the one that has its payment, else the likeliest. */
export const orderOf = ({
  otherSum,
  candidates,
}: Pick<LineView, "otherSum" | "candidates">): LineCandidate | undefined =>
  (otherSum && candidates.find(({ evidence }) => evidence.includes("REFERENCE"))) ?? candidates[0];

/**
 * Returns the answer that the bank's sum gives to an entry of an order's own payment: to wait for what is
 * missing, or to approve the order and leave the surplus over. Null where a person decides on the page of
 * the order: it is flagged, or waits for its rest.
 */
export function answerByBankSum(
  line: Pick<LineView, "otherSum" | "candidates">,
): "waitForRest" | "approveReceived" | null {
  const { otherSum } = line;
  const order = orderOf(line);
  if (!otherSum || otherSum.isConfirmed || !order?.evidence.includes("REFERENCE")) return null;
  const isPlain =
    order.status === "PENDING" && order.receivedPaise === null && otherFlags(order).length === 0;
  if (!isPlain || otherSum.bankPaise === order.totalPaise) return null;
  return otherSum.bankPaise < order.totalPaise ? "waitForRest" : "approveReceived";
}
