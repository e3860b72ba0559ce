import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { allowanceOf } from "@server/orders/queries/allowance";
import { insertOrder } from "@server/orders/queries/orders";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { releaseOverdueHolds } from "./release-overdue-holds";
import { holdTokens } from "./take-hold";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness({ connections: 24 });
});
afterAll(() => harness.close());

/** A company with a pool of 3,000 tokens at ₹10: an unverified member may hold 300. */
const seller = (change = {}) => harness.company({ privateTokens: 3000, ...change });
const unverified = (company: CompanyFixture) => company.member({ isApproved: false });

const proved = async (company: CompanyFixture, member: Person, amount: string) => ({
  paymentMethod: "BANK",
  amount,
  referenceNumber: `REF${newId()}`,
  receiptId: await company.proof(member),
});

describe("the terms that Buy Token tells beforehand", () => {
  const tell = async (api: Awaited<ReturnType<CompanyFixture["as"]>>) => {
    const { mayBuy, pendingOrders, room, remainingPrivateSupply } = await api.orders.terms();
    return { mayBuy, pendingOrders, ...room, left: remainingPrivateSupply };
  };

  test(
    "orders are accepted by the terms that Buy Token shows beforehand, and a verified member has no cap",
    { tags: ["full"] },
    async () => {
      const company = await seller();
      const member = await unverified(company);
      const api = await company.as(member, { transport: "rest" });
      const limit = { code: "UNVERIFIED_CAP_REACHED", tokens: 300 };
      const at = { mayBuy: true, isFull: false, limit };
      expect(await tell(api)).toEqual({ ...at, pendingOrders: 0, mostTokens: 300, left: 3000 });
      // Neither an open order, which a new one replaces, nor a proved payment counts.
      await api.orders.submit({ paymentMethod: "MANUAL", amount: "1000" });
      await api.orders.submit(await proved(company, member, "500"));
      await api.orders.create({ amount: "700" });
      expect(await tell(api)).toEqual({ ...at, pendingOrders: 2, mostTokens: 200, left: 2780 });
      expect(await resultCode(api.orders.create({ amount: "2010" }))).toBe(
        "UNVERIFIED_CAP_REACHED",
      );
      expect(await resultCode(api.orders.create({ amount: "2000" }))).toBe("ok");
      await api.orders.submit({ paymentMethod: "MANUAL", amount: "2000" });
      expect(await tell(api)).toMatchObject({ isFull: true, mostTokens: 0 });
      const verified = await company.as(await company.member());
      expect(await tell(verified)).toMatchObject({ isFull: false, mostTokens: null, limit: null });
    },
  );

  test(
    "the terms of Buy Token name the company's cap, the number of payments, and who may not buy yet",
    { tags: ["full"] },
    async () => {
      const company = await seller({
        maxHeldTokens: 50,
        maxPendingOrders: 2,
        unverifiedMayBuy: false,
      });
      const member = await company.member();
      const api = await company.as(member, { transport: "rest" });
      await api.orders.submit({ paymentMethod: "MANUAL", amount: "200" });
      const limit = { code: "TOKEN_CAP_REACHED", tokens: 50 };
      expect(await tell(api)).toMatchObject({
        pendingOrders: 1,
        isFull: false,
        mostTokens: 30,
        limit,
      });
      await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
      expect(await tell(api)).toMatchObject({ pendingOrders: 2, isFull: true, mostTokens: 20 });
      expect(await resultCode(api.orders.create({ amount: "10" }))).toBe("TOO_MANY_PENDING_ORDERS");
      const stranger = await company.as(await unverified(company));
      expect(await tell(stranger)).toMatchObject({ mayBuy: false });
      expect(await resultCode(stranger.orders.create({ amount: "10" }))).toBe(
        "UNVERIFIED_MAY_NOT_BUY",
      );
    },
  );
});

describe("without a proof, an unverified member holds at most a tenth of the pool", () => {
  test("one order without a proof of an unverified member holds at most a tenth of the pool", async () => {
    const company = await seller();
    const api = await company.as(await unverified(company));
    expect(await resultCode(api.orders.create({ amount: "3010" }))).toBe("UNVERIFIED_CAP_REACHED");
    expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
    expect(await resultCode(api.orders.create({ amount: "3000" }))).toBe("ok");
    // A new order replaces the open one, so the two do not add up.
    expect(await resultCode(api.orders.create({ amount: "2990" }))).toBe("ok");
    expect(await company.balances()).toMatchObject({ poolHeld: 299, held: 299 });
  });

  test("an open order and manual payments of an unverified member together hold at most a tenth of the pool", async () => {
    const company = await seller();
    const api = await company.as(await unverified(company), { transport: "rest" });
    for (const amount of ["1000", "1500"]) {
      await api.orders.submit({ paymentMethod: "MANUAL", amount });
    }
    expect(await resultCode(api.orders.create({ amount: "510" }))).toBe("UNVERIFIED_CAP_REACHED");
    const { orderNumber } = await api.orders.create({ amount: "500" });
    expect(
      await resultCode(
        api.orders.submit({ paymentMethod: "MANUAL", purchaseId: orderNumber, amount: "500" }),
      ),
    ).toBe("ok");
    expect(await resultCode(api.orders.create({ amount: "10" }))).toBe("UNVERIFIED_CAP_REACHED");
    expect(await company.balances()).toMatchObject({ poolHeld: 300, held: 300 });
  });

  test("an unverified member holds at most a share that the company sets, and at least one token", async () => {
    const company = await seller({ unverifiedHoldBps: 1 });
    const api = await company.as(await unverified(company));
    expect(await resultCode(api.orders.create({ amount: "20" }))).toBe("UNVERIFIED_CAP_REACHED");
    expect(await resultCode(api.orders.create({ amount: "10" }))).toBe("ok");
    await company.setCompany({ unverifiedHoldBps: 10_000 });
    const later = await company.as(await unverified(company));
    expect(await resultCode(later.orders.create({ amount: "29990" }))).toBe("ok");
  });
});

