import { amendOrder, lockWaitingWith } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { bankSumsOf, findPayments } from "@server/payments";
import { withFlag } from "@server/orders/rules/submission";
import { contradicts } from "@server/payments/rules/contradiction";
import type { AdminContext } from "./decision";

/** An order of which the bank's sum is asked. */
type Standing = Pick<Order, "id" | "status" | "paymentId">;

/**
 * What the bank shows of the payments of waiting orders, in paise by order, where that is another sum and
 * nobody has decided about it.
 */
export async function otherBankSums(
  { db, company }: Pick<AdminContext, "db"> & { company: { id: string } },
  orders: readonly Standing[],
): Promise<Map<string, number>> {
  const waiting = orders.filter(({ status }) => status === "PENDING");
  const ids = waiting.flatMap(({ paymentId }) => paymentId ?? []);
  const sums = await bankSumsOf(db, company.id, ids);
  const payments = await findPayments(db, company.id, [...sums.keys()]);
  const others = new Map<string, number>();
  for (const payment of payments) {
    const bank = sums.get(payment.id);
    const order = waiting.find(({ paymentId }) => paymentId === payment.id);
    if (order && bank && contradicts(payment, bank)) others.set(order.id, bank.paise);
  }
  return others;
}

/**
 * Flags the orders that wait with one of these payments, or takes the flag away, by whether the bank
 * shows another sum. Call it once the entries of the payments have changed, and before what locks the
 * pool. It locks the orders.
 */
export async function flagBankSums(
  { db, company }: Pick<AdminContext, "db"> & { company: { id: string } },
  paymentIds: readonly string[],
): Promise<void> {
  const waiting = await lockWaitingWith(db, company.id, paymentIds);
  const sums = await bankSumsOf(db, company.id, paymentIds);
  for (const { order, payment } of waiting) {
    const isOther = contradicts(payment, sums.get(payment.id));
    if (isOther === order.flags.includes("BANK_SUM_DIFFERS")) continue;
    const flags = isOther
      ? withFlag(order.flags, "BANK_SUM_DIFFERS")
      : order.flags.filter((flag) => flag !== "BANK_SUM_DIFFERS");
    await amendOrder(db, order, { flags });
  }
}
