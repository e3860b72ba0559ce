import type { Order } from "@db/schema";
import type { Evidence as EvidenceRow } from "@server/payments/queries/evidence";
import type { Payment as PaymentRow, PaymentKey } from "@server/payments/queries/payments";
import type { paymentApplications, paymentKeys } from "@db/schema";
import { COUNTING_STATUSES, type PaymentStatus } from "@db/vocabulary";
import { withFlag } from "@server/orders/rules/submission";
import { contradicts } from "@server/payments/rules/link-entry";
import { bankKeys, typedKey } from "@server/payments/rules/keys";
import type { DemoLine, DemoStatements } from "./plan-statements";
import type { Random } from "@ops/demo/random";
import type { OrderAudit } from "@ops/demo/history/replay-orders";

type Payment = Omit<PaymentRow, "counts">;
type Evidence = EvidenceRow;

export interface DemoPayments {
  payments: Payment[];
  keys: (typeof paymentKeys.$inferSelect)[];
  evidence: Evidence[];
  applications: (typeof paymentApplications.$inferSelect)[];
  /** The id of the payment of each submitted order, by the order's id. */
  ofOrders: Map<string, string>;
}

const STATUS: Partial<Record<Order["status"], PaymentStatus>> = {
  PENDING: "WAITING",
  APPROVED: "CONFIRMED",
  REVERSED: "CONFIRMED",
  REJECTED: "REFUSED",
};

/**
 * Returns the payments of a company's submitted orders, of their earlier submissions, and of its
 * statements' entries, as submissions, decisions and imports would have made them. Flags the orders
 * of which the bank shows another sum.
 */
export function planPayments(
  random: Random,
  { orders, audit }: { orders: readonly Order[]; audit: readonly OrderAudit[] },
  { lines }: DemoStatements,
): DemoPayments {
  const planned: DemoPayments = {
    payments: [],
    keys: [],
    evidence: [],
    applications: [],
    ofOrders: new Map(),
  };
  const counting = new Map<string, Payment>();
  const add = (payment: Payment, keys: readonly PaymentKey[]) => {
    const counts = COUNTING_STATUSES.some((status) => status === payment.status);
    planned.payments.push(payment);
    for (const { key, source } of keys) {
      if (counts && counting.has(key)) throw new Error("Two payments of the demo have one number.");
      if (counts) counting.set(key, payment);
      const { companyId, id: paymentId } = payment;
      planned.keys.push({ companyId, paymentId, key, source, counts });
    }
  };
  const byOrder = new Map<string, Payment>();
  for (const order of orders.toSorted((a, b) => at(a) - at(b))) {
    const status = STATUS[order.status];
    if (!status || !order.submittedAt) continue;
    const payment = paymentOf(random, order, order.submittedAt, status);
    add(payment, keysOf(order.reference));
    byOrder.set(order.id, payment);
    planned.ofOrders.set(order.id, payment.id);
    planned.evidence.push(evidenceOf(random, payment));
    if (status !== "CONFIRMED") continue;
    planned.applications.push({
      companyId: order.companyId,
      id: random.id(order.decidedAt ?? payment.createdAt),
      paymentId: payment.id,
      orderId: order.id,
      amountPaise: order.totalPaise,
      createdAt: order.decidedAt ?? payment.createdAt,
      endedAt: order.reversedAt,
    });
  }
  for (const replaced of replacedPayments(random, orders, audit)) {
    add(replaced, keysOf(replaced.reference));
    planned.evidence.push(evidenceOf(random, replaced));
  }
  const shown = new Map<Payment, number>();
  for (const line of lines) {
    if (line.side !== "CREDIT") continue;
    const keys = bankKeys(line).map((key) => ({ key, source: "BANK" as const }));
    const known =
      keys.flatMap(({ key }) => counting.get(key) ?? [])[0] ??
      (line.orderId === null ? undefined : byOrder.get(line.orderId));
    const payment = known ?? entryPayment(random, line);
    if (known) {
      for (const { key, source } of keys) {
        if (counting.has(key)) continue;
        const { companyId, id: paymentId } = known;
        planned.keys.push({ companyId, paymentId, key, source, counts: true });
        counting.set(key, known);
      }
    } else add(payment, keys);
    planned.evidence.push(evidenceOf(random, payment, line));
    shown.set(payment, (shown.get(payment) ?? 0) + line.amountPaise);
  }
  for (const order of orders) {
    const payment = byOrder.get(order.id);
    const paise = payment && shown.get(payment);
    if (!payment || paise === undefined || order.status !== "PENDING") continue;
    const isOther = contradicts(payment, { paise, returnedPaise: 0, isDecided: false });
    if (isOther) order.flags = withFlag(order.flags, "BANK_SUM_DIFFERS");
  }
  return planned;
}

