import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@db/ids";
import { moveOrder } from "@server/orders/queries/orders";
import { databaseNow } from "@db/clock";
import { orders } from "@db/schema";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { freshActor } from "@server/testing/actors";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ maxPendingOrders: 200, privateTokens: 30_000 });
  member = await company.member();
});

async function waiting(count: number, by = member) {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push((await submittedPayment(company, by)).transaction);
  return made;
}

test(
  "a refused order does not stop the others, and each has its own result",
  { tags: ["full"] },
  async () => {
    const [first, decided, own, last] = await waiting(4);
    const adminApi = await company.as(company.admin);
    await adminApi.orders.reject({ orderId: decided!.id, reason: "Not ours" });
    const outcomes = await adminApi.orders.approveMany({
      orderIds: [first!.id, decided!.id, newId(), own!.id, last!.id],
    });
    expect(outcomes.map(({ refusal }) => refusal?.code ?? "ok")).toEqual([
      "ok",
      "ORDER_ALREADY_DECIDED",
      "ORDER_NOT_FOUND",
      "ok",
      "ok",
    ]);
    expect(outcomes[1]?.order).toMatchObject({ status: "REJECTED" });
    expect((await company.order(decided!.orderNumber)).status).toBe("REJECTED");
    expect(await company.balances()).toMatchObject({ held: 0, allocated: 300 });
  },
);

test(
  "a dry run previews each decision, changes nothing, and agrees with the decision",
  { tags: ["full"] },
  async () => {
    const [free, decided, single] = await waiting(3);
    const adminApi = await company.as(company.admin);
    await adminApi.orders.reject({ orderId: decided!.id, reason: "Not ours" });
    await harness.database.db
      .update(orders)
      .set({ flags: ["QUOTE_ENDED"] })
      .where(eq(orders.id, single!.id));
    const orderIds = [free!.id, decided!.id, newId(), single!.id];
    const before = await company.balances();
    const told = async (decision: "approve" | "reject") =>
      (await adminApi.orders.dryRun({ orderIds, decision })).map(
        ({ refusal, needsSecondAdmin }) => refusal?.code ?? (needsSecondAdmin ? "second" : "ok"),
      );
    expect(await told("approve")).toEqual(["ok", "ORDER_ALREADY_DECIDED", "DECIDE_SINGLY"]);
    expect(await told("reject")).toEqual(["ok", "ORDER_ALREADY_DECIDED", "ok"]);
    expect(await company.balances()).toEqual(before);
    const outcomes = await adminApi.orders.approveMany({
      orderIds,
      reasons: { [free!.id]: "The bank confirmed it by phone" },
    });
    expect(outcomes.map(({ refusal }) => refusal?.code ?? "ok")).toEqual([
      "ok",
      "ORDER_ALREADY_DECIDED",
      "ORDER_NOT_FOUND",
      "DECIDE_SINGLY",
    ]);
    // The reason is in the activity of the order.
    const { activity } = await adminApi.orders.findForAdmin({ orderId: free!.id });
    expect(activity.at(-1)?.details["flagsReason"]).toBe("The bank confirmed it by phone");
  },
);

test("a bulk approval refuses an admin's own order among others", { tags: ["full"] }, async () => {
  const [own] = await waiting(1);
  const neighbour = await company.member();
  const [theirs] = await waiting(1, neighbour);
  const adminApi = await company.as({
    ...member,
    actor: freshActor({ role: "ADMIN", id: member.id, companyId: company.id }),
  });
  const orderIds = [own!.id, theirs!.id];
  const outcomes = await adminApi.orders.approveMany({ orderIds });
  expect(outcomes.map(({ refusal }) => refusal?.code ?? "ok")).toEqual(["OWN_ORDER", "ok"]);
  expect((await company.order(own!.orderNumber)).status).toBe("PENDING");
});

test(
  "a repeated bulk call with the same key decides nothing twice and returns the same results",
  { tags: ["full"] },
  async () => {
    const orderIds = (await waiting(3)).map(({ id }) => id);
    const adminApi = await company.as(company.admin, { key: newId() });
    const [once, twice] = await Promise.all([
      adminApi.orders.approveMany({ orderIds }),
      adminApi.orders.approveMany({ orderIds }),
    ]);
    expect(twice).toEqual(once);
    expect(once.every(({ refusal }) => refusal === null)).toBe(true);
    expect(await company.balances()).toMatchObject({ held: 0, allocated: 300 });
    const balances = await company.balances();
    expect(await adminApi.orders.approveMany({ orderIds })).toEqual(once);
    expect(await company.balances()).toEqual(balances);
  },
);

test(
  "a bulk call accepts an idempotency key of the maximum length",
  { tags: ["full"] },
  async () => {
    const orderIds = (await waiting(2)).map(({ id }) => id);
    const adminApi = await company.as(company.admin, { key: "k".repeat(200) });
    const once = await adminApi.orders.approveMany({ orderIds });
    expect(once.map(({ refusal }) => refusal?.code ?? "ok")).toEqual(["ok", "ok"]);
    expect(await adminApi.orders.approveMany({ orderIds })).toEqual(once);
  },
);

