import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companies, orders, supplies } from "@db/schema";
import { listOrderActivity } from "@server/orders/queries/order-details";
import { releaseUndecided } from "@server/orders/queries/end-holds";
import { releaseTokens } from "@server/ledger/queries/supplies";
import { recomputeFigures } from "@server/verification/recompute";
import { verifyLedger } from "@server/verification/verify-ledger";
import { createRecordedJobs } from "@server/messages/delivery/store-message";
import { createSecrets } from "@server/platform/config/secrets";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { oneWaits } from "@server/testing/one-waits";
import { notifyExpired } from "@server/orders/holds/notify-expired";
import { releaseUndecidedHolds } from "./release-undecided-holds";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness({ connections: 24 });
});
afterAll(() => harness.close());

const DAY = 24 * 3600;
const WEEK = 7 * DAY;

const sweep = () => releaseUndecidedHolds(harness.database.db);

/** A manual payment of a hundred tokens, submitted so many seconds ago. */
async function waiting(company: CompanyFixture, member: Person, seconds = WEEK) {
  const api = await company.as(member, { transport: "rest" });
  const record = await api.orders.submit({ paymentMethod: "MANUAL", amount: "1000" });
  await company.backdateSubmission(record.orderNumber, seconds);
  return record;
}

async function expectBalanced(company: CompanyFixture): Promise<void> {
  const { db } = harness.database;
  const report = await verifyLedger(db, { id: company.id, name: "", tokenSymbol: "RSGN" });
  expect(report.faults).toEqual([]);
  expect((await recomputeFigures(db, company.id)).filter(({ kind }) => kind !== "pool")).toEqual(
    [],
  );
}

describe("an undecided payment without a proof", () => {
  test(
    "an undecided payment without a proof releases its tokens after seven days, stays pending and is flagged",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const referrer = await company.member();
      const member = await company.member({ referrerId: referrer.id });
      const { id, orderNumber } = await waiting(company, member);
      expect(await company.balances()).toMatchObject({ poolHeld: 105, held: 105 });
      await sweep();
      expect(await company.order(orderNumber)).toMatchObject({
        status: "PENDING",
        heldQuantity: 0,
        heldReward: 0,
        flags: ["HOLD_RELEASED"],
        holdReleasedAt: expect.any(Date) as unknown,
      });
      expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
      await expectBalanced(company);

      const admin = await company.as(company.admin);
      const { records } = await admin.orders.list({ status: "PENDING", isFlagged: true });
      expect(records).toMatchObject([
        { orderNumber, holdReleasedAt: expect.any(String) as unknown },
      ]);
      const shown = await admin.orders.findForAdmin({ orderId: id });
      expect(shown).toMatchObject({ flags: ["HOLD_RELEASED"], obtainableTokens: 3000 });
      const activity = await listOrderActivity(harness.database.db, company.id, id);
      expect(activity.at(-1)).toMatchObject({
        action: "order.hold-released",
        actorRole: "SYSTEM",
        after: { orderNumber, releasedTokens: 105 },
      });
      const api = await company.as(member);
      expect((await api.orders.find({ purchaseId: orderNumber })).order.isHoldReleased).toBe(true);
    },
  );

  test(
    "an undecided payment keeps its tokens for the company's days, by the database's clock",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const member = await company.member();
      const { orderNumber } = await waiting(company, member, WEEK - 60);
      await sweep();
      expect(await company.order(orderNumber)).toMatchObject({ heldQuantity: 100, flags: [] });
      await company.setCompany({ releaseAfterDays: 8 });
      await company.backdateSubmission(orderNumber, WEEK + 3600);
      await sweep();
      expect(await company.order(orderNumber)).toMatchObject({ heldQuantity: 100 });
      await company.setCompany({ releaseAfterDays: 1 });
      await sweep();
      expect(await company.order(orderNumber)).toMatchObject({ heldQuantity: 0 });
    },
  );

  test("an undecided payment is released once, and its member notified once", async () => {
    const company = await harness.company();
    const member = await company.member({ email: "told@people.example" });
    await waiting(company, member);
    await sweep();
    expect(await sweep()).toBe(0);
    const jobs = createRecordedJobs(createSecrets("a secret of tests, thirty-two signs or more"));
    await notifyExpired(harness.database.db, { jobs });
    await notifyExpired(harness.database.db, { jobs });
    const told = await harness.messages("orderReleased");
    expect(told.filter(({ userId }) => userId === member.id)).toEqual([
      { address: "told@people.example", userId: member.id },
    ]);
  });

  test("an undecided payment of which a part was received keeps its tokens: its member was asked for the rest", async () => {
    const company = await harness.company();
    const member = await company.member();
    const { id, orderNumber } = await waiting(company, member, 6 * DAY);
    const { payments } = await company.as(company.admin);
    await payments.waitForRest({ orderId: id, version: 1, received: "500" });
    await company.backdateSubmission(orderNumber, 100 * DAY);
    await sweep();
    expect(await company.order(orderNumber)).toMatchObject({
      status: "PENDING",
      heldQuantity: 100,
      holdReleasedAt: null,
      flags: [],
    });
    const rest = { orderId: id, version: 2, received: "525" };
    expect(await resultCode(payments.approveReceived(rest))).toBe("ok");
    expect(await company.balances()).toMatchObject({ allocated: 100, poolHeld: 0 });
    await expectBalanced(company);
  });

  test("an undecided payment with a proof keeps its tokens", async () => {
    const company = await harness.company();
    const member = await company.member();
    const api = await company.as(member, { transport: "rest" });
    const { orderNumber } = await api.orders.submit({
      paymentMethod: "BANK",
      amount: "1000",
      referenceNumber: "PROVED1",
      receiptId: await company.proof(member),
    });
    await company.backdateSubmission(orderNumber, 100 * DAY);
    await sweep();
    expect(await company.order(orderNumber)).toMatchObject({
      heldQuantity: 100,
      holdReleasedAt: null,
    });
  });
});

