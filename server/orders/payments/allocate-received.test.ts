import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AllocatePaymentForm } from "@server/orders/contracts/payments";
import { unallocatedPayment } from "@server/testing/unallocated-payments";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 8 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 150 });
  member = await company.member();
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const admin = (key?: string) => company.as(company.admin, key === undefined ? {} : { key });
const open = async () => (await (await admin()).payments.listUnallocated()).payments;
const total = async () => (await (await admin()).payments.days({})).total;

/**
 * A payment of a hundred tokens for ₹1,025 that an admin recorded with what the bank shows, unallocated while
 * others have the tokens, of which `free` are free by now.
 */
async function recorded(received: string, free = 150) {
  const own = await company.as(member);
  const { orderNumber } = await own.orders.create({ amount: "1000" });
  await own.orders.cancel({ purchaseId: orderNumber });
  const other = await submittedPayment(company, await company.member());
  const api = await admin();
  const payment = { version: 0, paymentMethod: "BANK", reference: "BANK1", received } as const;
  expect(await api.payments.record({ ...payment, purchaseId: orderNumber })).toMatchObject({
    recorded: "KEPT",
  });
  if (free > 50) await api.orders.reject({ orderId: other.transaction.id, reason: "No money" });
  const [first] = await open();
  return { orderNumber, paymentId: first?.id ?? "" };
}

/** The bank's entry of a sum is given to an order. */
async function link(orderNumber: string, amountPaise: number): Promise<string> {
  const lineId = await company.entry({ amountPaise, reference: "BANK1" });
  const api = await admin();
  return resultCode(api.statements.link({ reason: "Compared", lineId, purchaseId: orderNumber }));
}

const nothingIsAllocated = async () => {
  expect(await company.received()).toEqual([]);
  expect(await company.balances()).toMatchObject({ allocated: 0 });
};

describe("the allocation of an unallocated payment of another sum than its order's total", () => {
  test(
    "allocating more than the order's total leaves the rest unallocated; the bank's entry of the whole sum is linked",
    { tags: ["full"] },
    async () => {
      const { orderNumber, paymentId } = await recorded("2000");
      const api = await admin("allocates-two-thousand");
      const answer = { orderNumber, allocated: 100, restPaise: 97_500 };
      const call = { paymentId, received: "2000", quantity: 100 };
      expect(await api.payments.allocate(call)).toEqual(answer);
      // A call repeated with its key allocates once.
      expect(await api.payments.allocate(call)).toEqual(answer);
      expect(await company.order(orderNumber)).toMatchObject({
        status: "APPROVED",
        receivedPaise: 200_000,
        approvedQuantity: null,
      });
      expect(await total()).toMatchObject({
        receivedPaise: 200_000,
        allocatedPaise: 102_500,
        openPaise: 97_500,
      });
      expect(await open()).toMatchObject([{ kind: "CREDIT", openPaise: 97_500 }]);
      expect(await link(orderNumber, 200_000)).toBe("ok");
    },
  );

  test(
    "allocating less than the order's total buys the tokens that it pays, with their fee",
    { tags: ["full"] },
    async () => {
      const { orderNumber, paymentId } = await recorded("500");
      // The page shows a hundred tokens that are free; the sum pays fewer.
      const call = { paymentId, received: "500", quantity: 100 };
      expect(await (await admin()).payments.allocate(call)).toEqual({
        orderNumber,
        allocated: 48,
        restPaise: 800,
      });
      expect(await company.order(orderNumber)).toMatchObject({
        status: "APPROVED",
        receivedPaise: 50_000,
        approvedQuantity: 48,
        approvedAmountPaise: 48_000,
        approvedFeePaise: 1_200,
      });
      expect(await company.balances()).toMatchObject({ allocated: 48 });
      expect(await total()).toMatchObject({
        receivedPaise: 50_000,
        allocatedPaise: 49_200,
        openPaise: 800,
      });
      expect(await link(orderNumber, 50_000)).toBe("ok");
    },
  );

  test(
    "allocating with fewer tokens left than the sum pays leaves the rest of the money unallocated",
    { tags: ["full"] },
    async () => {
      const { orderNumber, paymentId } = await recorded("2000", 50);
      const call = { paymentId, received: "2000", quantity: 50 };
      expect(await (await admin()).payments.allocate(call)).toEqual({
        orderNumber,
        allocated: 50,
        restPaise: 148_750,
      });
      expect(await total()).toMatchObject({
        receivedPaise: 200_000,
        allocatedPaise: 51_250,
        openPaise: 148_750,
      });
    },
  );

  test(
    "a payment of another sum is not allocated until an admin enters the received sum",
    { tags: ["full"] },
    async () => {
      const { paymentId } = await recorded("500");
      const api = await admin();
      expect(await resultCode(api.payments.allocate({ paymentId }))).toBe("AMOUNT_INVALID");
      expect(await resultCode(api.payments.allocate({ paymentId, received: "10.24" }))).toBe(
        "RECEIVED_BELOW_ONE_TOKEN",
      );
      await nothingIsAllocated();
      expect(AllocatePaymentForm.safeParse({ paymentId }).error?.issues).toMatchObject([
        { path: ["received"], message: "AMOUNT_INVALID" },
      ]);
    },
  );

  test(
    "the whole order is allocated if its total arrived after all",
    { tags: ["full"] },
    async () => {
      const { orderNumber, paymentId } = await recorded("500");
      const call = { paymentId, received: "1025" };
      expect(await (await admin()).payments.allocate(call)).toMatchObject({
        allocated: 100,
        restPaise: 0,
      });
      expect(await company.order(orderNumber)).toMatchObject({ receivedPaise: null });
    },
  );

  test(
    "allocating a payment that its member reports as the total uses the sum that arrived",
    { tags: ["full"] },
    async () => {
      const { id: paymentId, orderNumber } = await unallocatedPayment(company, member);
      expect(await (await admin()).payments.allocate({ paymentId, received: "500" })).toEqual({
        orderNumber,
        allocated: 48,
        restPaise: 800,
      });
      expect((await harness.messages("paymentAllocated")).at(-1)).toMatchObject({
        userId: member.id,
      });
    },
  );
});

