import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transact } from "@db/client";
import { newId } from "@db/ids";
import { claimMessages } from "@server/messages/queries/message-queue";
import { auditEntries, messages, orders, users } from "@db/schema";
import { UNDO_SECONDS } from "@server/platform/rules/undo-time";
import { undoKeyOf } from "@server/orders/rules/undo-window";
import type { OrderRecord } from "@server/orders/contracts/orders";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let referrer: Person;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 8 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ maxPendingOrders: 50 });
  referrer = await company.member();
  member = await company.member({ referrerId: referrer.id });
});

const admin = () => company.as(company.admin, { canUndo: true });

/** A submitted payment, without the mails about it. */
async function submitted(): Promise<OrderRecord> {
  const api = await company.as(member);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "1000" });
  const order = await api.orders.submit({
    purchaseId,
    paymentMethod: "MANUAL",
    amount: "1000",
    consent: true,
  });
  await harness.database.db.delete(messages).where(eq(messages.companyId, company.id));
  return order;
}

const mails = () =>
  harness.database.db
    .select({ template: messages.template, userId: messages.userId, due: messages.dueAt })
    .from(messages)
    .where(eq(messages.companyId, company.id))
    .orderBy(asc(messages.id));

const templates = async () => (await mails()).map(({ template }) => template);

const undo = async (orderId: string, by = company.admin) => {
  const [row] = await harness.database.db.select().from(orders).where(eq(orders.id, orderId));
  const decidedAt = row?.decidedAt?.toISOString() ?? "2026-01-01T00:00:00.000Z";
  return (await company.as(by)).orders.undo({ orderId, decidedAt });
};

const actions = async (orderId: string) =>
  (
    await harness.database.db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.companyId, company.id), eq(auditEntries.subjectId, orderId)))
      .orderBy(asc(auditEntries.id))
  ).map(({ action }) => action);

/** The ledger agrees with its orders, their payments and its pool. */
async function expectSoundLedger(): Promise<void> {
  expect(await company.faults()).toEqual([]);
}

