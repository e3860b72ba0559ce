import type { AdminContext } from "@server/access";
import { amendOrder, lockWaitingWith } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { bankSumsOf, findPayments, listApplied } from "@server/payments";
import { setFlag } from "@server/orders/rules/submission";
import { isPaidByAnother, payersOfOrder } from "./paid-by-another";
import { contradicts, shownPaise } from "@server/payments/rules/link-entry";

/** The fields of an order by which the bank's sum is found. */
type Standing = Pick<Order, "id" | "status" | "paymentId">;

/**
 * Returns the bank's sum, in paise by order, of each waiting order whose payment the bank shows with
 * another sum that no admin has accepted.
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
    if (order && bank && contradicts(payment, bank)) others.set(order.id, shownPaise(bank));
  }
  return others;
}

/**
 * Tells whether the bank shows another sum of an order's payment, or of a part that it has received,
 * which no admin has accepted.
 */
export async function showsOtherSum(
  { db, company }: Pick<AdminContext, "db"> & { company: { id: string } },
  { id, paymentId }: Pick<Order, "id" | "paymentId">,
): Promise<boolean> {
  const applied = await listApplied(db, company.id, id);
  const ids = [paymentId ?? [], applied.map(({ payment }) => payment.id)].flat();
  const payments = await findPayments(db, company.id, ids);
  const sums = await bankSumsOf(db, company.id, ids);
  return payments.some((payment) => contradicts(payment, sums.get(payment.id)));
}

/**
 * Flags the orders that wait with one of these payments or have received it, or removes the flag,
 * depending on whether the bank shows another sum of any of their money, or another payer. Call it once the entries of the payments have changed, and before the pool is
 * locked. It locks the orders.
 */
export async function flagByEntries(
  { db, company }: Pick<AdminContext, "db"> & { company: { id: string } },
  paymentIds: readonly string[],
): Promise<void> {
  for (const order of await lockWaitingWith(db, company.id, paymentIds)) {
    const isOther = await showsOtherSum({ db, company }, order);
    const isAnothers = await isPaidByAnother(db, order, await payersOfOrder(db, order));
    const bySum = setFlag(order.flags, "BANK_SUM_DIFFERS", isOther);
    const flags = setFlag(bySum, "PAID_BY_ANOTHER", isAnothers);
    if (flags.join() !== order.flags.join()) await amendOrder(db, order, { flags });
  }
}