describe("many undecided payments", () => {
  test(
    "undecided payments are released in batches, and one failing company does not stop the others",
    { tags: ["full"] },
    async () => {
      const broken = await harness.company();
      const company = await harness.company({ maxPendingOrders: 50 });
      for (const seller of [broken, company]) {
        const member = await seller.member();
        for (let n = 0; n < 3; n += 1) await waiting(seller, member);
      }
      const { db } = harness.database;
      // The pool lacks the tokens that its orders hold.
      const pool = and(eq(supplies.companyId, broken.id), eq(supplies.pool, "REFERRAL"));
      await db.update(supplies).set({ held: 0 }).where(pool);
      await expect(sweep()).rejects.toThrow("Some companies keep undecided holds.");
      expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
      expect(await broken.balances()).toMatchObject({ poolHeld: 0, held: 300 });
      await db.update(supplies).set({ held: 300 }).where(pool);
      expect(await releaseUndecidedHolds(db, { limit: 2 })).toBe(2);
      expect(await sweep()).toBe(1);
      expect(await broken.balances()).toMatchObject({ poolHeld: 0, held: 0 });
    },
  );
});

describe("deciding on a released payment", () => {
  test("an approval of a released payment takes the tokens and the reward again", async () => {
    const company = await harness.company();
    const referrer = await company.member();
    const { id } = await waiting(company, await company.member({ referrerId: referrer.id }));
    await sweep();
    await (await company.as(company.admin)).orders.approve({ orderId: id });
    expect(await company.balances()).toMatchObject({ poolHeld: 0, allocated: 105, count: 2 });
    await expectBalanced(company);
  });

  test("an approval of a released payment takes the reward as far as the pool allows", async () => {
    const company = await harness.company({ privateTokens: 102 });
    const referrer = await company.member();
    const { id } = await waiting(company, await company.member({ referrerId: referrer.id }));
    await sweep();
    await (await company.as(company.admin)).orders.approve({ orderId: id });
    expect(await company.balances()).toMatchObject({ poolHeld: 0, allocated: 102, count: 2 });
    await expectBalanced(company);
  });

  test(
    "an approval of a released payment without free tokens is refused, changes nothing, and works once there are some",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 150 });
      const { id, orderNumber } = await waiting(company, await company.member());
      await sweep();
      const rival = await company.as(await company.member());
      const taking = await rival.orders.create({ amount: "1000" });
      const admin = await company.as(company.admin);
      expect(await admin.orders.findForAdmin({ orderId: id })).toMatchObject({
        obtainableTokens: 50,
      });
      expect(await resultCode(admin.orders.approve({ orderId: id }))).toBe("HOLD_NOT_AVAILABLE");
      expect(await company.order(orderNumber)).toMatchObject({
        status: "PENDING",
        heldQuantity: 0,
      });
      expect(await company.balances()).toMatchObject({ poolHeld: 100, held: 100, allocated: 0 });
      // An overdue hold makes room for the approval.
      await company.expireHold(taking.orderNumber);
      expect(await admin.orders.findForAdmin({ orderId: id })).toMatchObject({
        obtainableTokens: 150,
      });
      expect(await resultCode(admin.orders.approve({ orderId: id }))).toBe("ok");
      expect(await company.balances()).toMatchObject({ poolHeld: 0, allocated: 100 });
      await expectBalanced(company);
    },
  );

  test("a bulk approval leaves a released payment out", async () => {
    const company = await harness.company();
    const { id } = await waiting(company, await company.member());
    await sweep();
    const admin = await company.as(company.admin);
    const [result] = await admin.orders.approveMany({ orderIds: [id] });
    expect(result?.refusal?.code).toBe("DECIDE_SINGLY");
    expect(await company.balances()).toMatchObject({ allocated: 0 });
  });

  test("a rejection of a released payment releases nothing twice, and a new payment starts clean", async () => {
    const company = await harness.company();
    const member = await company.member();
    const { id, orderNumber } = await waiting(company, member);
    await waiting(company, await company.member(), 0);
    await sweep();
    const api = await company.as(member, { transport: "rest" });
    const again = {
      purchaseId: orderNumber,
      paymentMethod: "BANK",
      amount: "1000",
      referenceNumber: "AGAIN12345",
      receiptId: await company.proof(member),
    };
    // A payment that waits cannot be submitted again, as any other.
    expect(await resultCode(api.orders.submit(again))).toBe("ORDER_ALREADY_SUBMITTED");
    await (await company.as(company.admin)).orders.reject({ orderId: id, reason: "Not found" });
    expect(await company.balances()).toMatchObject({ poolHeld: 100, held: 100 });
    expect(await resultCode(api.orders.submit(again))).toBe("ok");
    const paid = await company.order(orderNumber);
    expect(paid).toMatchObject({ heldQuantity: 100, holdReleasedAt: null });
    expect(paid.flags).not.toContain("HOLD_RELEASED");
    await company.backdateSubmission(orderNumber, 100 * DAY);
    await sweep();
    expect(await company.order(orderNumber)).toMatchObject({ heldQuantity: 100 });
    await expectBalanced(company);
  });

  test("a released payment counts as pending, but its tokens not towards the limits", async () => {
    const company = await harness.company({ maxPendingOrders: 2, maxHeldTokens: 100 });
    const member = await company.member();
    const api = await company.as(member);
    await waiting(company, member);
    expect(await resultCode(api.orders.create({ amount: "10" }))).toBe("TOKEN_CAP_REACHED");
    await sweep();
    expect(await resultCode(api.orders.create({ amount: "1000" }))).toBe("ok");
    await waiting(company, member);
    expect(await resultCode(api.orders.create({ amount: "10" }))).toBe("TOO_MANY_PENDING_ORDERS");
  });
});