describe("a decision of a page", () => {
  test(
    "a page's decision is mailed after ten seconds; one of a page without undo, at once",
    { tags: ["full"] },
    async () => {
      const [waits, tells] = [await submitted(), await submitted()];
      await (await admin()).orders.approve({ orderId: waits.id });
      await (await company.as(company.admin)).orders.approve({ orderId: tells.id });
      const delays = (await mails()).map(({ due }) => due.getTime() - Date.now() > 0);
      // The member's and the referrer's, each.
      expect(delays).toEqual([true, true, false, false]);
      const [undoable] = await (await admin()).orders.undoable();
      expect(undoable).toMatchObject({ orderId: waits.id, status: "APPROVED" });
      expect(undoable).toMatchObject({ isOneOfMany: false, paise: waits.finalAmountPaise });
      expect(undoable?.secondsLeft).toBeGreaterThan(0);
      expect(undoable?.secondsLeft).toBeLessThanOrEqual(UNDO_SECONDS);
      const colleague = await company.member({ role: "ADMIN" });
      expect(await (await company.as(colleague)).orders.undoable()).toEqual([]);
    },
  );

  test(
    "an undone rejection lets the order wait as before, and nobody is notified",
    { tags: ["full"] },
    async () => {
      const order = await submitted();
      const before = [await company.order(order.orderNumber), await company.balances()] as const;
      await (await admin()).orders.reject({ orderId: order.id, reason: "No such credit" });
      expect(await undo(order.id)).toMatchObject({ status: "PENDING", version: 1 });
      const { submittedXact: _a, updatedAt: _b, ...now } = await company.order(order.orderNumber);
      const { submittedXact: _c, updatedAt: _d, ...then } = before[0];
      expect(now).toEqual({ ...then, decisionCount: 1 });
      expect(await company.balances()).toEqual(before[1]);
      expect(await templates()).toEqual([]);
      expect((await actions(order.id)).slice(-2)).toEqual(["order.rejected", "order.reopened"]);
      // Then it is decided as any other.
      await (await admin()).orders.approve({ orderId: order.id, version: 1 });
      expect(await templates()).toEqual(["orderApproved", "rewardEarned"]);
      await expectSoundLedger();
    },
  );

  test("an undone approval lets the order wait as before, and nobody is notified", async () => {
    const order = await submitted();
    const before = [await company.order(order.orderNumber), await company.balances()] as const;
    await (await admin()).orders.approve({ orderId: order.id });
    expect(await undo(order.id)).toMatchObject({ status: "PENDING", version: 1 });
    const { submittedXact: _a, updatedAt: _b, ...now } = await company.order(order.orderNumber);
    const { submittedXact: _c, updatedAt: _d, ...then } = before[0];
    expect(now).toEqual({ ...then, decisionCount: 1 });
    expect(await company.balances()).toEqual({ ...before[1], count: before[1].count + 4 });
    expect(await templates()).toEqual([]);
    expect((await actions(order.id)).slice(-2)).toEqual(["order.approved", "order.reopened"]);
    await expectSoundLedger();
    // Then it is approved again: of the two decisions, one stands.
    await (await admin()).orders.approve({ orderId: order.id, version: 1 });
    expect(await company.balances()).toMatchObject({ held: 0, allocated: 105 });
    await expectSoundLedger();
  });

  test(
    "an undone partial approval lets the whole order and its whole reward wait again",
    { tags: ["full"] },
    async () => {
      const order = await submitted();
      const { heldReward } = await company.order(order.orderNumber);
      expect(heldReward).toBe(5);
      const half = { orderId: order.id, version: 1, received: "512.50" };
      await (await admin()).payments.approveReceived(half);
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 52 });
      await undo(order.id);
      expect(await company.order(order.orderNumber)).toMatchObject({
        heldQuantity: 100,
        heldReward,
      });
      await expectSoundLedger();
      await (await admin()).orders.approve({ orderId: order.id, version: 1 });
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 105 });
      await expectSoundLedger();
    },
  );

  test(
    "a bulk undo undoes each decision by the rules for a single one",
    { tags: ["full"] },
    async () => {
      const made = [await submitted(), await submitted()];
      const orderIds = made.map(({ id }) => id);
      const api = await admin();
      await api.orders.approveMany({ orderIds });
      const decisions = (await api.orders.undoable()).map(({ orderId, decidedAt }) => ({
        orderId,
        decidedAt,
      }));
      expect(decisions.map(({ orderId }) => orderId).toSorted()).toEqual(orderIds.toSorted());
      expect((await api.orders.undoable()).map(({ isOneOfMany }) => isOneOfMany)).toEqual([
        true,
        true,
      ]);
      const outcomes = await (await company.as(company.admin)).orders.undoMany({ decisions });
      expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, null]);
      expect(outcomes.map(({ order }) => order?.status)).toEqual(["PENDING", "PENDING"]);
      expect(await templates()).toEqual([]);
      await expectSoundLedger();
    },
  );

  test(
    "approvals and undos by parallel calls leave at most one valid pair of allocations",
    { tags: ["full"] },
    async () => {
      const order = await submitted();
      for (let turn = 0; turn < 6; turn += 1) {
        const approve = async () => (await admin()).orders.approve({ orderId: order.id });
        await Promise.allSettled([approve(), undo(order.id), approve(), undo(order.id)]);
        const { status } = await company.order(order.orderNumber);
        const { allocated } = await company.balances();
        expect(allocated).toBe(status === "APPROVED" ? 105 : 0);
        await expectSoundLedger();
      }
    },
  );

  test("a decision is undone once: the same form again has the same answer, another is refused", async () => {
    const order = await submitted();
    await (await admin()).orders.reject({ orderId: order.id, reason: "x" });
    const [{ decidedAt } = { decidedAt: "" }] = await (await admin()).orders.undoable();
    const again = async (key: string) =>
      (await company.as(company.admin, { key })).orders.undo({ orderId: order.id, decidedAt });
    expect((await again("one")).status).toBe("PENDING");
    expect((await again("one")).status).toBe("PENDING");
    expect(await resultCode(again("two"))).toBe("UNDO_TOO_LATE");
  });
});

