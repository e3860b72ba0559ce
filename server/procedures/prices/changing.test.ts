import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findCompany, listCompanies } from "@db/queries/companies";
import { auditEntries, prices } from "@db/schema";
import { newId } from "@db/ids";
import { parseDateTimeField } from "@server/domain/dates/india";
import { MAX_UPCOMING_PRICES } from "@server/domain/money/price-start";
import { type House, type MoneyWorld, moneyWorld, outcome } from "@server/testing/money-world";

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const desk = async (house: House) => house.as(house.admin);
const priceFor = async (house: House) =>
  (await (await house.as(await house.member())).prices.current()).priceMicroRupees;

/** Lets the time pass at which a price begins: it began just now. */
async function begin(house: House, id: string | null) {
  await world.database.db
    .update(prices)
    .set({ startsAt: sql`clock_timestamp() - interval '1 millisecond'` })
    .where(sql`${prices.companyId} = ${house.id} AND ${prices.id} = ${id}`);
}

const upcomingOf = async (house: House) =>
  (await (await desk(house)).prices.board()).lines.filter(({ state }) => state === "UPCOMING");

describe("a price set at once", () => {
  test("is in force for whoever asks next, in every instance, and kept with what was before", async () => {
    const house = await world.house();
    const board = await (await desk(house)).prices.set({ price: "12.5" });
    expect(board.priceMicroRupees).toBe(12_500_000);
    expect(board.lines).toMatchObject([
      { priceMicroRupees: 12_500_000, state: "IN_FORCE" },
      { priceMicroRupees: 10_000_000, state: "ENDED", id: null, setBy: null },
    ]);
    expect(board.lines[0]?.setBy).toMatch(/^Person/);
    expect(await priceFor(house)).toBe(12_500_000);
    const elsewhere = world.another(1);
    expect((await findCompany(elsewhere.db, house.id))?.priceMicroRupees).toBe(12_500_000);
    const listed = await listCompanies(elsewhere.db, null, { limit: 100, offset: 0 });
    expect(listed.records.find(({ id }) => id === house.id)?.priceMicroRupees).toBe(12_500_000);
  });

  test("leaves open orders as they are, and prices the next one", async () => {
    const house = await world.house();
    const member = await house.member();
    const { orderNumber } = await (await house.as(member)).orders.create({ amount: "100" });
    const before = await house.order(orderNumber);
    await (await desk(house)).prices.set({ price: "50" });
    expect(await house.order(orderNumber)).toEqual(before);
    const paid = await (
      await house.as(member)
    ).orders.submit({
      purchaseId: orderNumber,
      paymentMethod: "MANUAL",
      amount: "100",
      consent: true,
    });
    expect(paid).toMatchObject({ priceMicroRupees: 10_000_000, totalQuantity: 10 });
    const next = await (await house.as(await house.member())).orders.create({ amount: "100" });
    expect(await house.order(next.orderNumber)).toMatchObject({
      priceMicroRupees: 50_000_000,
      quantity: 2,
    });
  });

  test("again is refused, and so a second click changes nothing", async () => {
    const house = await world.house();
    const api = await desk(house);
    await api.prices.set({ price: "11" });
    expect(await outcome(api.prices.set({ price: "11.000" }))).toBe("PRICE_IN_FORCE_ALREADY");
    expect((await api.prices.board()).lines).toHaveLength(2);
  });

  test("by many at once leaves the last one that was written in force", async () => {
    const house = await world.house();
    const api = await desk(house);
    await Promise.all(
      ["21", "22", "23", "24", "25", "26"].map((price) => api.prices.set({ price })),
    );
    const entries = await world.database.db
      .select({
        before: sql`${auditEntries.before} -> 'priceMicroRupees'`.mapWith(Number),
        after: sql`${auditEntries.after} -> 'priceMicroRupees'`.mapWith(Number),
      })
      .from(auditEntries)
      .where(eq(auditEntries.companyId, house.id));
    // Each was set over the one before it, which an update that was lost would break.
    let last = 10_000_000;
    for (const _ of entries) last = entries.find(({ before }) => before === last)?.after ?? 0;
    expect(new Set(entries.map(({ before }) => before)).size).toBe(6);
    expect(await priceFor(house)).toBe(last);
  });
});

