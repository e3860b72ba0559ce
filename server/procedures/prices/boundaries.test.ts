import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findCompany } from "@db/queries/companies";
import { insertPrice, priceInForce } from "@db/queries/prices";
import { companies } from "@db/schema";
import { dateTimeFieldValue } from "@server/domain/dates/india";
import { type House, type MoneyWorld, moneyWorld } from "@server/testing/money-world";

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());
afterEach(() => vi.useRealTimers());

const OLD = 10_000_000;
const NEW = 20_000_000;

/** The price and the database's clock, in one statement. */
async function look(house: House) {
  const [row] = await world.database.db
    .select({
      price: priceInForce,
      // A price begins at a whole millisecond; the clock has microseconds.
      now: sql`extract(epoch FROM statement_timestamp()) * 1000`.mapWith(Number),
    })
    .from(companies)
    .where(sql`${companies.id} = ${house.id}`);
  return { price: row?.price, now: row?.now ?? 0 };
}

test("a price begins at its instant by the database's clock: not before it, and from it on", async () => {
  const house = await world.house();
  const startsAt = new Date(Math.ceil((await look(house)).now) + 250);
  await insertPrice(world.database.db, {
    companyId: house.id,
    priceMicroRupees: NEW,
    startsAt,
    setBy: house.admin.id,
  });
  const looks = [await look(house)];
  while (looks.at(-1)?.price !== NEW) looks.push(await look(house));
  expect(looks.map(({ price }) => price)).toEqual(
    looks.map(({ now }) => (now < startsAt.getTime() ? OLD : NEW)),
  );
  expect(looks[0]?.price).toBe(OLD);
});

test("midnight is India's, whatever clock and zone the process has", async () => {
  const house = await world.house();
  const desk = await house.as(house.admin);
  const inTwoDays = dateTimeFieldValue(new Date(Date.now() + 2 * 86_400_000)).slice(0, 10);
  const { lines } = await desk.prices.set({ price: "20", startsAt: `${inTwoDays}T00:00` });
  const day = 86_400_000;
  const midnight = new Date(`${inTwoDays}T00:00:00Z`).getTime() - 5.5 * 3_600_000;
  expect(lines[0]).toMatchObject({ state: "UPCOMING", startsAt: new Date(midnight).toISOString() });
  // A process whose clock runs days ahead neither sells at the new price nor shows it as begun.
  vi.useFakeTimers({ toFake: ["Date"], now: midnight + 3 * day });
  expect((await findCompany(world.database.db, house.id))?.priceMicroRupees).toBe(OLD);
  expect((await desk.prices.board()).lines[0]?.state).toBe("UPCOMING");
});

test("an order of the last moment of a day keeps its price through midnight, approval and receipt", async () => {
  const house = await world.house();
  const desk = await house.as(house.admin);
  const member = await house.member();
  const own = await house.as(member);
  const { orderNumber } = await own.orders.create({ amount: "100" });
  // Midnight: the price of the new day begins.
  await desk.prices.set({ price: "20" });
  const paid = await own.orders.submit({
    purchaseId: orderNumber,
    paymentMethod: "UPI",
    amount: "100",
    referenceNumber: "MIDNIGHT1",
    receiptId: await house.proof(member),
    consent: true,
  });
  await desk.prices.set({ price: "40" });
  await desk.orders.approve({ orderId: paid.id });
  expect(await house.order(orderNumber)).toMatchObject({
    status: "APPROVED",
    priceMicroRupees: OLD,
    quantity: 10,
    totalPaise: 10_250,
  });
  expect(await own.orders.receipt({ purchaseId: orderNumber })).toMatchObject({
    transaction: { priceMicroRupees: OLD, totalQuantity: 10 },
  });
  expect((await house.books()).allocated).toBe(10);
});
