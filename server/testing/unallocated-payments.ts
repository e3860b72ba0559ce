import type { UnallocatedPayment } from "@server/orders/contracts/payments";
import { type CompanyFixture, resultCode, type Person, submittedPayment } from "./order-harness";

/** Fields of a refund beside its sum. */
export const SENT_BACK = { reference: "BACK1", refundedOn: "2026-01-02" };

/** Approves an order of ₹1,030.13 of which `received` came: the rest is unallocated. */
export async function overPaidOrder(
  company: CompanyFixture,
  member: Person,
  { received = "1535", reference }: { received?: string; reference?: string } = {},
): Promise<{ payment: UnallocatedPayment; orderId: string; orderNumber: string }> {
  const { order, transaction } = await submittedPayment(company, member, { reference });
  const { orderNumber } = order;
  const { payments } = await company.as(company.admin);
  await payments.approveReceived({ orderId: transaction.id, version: 1, received });
  const open = (await payments.listUnallocated({ search: orderNumber })).payments;
  const payment = open.find((one) => one.orderNumber === orderNumber);
  if (!payment) throw new Error("Nothing is open.");
  return { payment, orderId: transaction.id, orderNumber };
}

/** Creates an order of a member that waits for its decision. */
export async function waitingOrder(
  company: CompanyFixture,
  member: Person,
  { amount = "400", reference }: { amount?: string; reference?: string } = {},
) {
  const own = await company.as(member);
  const { orderNumber: purchaseId } = await own.orders.create({ amount });
  return own.orders.submit({
    purchaseId,
    paymentMethod: "BANK",
    amount,
    consent: true,
    referenceNumber: reference ?? `W${purchaseId}`,
    receiptId: await company.proof(member),
  });
}

/** Returns the page's form by which an unallocated payment pays a waiting order. */
export const applyForm = (
  { kind, id: paymentId, updatedAt: seenAt }: Pick<UnallocatedPayment, "kind" | "id" | "updatedAt">,
  { id: orderId }: { id: string },
  received?: string,
) => ({ kind, paymentId, seenAt, orderId, received });

/** Creates a payment that its expired order cannot take: its member has reached a limit. */
export async function unallocatedPayment(
  company: CompanyFixture,
  member: Person,
  { amount = "1000", reference = "KEPT1" } = {},
): Promise<UnallocatedPayment> {
  const { orderNumber } = await (await company.as(member)).orders.create({ amount });
  await company.expireHold(orderNumber);
  await company.setCompany({ maxHeldTokens: 1 });
  const own = await company.as(member);
  const refusal = await resultCode(
    own.orders.submit({
      purchaseId: orderNumber,
      paymentMethod: "BANK",
      amount,
      consent: true,
      referenceNumber: reference,
      receiptId: await company.proof(member),
    }),
  );
  await company.setCompany({ maxHeldTokens: null });
  const { payments } = await company.as(company.admin);
  const { payments: open } = await payments.listUnallocated({ search: orderNumber });
  const payment = open.find((one) => one.orderNumber === orderNumber);
  if (!payment) throw new Error(`No payment is unallocated: ${refusal}`);
  return payment;
}