describe("a decision is not undone", () => {
  const unchanged = async (expected: string, by = company.admin) => {
    const order = await submitted();
    await (await admin()).orders.reject({ orderId: order.id, reason: "x" });
    return {
      order,
      refused: async () => expect(await resultCode(undo(order.id, by))).toBe(expected),
    };
  };
  const expectKept = async ({ orderNumber }: OrderRecord) => {
    expect((await company.order(orderNumber)).status).toBe("REJECTED");
    expect(await templates()).toEqual(["orderRejected"]);
  };

  test("a decision is not undone by another admin", async () => {
    const colleague = await company.member({ role: "ADMIN" });
    const { order, refused } = await unchanged("UNDO_OTHERS", colleague);
    await refused();
    await expectKept(order);
  });

  test("a decision is not undone once its member has read of it under the bell", async () => {
    const { order, refused } = await unchanged("UNDO_SEEN");
    const readAt = (await company.order(order.orderNumber)).undoUntil ?? new Date();
    await harness.database.db
      .update(users)
      .set({ noticesReadAt: readAt })
      .where(eq(users.id, member.id));
    await refused();
    await expectKept(order);
  });

  test("a decision is not undone after its ten seconds", async () => {
    const { order, refused } = await unchanged("UNDO_TOO_LATE");
    const undoUntil = new Date(Date.now() - 60_000);
    await harness.database.db.update(orders).set({ undoUntil }).where(eq(orders.id, order.id));
    await refused();
    await expectKept(order);
  });

  test("a decision without a waiting mail is not undone: mailed at once, or approved with a second admin", async () => {
    const order = await submitted();
    await (await company.as(company.admin)).orders.reject({ orderId: order.id, reason: "x" });
    expect(await resultCode(undo(order.id))).toBe("UNDO_TOO_LATE");
    await expectKept(order);
  });
});

describe("undoing races with the sender", () => {
  /** Claims due mails, as a sender does. */
  const claim = (limit = 10) =>
    claimMessages(harness.database.db, {
      channel: "EMAIL",
      upTo: 1,
      limit,
      sender: newId(),
      leaseSeconds: 60,
    });
  const due = (orderId: string) =>
    harness.database.db
      .update(messages)
      .set({ dueAt: new Date(Date.now() - 1000) })
      .where(and(eq(messages.companyId, company.id), eq(messages.userId, orderId)));

  test(
    "a decision is either undone or its mail is sent, never both",
    { tags: ["full"] },
    async () => {
      const seen = new Set<string>();
      for (let turn = 0; turn < 12; turn += 1) {
        const order = await submitted();
        await (await admin()).orders.reject({ orderId: order.id, reason: "x" });
        await due(member.id);
        // Each comes first once.
        const taken = turn === 0 ? await claim() : [];
        const racing = turn === 1 ? [resultCode(undo(order.id))] : [];
        await Promise.all(racing);
        const [undone, more] = await Promise.all([
          racing[0] ?? resultCode(undo(order.id)),
          claim(),
        ]);
        const claimed = [...taken, ...more];
        const isSent = claimed.some(({ companyId }) => companyId === company.id);
        expect([undone, isSent]).toEqual(undone === "ok" ? ["ok", false] : ["UNDO_TOO_LATE", true]);
        const { status } = await company.order(order.orderNumber);
        expect(status).toBe(undone === "ok" ? "PENDING" : "REJECTED");
        seen.add(undone);
      }
      expect(seen).toEqual(new Set(["ok", "UNDO_TOO_LATE"]));
    },
  );

  test(
    "control: without the lock on the mail, one that is being sent would be withdrawn",
    { tags: ["full"] },
    async () => {
      const order = await submitted();
      await (await admin()).orders.reject({ orderId: order.id, reason: "x" });
      await due(member.id);
      const key = eq(messages.undoKey, undoKeyOf(await company.order(order.orderNumber)));
      const { read, claimed, withdrawn } = await transact(harness.database.db, async (tx) => {
        const [read] = await tx.select().from(messages).where(key);
        // On a slow machine a mail of an earlier decision may be due as well.
        const claimed = (await claim()).filter(({ id }) => id === read?.id);
        const withdrawn = await tx.delete(messages).where(key).returning();
        return { read, claimed, withdrawn };
      });
      expect([read?.leasedBy, claimed.length, withdrawn.length]).toEqual([null, 1, 1]);
    },
  );
});
