import type { Executor } from "@db/client";
import type { Order } from "@db/schema";
import type { AdminContext } from "@server/access";
import { amendOrder } from "@server/orders/queries/orders";
import { toldSum, withFlag } from "@server/orders/rules/submission";
import {
  applyPayment,
  endApplications,
  isMoneyOf,
  listApplied,
  movePayment,
  type Payment,
} from "@server/payments";
import { restOf } from "@server/platform/rules/money/partial-payment";
import { refuse } from "@server/platform/rules/refusals/refuse";

/**
 * Corrects the received sum of a locked, confirmed payment, and the sum that its locked order states.
 * An order that waits for its rest takes the whole part; otherwise its surplus stays unallocated.
 * Refuses with STATEMENT_SUM_IN_USE and RECEIVED_PAYS_ALL.
 */
export async function correctReceived(
  { db }: Pick<AdminContext, "db">,
  order: Order,
  payment: Payment,
  { paise, at }: { paise: number; at: Date },
): Promise<Payment> {
  const isOwn = await isMoneyOf(db, payment, order);
  const isPart = isOwn && order.status === "PENDING" && order.receivedPaise !== null;
  const isDecided = order.status === "APPROVED" || order.status === "REVERSED";
  const difference = paise - (payment.receivedPaise ?? 0);
  const receivedPaise = (order.receivedPaise ?? order.totalPaise) + difference;
  if (isPart && receivedPaise >= order.totalPaise) throw refuse("RECEIVED_PAYS_ALL");
  if (!isPart && paise < payment.appliedPaise + payment.refundedPaise) {
    throw refuse("STATEMENT_SUM_IN_USE", { order: order.orderNumber });
  }
  const serving = isPart ? await listApplied(db, order.companyId, order.id) : [];
  if (isPart) await endApplications(db, order, at);
  const corrected = await movePayment(db, payment, { receivedPaise: paise });
  const told = isPart ? await compareTold(db, order, order.totalPaise - receivedPaise) : {};
  for (const { payment: one, amountPaise } of serving) {
    const isThis = one.id === payment.id;
    const served = { orderId: order.id, amountPaise: amountPaise + (isThis ? difference : 0) };
    await applyPayment(db, one, served);
  }
  if (isPart || (isOwn && isDecided)) {
    const isOther = receivedPaise !== order.totalPaise;
    await amendOrder(db, order, { receivedPaise: isOther ? receivedPaise : null, ...told });
  }
  return corrected;
}

/**
 * Makes a rest that its member has told what is missing now. Returns the order's columns: what the member
 * said stays and is compared anew, and who decides on what it was before is refused.
 */
async function compareTold(db: Executor, order: Order, missingPaise: number) {
  if (order.paymentId === null || restOf(order) !== "TOLD") return {};
  const own = { companyId: order.companyId, id: order.paymentId };
  await movePayment(db, own, { amountPaise: missingPaise });
  const paidAmountPaise = toldSum(order);
  const others = order.flags.filter((flag) => flag !== "AMOUNT_DIFFERS");
  return {
    paidAmountPaise,
    submissionVersion: order.submissionVersion + 1,
    flags: paidAmountPaise === missingPaise ? others : withFlag(others, "AMOUNT_DIFFERS"),
  };
}
