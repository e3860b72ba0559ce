import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@db/ids";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  type Person,
  submittedPayment,
} from "@server/testing/money-world";

let world: MoneyWorld;
let house: House;
let member: Person;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  house = await world.house({ maxPendingOrders: 200, privateTokens: 30_000 });
  member = await house.member();
});

async function waiting(count: number, by = member) {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push((await submittedPayment(house, by)).transaction);
  return made;
}

test("a hundred are approved in one action, and the books are right to the token", async () => {
  const orderIds = (await waiting(100)).map(({ id }) => id);
  const desk = await house.as(house.admin);
  const outcomes = await desk.orders.approveMany({ orderIds });
  expect(outcomes.map(({ orderId }) => orderId)).toEqual(orderIds);
  expect(outcomes.every(({ refusal, order }) => !refusal && order?.status === "APPROVED")).toBe(
    true,
  );
  expect(await house.books()).toMatchObject({ held: 0, allocated: 10_000 });
  expect((await desk.orders.list({ status: "APPROVED" })).total).toBe(100);
});

test("one that is refused holds up none of the others, and each says what came of it", async () => {
  const [first, decided, own, last] = await waiting(4);
  const desk = await house.as(house.admin);
  await desk.orders.reject({ orderId: decided!.id, reason: "Not ours" });
  const outcomes = await desk.orders.approveMany({
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
  expect((await house.order(decided!.orderNumber)).status).toBe("REJECTED");
  expect(await house.books()).toMatchObject({ held: 0, allocated: 300 });
});

test("nobody decides on their own order, among others neither", async () => {
  const [own] = await waiting(1);
  const neighbour = await house.member();
  const [theirs] = await waiting(1, neighbour);
  const desk = await house.as({
    ...member,
    actor: { role: "ADMIN", id: member.id, companyId: house.id, sessionId: "test" },
  });
  const orderIds = [own!.id, theirs!.id];
  const outcomes = await desk.orders.approveMany({ orderIds });
  expect(outcomes.map(({ refusal }) => refusal?.code ?? "ok")).toEqual(["OWN_ORDER", "ok"]);
  expect((await house.order(own!.orderNumber)).status).toBe("PENDING");
});

test("sending the action again decides nothing twice and says the same", async () => {
  const orderIds = (await waiting(3)).map(({ id }) => id);
  const desk = await house.as(house.admin, { key: newId() });
  const [once, twice] = await Promise.all([
    desk.orders.approveMany({ orderIds }),
    desk.orders.approveMany({ orderIds }),
  ]);
  expect(twice).toEqual(once);
  expect(once.every(({ refusal }) => refusal === null)).toBe(true);
  expect(await house.books()).toMatchObject({ held: 0, allocated: 300 });
  const books = await house.books();
  expect(await desk.orders.approveMany({ orderIds })).toEqual(once);
  expect(await house.books()).toEqual(books);
});

test("the longest key there may be is none too long for each of them", async () => {
  const orderIds = (await waiting(2)).map(({ id }) => id);
  const desk = await house.as(house.admin, { key: "k".repeat(200) });
  const once = await desk.orders.approveMany({ orderIds });
  expect(once.map(({ refusal }) => refusal?.code ?? "ok")).toEqual(["ok", "ok"]);
  expect(await desk.orders.approveMany({ orderIds })).toEqual(once);
});

test("two admins with the same list at once decide each order once", async () => {
  const orderIds = (await waiting(6)).map(({ id }) => id);
  const [mine, theirs] = await Promise.all([
    (await house.as(house.admin)).orders.approveMany({ orderIds }),
    (await house.as(house.admin)).orders.rejectMany({
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
  expect((await house.books()).held).toBe(0);
});

test("several are rejected with one reason, and their tokens are free again", async () => {
  const made = await waiting(3);
  const desk = await house.as(house.admin);
  const orderIds = made.map(({ id }) => id);
  const outcomes = await desk.orders.rejectMany({ orderIds, reason: "No such credit" });
  expect(outcomes.every(({ order }) => order?.status === "REJECTED")).toBe(true);
  expect(await house.order(made[0]!.orderNumber)).toMatchObject({
    decisionReason: "No such credit",
    decidedBy: house.admin.id,
  });
  expect(await house.books()).toMatchObject({ held: 0, allocated: 0 });
  const [seen] = await desk.orders.selected({ orderIds });
  expect(seen).toMatchObject({ status: "REJECTED" });
  expect(seen?.decidedBy).toMatch(/^Person/);
});

test("a list that is open learns how many have come since, by its own filter", async () => {
  const desk = await house.as(house.admin);
  await waiting(1);
  const { asOf, ...none } = await desk.orders.arrivals({});
  expect(none).toEqual({ count: 0 });
  const [one] = await waiting(2);
  const of = async (filter: Parameters<typeof desk.orders.arrivals>[0]) =>
    (await desk.orders.arrivals({ since: asOf, status: "PENDING", ...filter })).count;
  expect(await of({})).toBe(2);
  expect(await of({ method: "MANUAL" })).toBe(0);
  expect(await of({ search: one!.transactionId })).toBe(1);
  expect(await of({ since: (await desk.orders.arrivals({})).asOf })).toBe(0);
  await desk.orders.approve({ orderId: one!.id });
  expect(await of({})).toBe(1);
  const stranger = await world.house();
  expect(await (await stranger.as(stranger.admin)).orders.arrivals({ since: asOf })).toMatchObject({
    count: 0,
  });
  expect(await outcome(desk.orders.arrivals({ since: "yesterday" }))).toBe("FIELD_INVALID");
});

test("none, and more than a hundred, are refused", async () => {
  const desk = await house.as(house.admin);
  expect(await outcome(desk.orders.approveMany({ orderIds: [] }))).toBe("NOTHING_SELECTED");
  const many = Array.from({ length: 101 }, () => newId());
  expect(await outcome(desk.orders.approveMany({ orderIds: many }))).toBe("TOO_MANY_SELECTED");
});
