import type { OpenPayment } from "@server/contracts/payments";
import { type CompanyFixture, outcome, type Person, submittedPayment } from "./order-harness";

/** An approved order of ₹1,030.13 of which `received` came: the rest is open. */
export async function overPaidOrder(
  company: CompanyFixture,
  member: Person,
  { received = "1535", reference }: { received?: string; reference?: string } = {},
): Promise<{ payment: OpenPayment; orderId: string; orderNumber: string }> {
  const { order, transaction } = await submittedPayment(company, member, { reference });
  const { orderNumber } = order;
  const { payments } = await company.as(company.admin);
  await payments.approveReceived({ orderId: transaction.id, version: 1, received });
  const open = (await payments.listOpen()).payments;
  const payment = open.find((one) => one.orderNumber === orderNumber);
  if (!payment) throw new Error("Nothing is open.");
  return { payment, orderId: transaction.id, orderNumber };
}

/** What the page of a payment's second order shows, as its form sends it. */
export async function shownOffer(
  company: CompanyFixture,
  { kind, id: paymentId }: Pick<OpenPayment, "kind" | "id">,
  received?: string,
) {
  const { payments } = await company.as(company.admin);
  const found = await payments.offer({ kind, paymentId, received });
  if (!found.offer) throw new Error(`Nothing is bought: ${found.refusal?.code}`);
  const { quantity, totalPaise } = found.offer;
  return { kind, paymentId, received, seenAt: found.updatedAt, quantity, totalPaise };
}

/** A payment of ₹1,025 that its order cannot take, in a company of 150 tokens: others have a hundred. */
export async function keptPayment(company: CompanyFixture, member: Person): Promise<OpenPayment> {
  const own = await company.as(member);
  const { orderNumber } = await own.orders.create({ amount: "1000" });
  await company.lapse(orderNumber);
  await submittedPayment(company, await company.member());
  await outcome(
    own.orders.submit({
      ...{ purchaseId: orderNumber, paymentMethod: "BANK", amount: "1000", consent: true },
      ...{ referenceNumber: "KEPT1", receiptId: await company.proof(member) },
    }),
  );
  const open = (await (await company.as(company.admin)).payments.listOpen()).payments;
  const payment = open.find((one) => one.orderNumber === orderNumber);
  if (!payment) throw new Error("No payment is kept.");
  return payment;
}