describe("above the company's sum, a second admin", () => {
  beforeEach(() => company.setCompany({ settings: { secondAdminAbovePaise: 40_000 } }));

  test(
    "a second admin confirms the very sum of an allocation that the first one received",
    { tags: ["full"] },
    async () => {
      const { paymentId } = await recorded("500");
      const second = await company.anotherAdmin();
      const keyed = await admin("first-of-two-admins");
      const first = { paymentId, received: "500" };
      expect(await resultCode(keyed.payments.allocate(first))).toBe("NEEDS_SECOND_ADMIN");
      const other = await company.as(second);
      const [waiting] = await other.changes.list();
      expect(waiting?.fields).toEqual([{ name: "receivedPaise", before: null, after: 50_000 }]);
      await nothingIsAllocated();
      await other.changes.confirm({ id: waiting?.id ?? "" });
      expect(await company.balances()).toMatchObject({ allocated: 48 });
      // Its key answers with what came of it.
      expect(await keyed.payments.allocate(first)).toMatchObject({ allocated: 48, restPaise: 800 });
    },
  );

  test(
    "an allocation asked for with another sum replaces the one that waits for a second admin",
    { tags: ["full"] },
    async () => {
      const { paymentId } = await recorded("500");
      const second = await company.anotherAdmin();
      for (const [person, received] of [
        [second, "500"],
        [company.admin, "600"],
      ] as const) {
        const { payments } = await company.as(person);
        expect(await resultCode(payments.allocate({ paymentId, received }))).toBe(
          "NEEDS_SECOND_ADMIN",
        );
      }
      await nothingIsAllocated();
      const { changes } = await company.as(second);
      const [waiting] = await changes.list();
      await changes.confirm({ id: waiting?.id ?? "" });
      expect(await company.balances()).toMatchObject({ allocated: 58 });
    },
  );

  test(
    "a second admin is not needed for a sum that buys for less",
    { tags: ["full"] },
    async () => {
      const { paymentId } = await recorded("300");
      await company.anotherAdmin();
      expect(await (await admin()).payments.allocate({ paymentId, received: "300" })).toMatchObject(
        {
          allocated: 29,
        },
      );
    },
  );
});