describe("a release and an approval at once", () => {
  test(
    "a release and an approval at once allocate once and leave the pool consistent, whichever is first",
    { tags: ["full"] },
    async () => {
      for (let round = 0; round < 8; round += 1) {
        const company = await harness.company({ maxPendingOrders: 50 });
        const member = await company.member();
        const records = [];
        for (let n = 0; n < 4; n += 1) records.push(await waiting(company, member));
        const admin = await company.as(company.admin);
        const outcomes = await Promise.all([
          ...records.map(({ id }) => resultCode(admin.orders.approve({ orderId: id }))),
          ...Array.from({ length: 4 }, () => resultCode(sweep())),
        ]);
        expect(outcomes.every((one) => one === "ok")).toBe(true);
        expect(await company.balances()).toMatchObject({
          poolHeld: 0,
          held: 0,
          allocated: 400,
          count: 4,
        });
        await expectBalanced(company);
      }
    },
  );

  test("a sweep leaves an order that is being decided, and does not wait", async () => {
    const company = await harness.company();
    const { id, orderNumber } = await waiting(company, await company.member());
    await harness.another(1).db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, id)).for("no key update");
      await sweep();
    });
    expect(await company.order(orderNumber)).toMatchObject({ heldQuantity: 100 });
  });

  test(
    "an approval that waits for a release takes the tokens again",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const { id } = await waiting(company, await company.member());
      const admin = await company.as(company.admin);
      let approving = Promise.resolve("");
      await harness.another(1).db.transaction(async (tx) => {
        await releaseUndecided(tx, company.id, 10);
        await releaseTokens(tx, company.id, 100);
        approving = resultCode(admin.orders.approve({ orderId: id }));
        await oneWaits(harness);
      });
      expect(await approving).toBe("ok");
      expect(await company.balances()).toMatchObject({ poolHeld: 0, allocated: 100 });
      await expectBalanced(company);
    },
  );

  test(
    "control: without the lock on the order, an approval allocates released tokens",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 100 });
      const { id } = await waiting(company, await company.member());
      const { db } = harness.database;
      // The approval has read the order and locked nothing; then it is released and its tokens sold.
      const [read] = await db.select().from(orders).where(eq(orders.id, id));
      await sweep();
      await (await company.as(await company.member())).orders.create({ amount: "1000" });
      await harness.database.sql`
      UPDATE supplies SET held = held - ${read?.heldQuantity}::bigint, allocated = allocated + 100
      WHERE company_id = ${company.id} AND pool = 'REFERRAL'`;
      const { poolHeld, held } = await company.balances();
      expect(poolHeld).not.toBe(held);
    },
  );
});

test("a company sets at least one day and at most 365 for undecided payments", async () => {
  const company = await harness.company();
  for (const days of [0, 366]) {
    await expect(
      harness.database.db
        .update(companies)
        .set({ releaseAfterDays: sql`${days}` })
        .where(eq(companies.id, company.id)),
    ).rejects.toThrow();
  }
});