describe("a price with a date", () => {
  test("waits for it, then is in force by the database's clock; an order of before keeps its price", async () => {
    const house = await world.house();
    const api = await desk(house);
    const { lines } = await api.prices.set({ price: "20", startsAt: inDays(2) });
    expect(lines[0]).toMatchObject({ state: "UPCOMING", priceMicroRupees: 20_000_000 });
    expect(await priceFor(house)).toBe(10_000_000);
    const member = await house.member();
    const { orderNumber } = await (await house.as(member)).orders.create({ amount: "100" });
    await begin(house, lines[0]?.id ?? null);
    expect(await priceFor(house)).toBe(20_000_000);
    expect(await house.order(orderNumber)).toMatchObject({ priceMicroRupees: 10_000_000 });
    expect((await api.prices.board()).lines.map(({ state }) => state)).toEqual([
      "IN_FORCE",
      "ENDED",
    ]);
  });

  test("a time without a zone is India's", async () => {
    const house = await world.house();
    const typed = inDays(40).slice(0, 16);
    const { lines } = await (await desk(house)).prices.set({ price: "20", startsAt: typed });
    expect(lines[0]?.startsAt).toBe(parseDateTimeField(`${typed}+05:30`)?.toISOString());
  });

  test("can be cancelled before it begins, once, and not after", async () => {
    const house = await world.house();
    const api = await desk(house);
    await api.prices.set({ price: "20", startsAt: inDays(1) });
    await api.prices.set({ price: "30", startsAt: inDays(2) });
    const [later, sooner] = await upcomingOf(house);
    const id = later?.id ?? "";
    expect((await api.prices.cancel({ id })).lines[0]).toMatchObject({ id, state: "CANCELLED" });
    expect(await outcome(api.prices.cancel({ id }))).toBe("PRICE_HAS_BEGUN");
    await begin(house, sooner?.id ?? null);
    expect(await outcome(api.prices.cancel({ id: sooner?.id ?? "" }))).toBe("PRICE_HAS_BEGUN");
    expect(await priceFor(house)).toBe(20_000_000);
    expect(await outcome(api.prices.cancel({ id: newId() }))).toBe("PRICE_NOT_FOUND");
  });

  test("in the past, too far away, at another's very time, or one too many is refused", async () => {
    const house = await world.house();
    const api = await desk(house);
    const set = (startsAt: string) => outcome(api.prices.set({ price: "20", startsAt }));
    expect(await set(inDays(-1))).toBe("PRICE_START_PAST");
    expect(await set(inDays(6 * 365))).toBe("PRICE_START_FAR");
    expect(await set("31 November")).toBe("PRICE_START_INVALID");
    const first = inDays(1);
    expect(await set(first)).toBe("ok");
    expect(await set(first)).toBe("PRICE_START_TAKEN");
    for (let more = 2; more <= MAX_UPCOMING_PRICES; more += 1) {
      expect(await set(inDays(more))).toBe("ok");
    }
    expect(await set(inDays(100))).toBe("TOO_MANY_PRICES");
    expect(await upcomingOf(house)).toHaveLength(MAX_UPCOMING_PRICES);
  });
});

test("no price of nothing, below a millionth, or beyond the limit", async () => {
  const house = await world.house();
  const api = await desk(house);
  for (const price of ["0", "-1", "0.0000001", "10000000", "ten", "1e3"]) {
    expect(await outcome(api.prices.set({ price }))).toBe("PRICE_INVALID");
  }
  expect(await outcome(api.prices.set({ price: "" }))).toBe("INVALID_INPUT");
  expect((await api.prices.set({ price: "1,00,000.000001" })).priceMicroRupees).toBe(
    100_000_000_001,
  );
});

test("a super admin's change is a line of the same history", async () => {
  const house = await world.house();
  const root = await world.superAdmin();
  const company = await root.companies.find({ id: house.id });
  const change = {
    id: house.id,
    companyName: company.companyName,
    email: company.email,
    mobile: company.mobile,
    tokenSymbol: company.tokenSymbol,
    totalSupply: company.totalSupply,
  };
  const saved = await root.companies.update({ ...change, price: "17.25" });
  expect(saved.priceMicroRupees).toBe(17_250_000);
  await root.companies.update({ ...change, price: "17.25" });
  expect(await priceFor(house)).toBe(17_250_000);
  expect((await (await desk(house)).prices.board()).lines).toMatchObject([
    { priceMicroRupees: 17_250_000, setBy: null, state: "IN_FORCE" },
    { priceMicroRupees: 10_000_000, state: "ENDED" },
  ]);
});

test("a company without a price gets its first one", async () => {
  const house = await world.house({ priceMicroRupees: null });
  const api = await desk(house);
  expect(await api.prices.board()).toEqual({ priceMicroRupees: null, lines: [] });
  await api.prices.set({ price: "3" });
  expect(await priceFor(house)).toBe(3_000_000);
});