const at = ({ submittedAt, createdAt }: Order): number => (submittedAt ?? createdAt).getTime();

function keysOf(reference: string | null): PaymentKey[] {
  const key = reference === null ? null : typedKey(reference);
  return key === null ? [] : [{ key, source: "TYPED" }];
}

const NOTHING = {
  reportedPaise: null,
  proofMediaId: null,
  beneficiaryId: null,
  beneficiaryVersion: null,
  unallocatedBecause: null,
  receivedPaise: null,
  appliedPaise: 0,
  refundedPaise: 0,
  receivedAt: null,
  confirmedBy: null,
  settledNote: null,
  settledBy: null,
  settledAt: null,
};

function paymentOf(
  random: Random,
  order: Order,
  submittedAt: Date,
  status: PaymentStatus,
): Payment {
  const isReceived = status === "CONFIRMED";
  return {
    ...NOTHING,
    companyId: order.companyId,
    id: random.id(submittedAt),
    status,
    memberId: order.memberId,
    orderId: order.id,
    method: order.paymentMethod ?? "MANUAL",
    reference: order.reference,
    amountPaise: order.totalPaise,
    reportedPaise: order.paidAmountPaise,
    proofMediaId: order.proofMediaId,
    beneficiaryId: order.beneficiaryId,
    beneficiaryVersion: order.beneficiaryVersion,
    receivedPaise: isReceived ? order.totalPaise : null,
    appliedPaise: order.status === "APPROVED" ? order.totalPaise : 0,
    receivedAt: isReceived ? order.decidedAt : null,
    confirmedBy: isReceived ? order.decidedBy : null,
    createdAt: submittedAt,
    updatedAt: order.reversedAt ?? order.decidedAt ?? submittedAt,
  };
}

/** Returns the payments of submissions before an order's last one, which the audit log has. */
function replacedPayments(
  random: Random,
  orders: readonly Order[],
  audit: readonly OrderAudit[],
): Payment[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const submitted = audit.filter(({ action }) => action === "order.submitted");
  return submitted.flatMap((entry): Payment[] => {
    const order = byId.get(entry.subjectId);
    const isLast = entry.at.getTime() === order?.submittedAt?.getTime();
    if (!order || isLast) return [];
    const { after } = entry;
    const reference = typeof after["reference"] === "string" ? after["reference"] : null;
    const reported = after["paidAmountPaise"];
    return [
      {
        ...paymentOf(random, order, entry.at, "REPLACED"),
        reference,
        proofMediaId: null,
        beneficiaryId: null,
        beneficiaryVersion: null,
        reportedPaise: typeof reported === "number" ? reported : null,
        appliedPaise: 0,
        updatedAt: entry.at,
      },
    ];
  });
}

/** Returns the payment of an entry that matches no order: it waits, or an admin has put it away. */
function entryPayment(random: Random, line: DemoLine): Payment {
  const isAway = line.note !== null;
  return {
    ...NOTHING,
    companyId: line.companyId,
    id: random.id(line.createdAt),
    method: "BANK",
    memberId: null,
    orderId: null,
    status: isAway ? "PUT_AWAY" : "UNALLOCATED",
    reference: line.reference,
    amountPaise: line.amountPaise,
    ...(isAway && {
      settledNote: line.note,
      settledBy: line.settledBy,
      settledAt: line.settledAt,
    }),
    createdAt: line.createdAt,
    updatedAt: line.settledAt ?? line.createdAt,
  };
}

function evidenceOf(random: Random, payment: Payment, line?: DemoLine): Evidence {
  const { companyId, id: paymentId, createdAt } = payment;
  const given = line
    ? { source: "BANK" as const, by: line.importedBy, proofMediaId: null }
    : { source: "MEMBER" as const, by: payment.memberId, proofMediaId: payment.proofMediaId };
  return {
    companyId,
    id: random.id(line?.createdAt ?? createdAt),
    paymentId,
    ...given,
    paymentStatus: payment.status,
    lineId: line?.id ?? null,
    bookedOn: line?.bookedOn ?? null,
    amountPaise: line?.amountPaise ?? payment.reportedPaise ?? payment.amountPaise,
    reference: line ? line.reference : payment.reference,
    createdAt: line?.createdAt ?? createdAt,
    decidedAt: null,
    decidedBy: null,
  };
}
