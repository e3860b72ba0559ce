import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { leftOf } from "@server/payments/queries/payments";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";

const UTR = "630554043104";
const TOTAL = 103_013;

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
beforeAll(async () => {
  harness = await orderHarness({ connections: 8 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 100_000 });
  member = await company.member();
});
// Received − applied − refunded agrees with orders, entries and the audit log.
afterEach(async () => expect(await company.faults()).toEqual([]));

const admin = () => company.as(company.admin);
const entry = (amountPaise: number) =>
  company.entry({ amountPaise, narration: `UPI/CR/${UTR}/RAHUL SH/UTIB/rahul@okax/--` });
const open = async () => (await (await admin()).statements.lines({})).lines;
const sums = async () => {
  const [payment] = await company.received();
  if (!payment) throw new Error("No payment was received.");
  const { receivedPaise, appliedPaise, refundedPaise } = payment;
  return { receivedPaise, appliedPaise, refundedPaise, left: leftOf(payment) };
};

/** An approved order over ₹1,030.13 of which an entry then shows another sum. */
async function approvedAndShown(amountPaise: number) {
  const { order, transaction } = await submittedPayment(company, member, { reference: UTR });
  const ref = { orderId: transaction.id, version: 1 };
  await (await admin()).orders.approve(ref);
  const lineId = await entry(amountPaise);
  return { ref, lineId, orderNumber: order.orderNumber };
}

describe("more than was confirmed", () => {
  test(
    "a bank's higher sum becomes the received one: the surplus can be sent back, and no rupee more",
    { tags: ["full"] },
    async () => {
      const { lineId, orderNumber } = await approvedAndShown(TOTAL + 5_000);
      const api = await admin();
      await api.statements.acceptSum({ lineId, reason: "Paid too much" });
      expect(await sums()).toEqual({
        receivedPaise: TOTAL + 5_000,
        appliedPaise: TOTAL,
        refundedPaise: 0,
        left: 5_000,
      });
      expect(await company.order(orderNumber)).toMatchObject({ receivedPaise: TOTAL + 5_000 });
      const { payments } = await api.payments.listUnallocated();
      expect(payments).toMatchObject([{ kind: "CREDIT", openPaise: 5_000 }]);
      const sent = { kind: "CREDIT" as const, paymentId: payments[0]?.id ?? "" };
      const back = { ...sent, reference: "BACK1", refundedOn: "2026-01-02" };
      expect(await resultCode(api.payments.refund({ ...back, amount: "50.01" }))).toBe(
        "REFUND_TOO_LARGE",
      );
      await api.payments.refund({ ...back, amount: "50" });
      expect(await sums()).toMatchObject({ refundedPaise: 5_000, left: 0 });
    },
  );

  test(
    "a bank's higher sum counts once: accepted again by the same call, by another one and by a second admin",
    { tags: ["full"] },
    async () => {
      const { lineId } = await approvedAndShown(TOTAL + 5_000);
      const input = { lineId, reason: "Paid too much" };
      const keyed = await company.as(company.admin, { key: "accept-once" });
      await keyed.statements.acceptSum(input);
      expect(await resultCode(keyed.statements.acceptSum(input))).toBe("ok");
      expect(await resultCode((await admin()).statements.acceptSum(input))).toBe(
        "STATEMENT_LINE_SETTLED",
      );
      const second = await company.as(await company.anotherAdmin());
      expect(await resultCode(second.statements.acceptSum(input))).toBe("STATEMENT_LINE_SETTLED");
      expect(await sums()).toMatchObject({ receivedPaise: TOTAL + 5_000, left: 5_000 });
    },
  );

  test(
    "a bank's higher sum accepted by two admins at once counts once",
    { tags: ["full"] },
    async () => {
      const { lineId } = await approvedAndShown(TOTAL + 5_000);
      const admins = [company.admin, await company.anotherAdmin()];
      const outcomes = await Promise.all(
        admins.map(async (person) =>
          resultCode((await company.as(person)).statements.acceptSum({ lineId, reason: "x" })),
        ),
      );
      expect(outcomes.sort()).toEqual(["STATEMENT_LINE_SETTLED", "ok"]);
      expect(await sums()).toMatchObject({ receivedPaise: TOTAL + 5_000, left: 5_000 });
    },
  );

  test(
    "a bank's higher sum for a part goes to the order that waits for its rest; a sum that pays all is approved first",
    { tags: ["full"] },
    async () => {
      const { transaction } = await submittedPayment(company, member, { reference: UTR });
      const api = await admin();
      await api.payments.waitForRest({ orderId: transaction.id, version: 1, received: "400" });
      const first = await entry(45_000);
      await api.statements.acceptSum({ lineId: first, reason: "₹450 came" });
      expect(await sums()).toMatchObject({ receivedPaise: 45_000, appliedPaise: 45_000, left: 0 });
      const second = await entry(60_000);
      expect(await resultCode(api.statements.acceptSum({ lineId: second, reason: "x" }))).toBe(
        "RECEIVED_PAYS_ALL",
      );
      await api.payments.approveReceived({ orderId: transaction.id });
      await api.statements.acceptSum({ lineId: second, reason: "It came twice" });
      expect(await sums()).toMatchObject({ receivedPaise: 105_000 });
    },
  );
});