describe("the limit does not concern", () => {
  test("the limit without a proof does not concern a verified member", async () => {
    const company = await seller();
    const api = await company.as(await company.member(), { transport: "rest" });
    expect(await resultCode(api.orders.submit({ paymentMethod: "MANUAL", amount: "20000" }))).toBe(
      "ok",
    );
  });

  test("the limit without a proof does not concern a member who has just been verified", async () => {
    const company = await seller();
    const member = await unverified(company);
    const api = await company.as(member);
    expect(await resultCode(api.orders.create({ amount: "5000" }))).toBe("UNVERIFIED_CAP_REACHED");
    await (await company.as(company.admin)).members.approve({ id: member.id });
    expect(await resultCode(api.orders.create({ amount: "5000" }))).toBe("ok");
  });

  test(
    "the limit without a proof does not concern payments with a proof, made in one call or late",
    { tags: ["full"] },
    async () => {
      const company = await seller();
      const member = await unverified(company);
      const api = await company.as(member, { transport: "rest" });
      expect(await resultCode(api.orders.submit(await proved(company, member, "10000")))).toBe(
        "ok",
      );
      await api.orders.submit({ paymentMethod: "MANUAL", amount: "2000" });
      const late = await api.orders.create({ amount: "1000" });
      await company.expireHold(late.orderNumber);
      await releaseOverdueHolds(harness.database.db, { companyId: company.id });
      await api.orders.create({ amount: "1000" });
      const sent = await proved(company, member, "1000");
      expect(await resultCode(api.orders.submit({ purchaseId: late.orderNumber, ...sent }))).toBe(
        "ok",
      );
      expect(await company.balances()).toMatchObject({ poolHeld: 1400, held: 1400 });
    },
  );
});

test(
  "a manual payment beyond the limit is on record for an admin",
  { tags: ["full"] },
  async () => {
    const company = await seller();
    const member = await unverified(company);
    const api = await company.as(member, { transport: "rest" });
    const late = await api.orders.create({ amount: "2000" });
    await company.expireHold(late.orderNumber);
    await releaseOverdueHolds(harness.database.db, { companyId: company.id });
    await api.orders.submit({ paymentMethod: "MANUAL", amount: "2000" });
    const again = { purchaseId: late.orderNumber, paymentMethod: "MANUAL", amount: "2000" };
    expect(await resultCode(api.orders.submit(again))).toBe("UNVERIFIED_CAP_REACHED");
    const { payments } = await (await company.as(company.admin)).payments.listUnallocated();
    expect(payments).toMatchObject([
      { orderNumber: late.orderNumber, because: "UNVERIFIED_CAP_REACHED" },
    ]);
  },
);

describe("of concurrent calls", () => {
  const CALLS = 12;

  test(
    "of concurrent calls of an unverified member, only as many are taken as fit under the limit",
    { tags: ["full"] },
    async () => {
      const company = await seller({ maxPendingOrders: 50 });
      const api = await company.as(await unverified(company), { transport: "rest" });
      const outcomes = await Promise.all(
        Array.from({ length: CALLS }, () =>
          resultCode(api.orders.submit({ paymentMethod: "MANUAL", amount: "1000" })),
        ),
      );
      expect(outcomes.filter((one) => one === "ok")).toHaveLength(3);
      expect(outcomes.filter((one) => one === "UNVERIFIED_CAP_REACHED")).toHaveLength(CALLS - 3);
      expect(await company.balances()).toMatchObject({ poolHeld: 300, held: 300 });
    },
  );

  test(
    "control: without the lock on the member, more concurrent calls are taken than fit",
    { tags: ["full"] },
    async () => {
      const company = await seller();
      const member = await unverified(company);
      let counted = 0;
      let open: (value?: unknown) => void;
      const all = new Promise((resolve) => (open = resolve));
      await Promise.all(
        Array.from({ length: CALLS }, (_, n) =>
          harness.database.db.transaction(async (tx) => {
            const others = await allowanceOf(tx, company.id, member.id, null, 1);
            if ((counted += 1) === CALLS) open();
            await all;
            if (others.unprovedTokens + 100 > 300) return;
            const order = {
              companyId: company.id,
              memberId: member.id,
              amountPaise: 100_000,
              priceMicroRupees: 10_000_000,
              feeBps: 0,
              quantity: 100,
              feePaise: 0,
              totalPaise: 100_000,
              status: "PENDING" as const,
              heldQuantity: 100,
              holdEndsAt: new Date(),
              paymentMethod: "MANUAL" as const,
              submittedAt: new Date(),
            };
            const made = await insertOrder(tx, order, [`PUR-${100_000 + n}`]);
            if (made) await holdTokens(tx, made, { reward: 0, rewardBps: 0, released: 0 });
          }),
        ),
      );
      expect((await company.balances()).held).toBeGreaterThan(300);
    },
  );
});