test(
  "two admins who decide the same list concurrently decide each order once",
  { tags: ["full"] },
  async () => {
    const orderIds = (await waiting(6)).map(({ id }) => id);
    const [mine, theirs] = await Promise.all([
      (await company.as(company.admin)).orders.approveMany({ orderIds }),
      (await company.as(company.admin)).orders.rejectMany({
        orderIds: orderIds.toReversed(),
        reason: "x",
      }),
    ]);
    for (const orderId of orderIds) {
      const won = [mine, theirs].filter((outcomes) =>
        outcomes.some((one) => one.orderId === orderId && one.refusal === null),
      );
      expect(won).toHaveLength(1);
    }
    expect((await company.balances()).held).toBe(0);
  },
);

test(
  "a bulk rejection rejects several orders with one reason, and releases their tokens",
  { tags: ["full"] },
  async () => {
    const made = await waiting(3);
    const adminApi = await company.as(company.admin);
    const orderIds = made.map(({ id }) => id);
    const outcomes = await adminApi.orders.rejectMany({ orderIds, reason: "No such credit" });
    expect(outcomes.every(({ order }) => order?.status === "REJECTED")).toBe(true);
    expect(await company.order(made[0]!.orderNumber)).toMatchObject({
      decisionReason: "No such credit",
      decidedBy: company.admin.id,
    });
    expect(await company.balances()).toMatchObject({ held: 0, allocated: 0 });
    const [seen] = await adminApi.orders.selected({ orderIds });
    expect(seen).toMatchObject({ status: "REJECTED" });
    expect(seen?.decidedBy).toMatch(/^Person/);
  },
);

test(
  "orders that arrived since a list was opened are counted by the list's filter",
  { tags: ["full"] },
  async () => {
    const adminApi = await company.as(company.admin);
    await waiting(1);
    const { asOf, ...none } = await adminApi.orders.arrivals({});
    expect(none).toEqual({ count: 0 });
    const [one] = await waiting(2);
    const of = async (filter: Parameters<typeof adminApi.orders.arrivals>[0]) =>
      (await adminApi.orders.arrivals({ since: asOf, status: "PENDING", ...filter })).count;
    expect(await of({})).toBe(2);
    expect(await of({ method: "MANUAL" })).toBe(0);
    expect(await of({ search: one!.transactionId })).toBe(1);
    expect(await of({ since: (await adminApi.orders.arrivals({})).asOf })).toBe(0);
    await adminApi.orders.approve({ orderId: one!.id });
    expect(await of({})).toBe(1);
    const stranger = await harness.company();
    expect(
      await (await stranger.as(stranger.admin)).orders.arrivals({ since: asOf }),
    ).toMatchObject({
      count: 0,
    });
    for (const since of [
      "yesterday",
      asOf.replace(/~.*/, "~9:8:"),
      asOf.replace(/~.*/, "~1:9:5,4"),
    ]) {
      expect(await resultCode(adminApi.orders.arrivals({ since }))).toBe("FIELD_INVALID");
    }
  },
);

test("an order that was submitted before, and committed after, the list was opened is counted", async () => {
  const seller = await harness.company();
  const adminApi = await seller.as(seller.admin);
  const { orderNumber } = await (
    await seller.as(await seller.member())
  ).orders.create({
    amount: "100",
  });
  const open = await seller.order(orderNumber);
  let asOf = "";
  await harness.another(1).db.transaction(async (tx) => {
    const submittedAt = await databaseNow(tx);
    await moveOrder(tx, open, {
      status: "PENDING",
      submittedAt,
      paymentMethod: "MANUAL",
    });
    ({ asOf } = await adminApi.orders.arrivals({}));
    expect(submittedAt.getTime()).toBeLessThanOrEqual(Date.parse(asOf.split("~")[0] ?? ""));
    expect((await adminApi.orders.arrivals({ since: asOf })).count).toBe(0);
  });
  const later = await adminApi.orders.arrivals({ since: asOf });
  expect(later.count).toBe(1);
  expect((await adminApi.orders.arrivals({ since: later.asOf })).count).toBe(0);
  // A change that is no submission does not make it new.
  await harness.database
    .sql`UPDATE orders SET updated_at = now() WHERE order_number = ${orderNumber}`;
  expect((await adminApi.orders.arrivals({ since: later.asOf })).count).toBe(0);
});

test("a bulk call refuses an empty selection and more than a hundred orders", async () => {
  const adminApi = await company.as(company.admin);
  expect(await resultCode(adminApi.orders.approveMany({ orderIds: [] }))).toBe("NOTHING_SELECTED");
  const many = Array.from({ length: 101 }, () => newId());
  expect(await resultCode(adminApi.orders.approveMany({ orderIds: many }))).toBe(
    "TOO_MANY_SELECTED",
  );
});