describe("less than was confirmed", () => {
  test(
    "a bank's lower sum leaves the payment as it is if the rest came in another way",
    { tags: ["full"] },
    async () => {
      const { lineId } = await approvedAndShown(50_000);
      const api = await admin();
      await api.statements.acceptSum({ lineId, reason: "The rest came by cheque" });
      expect(await sums()).toMatchObject({ receivedPaise: TOTAL, left: 0 });
      expect(await open()).toEqual([]);
      // Money by day has the whole of it: what the bank shows, and what was used beyond that.
      const { lines, total } = await api.payments.days({});
      expect(lines).toMatchObject([
        { bankPaise: 50_000, approvedPaise: 50_000, excessPaise: TOTAL - 50_000 },
      ]);
      expect(total.receivedPaise).toBe(TOTAL);
    },
  );

  test(
    "a bank's lower sum is not taken from an order that uses more; once that is reversed, only it can be sent back",
    { tags: ["full"] },
    async () => {
      const { lineId, ref } = await approvedAndShown(50_000);
      const api = await admin();
      const only = { lineId, reason: "No more came", isBankSum: true };
      expect(await resultCode(api.statements.acceptSum(only))).toBe("STATEMENT_SUM_IN_USE");
      expect(await sums()).toMatchObject({ receivedPaise: TOTAL, appliedPaise: TOTAL });
      expect(await open()).toMatchObject([{ id: lineId, outcome: "OTHER_SUM" }]);
      await api.orders.reverse({ orderId: ref.orderId, reason: "No more came" });
      const second = await company.as(await company.anotherAdmin());
      await second.statements.acceptSum(only);
      expect(await sums()).toMatchObject({ receivedPaise: 50_000, appliedPaise: 0, left: 50_000 });
      expect(await resultCode(api.statements.acceptSum(only))).toBe("STATEMENT_LINE_SETTLED");
      expect((await api.payments.listUnallocated()).payments).toMatchObject([
        { openPaise: 50_000 },
      ]);
    },
  );

  test(
    "a bank's lower sum of a part is missing from the order that waits for its rest",
    { tags: ["full"] },
    async () => {
      const { order, transaction } = await submittedPayment(company, member, { reference: UTR });
      const api = await admin();
      await api.payments.waitForRest({ orderId: transaction.id, version: 1, received: "400" });
      const lineId = await entry(35_000);
      await api.statements.acceptSum({ lineId, reason: "₹350 came", isBankSum: true });
      expect(await sums()).toMatchObject({ receivedPaise: 35_000, appliedPaise: 35_000, left: 0 });
      expect(await company.order(order.orderNumber)).toMatchObject({ receivedPaise: 35_000 });
    },
  );
});

describe("two entries with one number", () => {
  const tasks = async () => (await open()).map(({ id, outcome }) => [id, outcome]).toSorted();

  test(
    "an approval by one of two entries with one number leaves a task, so that the other credit is not lost",
    { tags: ["full"] },
    async () => {
      const { transaction } = await submittedPayment(company, member, { reference: UTR });
      const [first, second] = [await entry(TOTAL), await entry(5_000)];
      const api = await admin();
      const named = { orderId: transaction.id, version: 1, received: "1030.13", lineId: first };
      await api.payments.approveReceived(named);
      expect(await sums()).toMatchObject({ receivedPaise: TOTAL, appliedPaise: TOTAL });
      expect(await tasks()).toEqual([first, second].map((id) => [id, "OTHER_SUM"]).toSorted());
      await api.statements.acceptSum({ lineId: second, reason: "It came beside" });
      expect(await sums()).toMatchObject({ receivedPaise: TOTAL + 5_000, left: 5_000 });
      expect(await open()).toEqual([]);
    },
  );

  test(
    "a part received by one of two entries with one number leaves a task, and the order takes the other credit too",
    { tags: ["full"] },
    async () => {
      const { order, transaction } = await submittedPayment(company, member, { reference: UTR });
      const [first, second] = [await entry(40_000), await entry(5_000)];
      const api = await admin();
      const part = { orderId: transaction.id, version: 1, received: "400", lineId: first };
      await api.payments.waitForRest(part);
      expect(await tasks()).toEqual([first, second].map((id) => [id, "OTHER_SUM"]).toSorted());
      await api.statements.acceptSum({ lineId: second, reason: "It came beside" });
      expect(await sums()).toMatchObject({ receivedPaise: 45_000, appliedPaise: 45_000, left: 0 });
      expect(await company.order(order.orderNumber)).toMatchObject({ receivedPaise: 45_000 });
    },
  );
});
