import type { Order, paymentEvidence, paymentKeys } from "@db/schema";
import { COUNTING_STATUSES } from "@db/vocabulary";
import { withFlag } from "@server/orders/rules/submission";
import { bankKeys, typedKey } from "@server/payments/rules/keys";
import type { DemoStatements, ImportedEntry } from "@ops/demo/plan/plan-statements";
import type { Random } from "@db/random";
import { EMPTY_PAYMENT, type Payment, type ReplayedOrders } from "./replay-orders";

export interface PaymentRecords {
  payments: Payment[];
  keys: (typeof paymentKeys.$inferInsert)[];
  evidence: (typeof paymentEvidence.$inferInsert)[];
}

/**
 * Returns the payments of a company's submissions and of its statements' entries, as submissions,
 * decisions and imports would have made them. Flags the orders of which the bank shows another sum.
 */
export function paymentRecords(
  random: Random,
  { orders, payments }: ReplayedOrders,
  { entries }: DemoStatements,
): PaymentRecords {
  const records: PaymentRecords = { payments: [], keys: [], evidence: [] };
  const taken = new Set<string>();
  const keep = (payment: Payment, source: "TYPED" | "BANK", keys: readonly (string | null)[]) => {
    const { companyId, id: paymentId, status } = payment;
    const counts = COUNTING_STATUSES.some((one) => one === status);
    for (const key of keys) {
      if (key === null || taken.has(`${counts} ${key}`)) continue;
      taken.add(`${counts} ${key}`);
      records.keys.push({ companyId, paymentId, key, source, counts });
    }
  };
  for (const payment of payments) {
    records.payments.push(payment);
    keep(payment, "TYPED", [payment.reference && typedKey(payment.reference)]);
    records.evidence.push({
      companyId: payment.companyId,
      id: random.id(payment.createdAt),
      paymentId: payment.id,
      paymentStatus: payment.status,
      source: "MEMBER",
      amountPaise: payment.reportedPaise ?? payment.amountPaise,
      reference: payment.reference,
      proofMediaId: payment.proofMediaId,
      by: payment.memberId,
      createdAt: payment.createdAt,
    });
  }
  const byId = new Map<string | null, Order>(orders.map((order) => [order.id, order]));
  for (const entry of entries) {
    const { line, statement, settledAt } = entry;
    if (line.side !== "CREDIT") continue;
    const payment = entry.payment ?? entryPayment(random, entry);
    if (!entry.payment) records.payments.push(payment);
    keep(payment, "BANK", bankKeys(line));
    records.evidence.push({
      companyId: line.companyId,
      id: random.id(line.createdAt),
      paymentId: payment.id,
      paymentStatus: payment.status,
      source: "BANK",
      lineId: line.id,
      bookedOn: line.bookedOn,
      amountPaise: line.amountPaise,
      reference: line.reference,
      by: statement.importedBy,
      createdAt: line.createdAt,
      decidedAt: settledAt,
    });
    const order = byId.get(payment.orderId);
    if (order && payment.status === "WAITING" && line.amountPaise !== payment.amountPaise) {
      order.flags = withFlag(order.flags, "BANK_SUM_DIFFERS");
    }
  }
  return records;
}

/** Returns the payment of an entry that matches no order: it waits, or an admin has put it away. */
function entryPayment(
  random: Random,
  { line, note, statement, settledAt }: ImportedEntry,
): Payment {
  return {
    ...EMPTY_PAYMENT,
    companyId: line.companyId,
    id: random.id(line.createdAt),
    method: "BANK",
    status: note === null ? "UNALLOCATED" : "PUT_AWAY",
    reference: line.reference,
    amountPaise: line.amountPaise,
    appliedPaise: 0,
    refundedPaise: 0,
    settledNote: note,
    settledBy: settledAt && statement.importedBy,
    settledAt,
    createdAt: line.createdAt,
    updatedAt: line.updatedAt,
  };
}
