import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "@server/http/router";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";

/*
 * Of ₹1,030.13 a part of ₹500 was received; the member pays the rest, and tells of it as of any
 * payment.
 */

const REST = "530.13";
const NUMBER = "611234567899";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
let own: Caller;
let admin: Caller;
let orderId: string;
let purchaseId: string;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member();
  [own, admin] = [await company.as(member), await company.as(company.admin)];
  const { order, transaction } = await submittedPayment(company, member);
  [orderId, purchaseId] = [transaction.id, order.orderNumber];
  await admin.payments.waitForRest({ orderId, version: 1, received: "500" });
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const rest = async (change: { referenceNumber?: string; paidAmount?: string } = {}) => ({
  purchaseId,
  paymentMethod: "UPI" as const,
  referenceNumber: NUMBER,
  receiptId: await company.proof(member),
  ...change,
});

/** What member and admin are told of the order. */
async function told() {
  const { order } = await own.orders.find({ purchaseId });
  const { waitsFor } = await own.orders.timeline({ purchaseId });
  const { toldRest } = await admin.orders.findForAdmin({ orderId });
  return { isPayable: order.isPayable, missingPaise: order.missingPaise, waitsFor, toldRest };
}

const unallocated = async () => (await admin.payments.listUnallocated()).payments;
const version = 2;

test("a member who paid the rest tells of it, and the order waits for the company", async () => {
  expect(await told()).toMatchObject({ isPayable: true, missingPaise: 53_013, toldRest: null });
  const [asked] = (await own.members.frame()).waiting;
  expect(asked).toMatchObject({ isRestAsked: true, missingPaise: 53_013 });
  await own.orders.submitRest(await rest());
  expect(await told()).toMatchObject({
    isPayable: false,
    missingPaise: 53_013,
    waitsFor: "COMPANY",
    toldRest: { paise: 53_013, reference: NUMBER, method: "UPI", proof: { isImage: true } },
  });
  const [waiting] = (await own.members.frame()).waiting;
  expect(waiting).toMatchObject({ status: "PENDING", isRestAsked: false });
  // It waits with its order, so that nobody settles it as money without one.
  expect([await unallocated(), await own.payments.mine()]).toEqual([[], []]);
  expect(await harness.messages("restSubmitted")).toContainEqual(
    expect.objectContaining({ userId: member.id }),
  );
});

test.each([
  ["by its number", { received: REST, reference: NUMBER }],
  ["by the sum alone", { received: REST }],
])("the told rest is received %s, and the order approved", async (_by, received) => {
  await own.orders.submitRest(await rest());
  await admin.payments.approveReceived({ orderId, version, ...received });
  expect(await company.order(purchaseId)).toMatchObject({ status: "APPROVED" });
  expect(await company.received()).toMatchObject([
    { receivedPaise: 50_000, appliedPaise: 50_000 },
    { receivedPaise: 53_013, appliedPaise: 53_013, reference: NUMBER, method: "UPI" },
  ]);
  expect(await unallocated()).toEqual([]);
});

test("a bank's entry with the told number approves the order, before or after it is told", async () => {
  const lineId = await company.entry({ amountPaise: 53_013, reference: NUMBER });
  await own.orders.submitRest(await rest());
  await admin.payments.approveReceived({ orderId, version, received: REST, lineId });
  expect(await company.received()).toHaveLength(2);
  expect(await unallocated()).toEqual([]);
});

test("a rest that is told by hand is received by the sum alone", async () => {
  await own.orders.submitRest({ purchaseId, paymentMethod: "MANUAL" });
  await admin.payments.approveReceived({ orderId, version, received: REST });
  expect(await company.received()).toMatchObject([{}, { method: "MANUAL", reference: null }]);
});

test("a part of the rest asks the member again, who tells again", async () => {
  await own.orders.submitRest(await rest({ paidAmount: "300" }));
  await admin.payments.waitForRest({ orderId, version, received: "300", reference: NUMBER });
  expect(await told()).toMatchObject({ isPayable: true, missingPaise: 23_013, toldRest: null });
  await own.orders.submitRest(await rest({ referenceNumber: "611234567900" }));
  await admin.payments.approveReceived({ orderId, version: 3, received: "230.13" });
  expect(await company.received()).toHaveLength(3);
});

test("a told rest of a rejected order is money without an order until it is settled", async () => {
  await own.orders.submitRest(await rest());
  await admin.orders.reject({ orderId, version, reason: "Not found" });
  const claim = (await unallocated()).find(({ kind }) => kind === "CLAIM");
  expect(claim).toMatchObject({ reference: NUMBER });
  await admin.payments.dismiss({ kind: "CLAIM", paymentId: claim?.id ?? "", reason: "Not found" });
  expect(await unallocated()).toMatchObject([{ kind: "CREDIT", openPaise: 50_000 }]);
});

test("the rest is refused where none is asked for, and with a number that is used", async () => {
  const tell = async (change = {}) =>
    resultCode(own.orders.submitRest({ ...(await rest()), ...change }));
  const [order] = [await company.order(purchaseId)];
  expect(await tell({ referenceNumber: order.reference })).toBe("REFERENCE_USED");
  expect(await tell({ referenceNumber: "" })).toBe("REFERENCE_REQUIRED");
  expect(await tell({ receiptId: undefined })).toBe("RECEIPT_REQUIRED");
  const stranger = await company.member();
  expect(await tell({ receiptId: await company.proof(stranger) })).toBe("RECEIPT_NOT_FOUND");
  const others = await company.as(stranger);
  expect(await resultCode(others.orders.submitRest(await rest()))).toBe("ORDER_NOT_FOUND");
  const { order: second } = await submittedPayment(company, stranger);
  const whole = { ...(await rest()), purchaseId: second.orderNumber };
  whole.receiptId = await company.proof(stranger);
  expect(await resultCode(others.orders.submitRest(whole))).toBe("ORDER_ALREADY_SUBMITTED");
  expect(await told()).toMatchObject({ isPayable: true, toldRest: null });
});

test("of six tellings at once one counts, and one key answers alike", async () => {
  const all = await Promise.all(
    Array.from({ length: 6 }, async (_, at) =>
      resultCode(own.orders.submitRest(await rest({ referenceNumber: `61123456790${at}` }))),
    ),
  );
  expect(all.filter((code) => code === "ORDER_ALREADY_SUBMITTED")).toHaveLength(5);
  expect((await company.payments()).filter(({ status }) => status === "UNALLOCATED")).toHaveLength(
    1,
  );
});
