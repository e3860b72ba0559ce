import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findCompany, priceInForce } from "@server/sites/queries/companies";
import { insertPrice } from "@server/companies/queries/prices";
import { companies } from "@db/schema";
import { dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
} from "@server/testing/order-harness";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
afterEach(() => vi.useRealTimers());

const OLD = 10_000_000;
const NEW = 20_000_000;

/** The price and the database's clock, read in one statement. */
async function look(company: CompanyFixture) {
  const [row] = await harness.database.db
    .select({
      price: priceInForce,
      // Prices start at whole milliseconds; the clock has microseconds.
      now: sql`extract(epoch FROM statement_timestamp()) * 1000`.mapWith(Number),
    })
    .from(companies)
    .where(sql`${companies.id} = ${company.id}`);
  return { price: row?.price, now: row?.now ?? 0 };
}

test("a price applies from its start by the database's clock, and not before", async () => {
  const company = await harness.company();
  const startsAt = new Date(Math.ceil((await look(company)).now) + 250);
  await insertPrice(harness.database.db, {
    companyId: company.id,
    priceMicroRupees: NEW,
    startsAt,
    setBy: company.admin.id,
  });
  const looks = [await look(company)];
  while (looks.at(-1)?.price !== NEW) looks.push(await look(company));
  expect(looks.map(({ price }) => price)).toEqual(
    looks.map(({ now }) => (now < startsAt.getTime() ? OLD : NEW)),
  );
  expect(looks[0]?.price).toBe(OLD);
});

test("midnight is India's, whatever the process's clock and time zone", async () => {
  const company = await harness.company();
  const adminApi = await company.as(company.admin);
  const inTwoDays = dateTimeFieldValue(new Date(Date.now() + 2 * 86_400_000)).slice(0, 10);
  const { lines } = await adminApi.prices.set({ price: "20", startsAt: `${inTwoDays}T00:00` });
  const day = 86_400_000;
  const midnight = new Date(`${inTwoDays}T00:00:00Z`).getTime() - 5.5 * 3_600_000;
  expect(lines[0]).toMatchObject({ state: "UPCOMING", startsAt: new Date(midnight).toISOString() });
  // A process whose clock is days ahead neither sells at the new price nor shows it as begun.
  vi.useFakeTimers({ toFake: ["Date"], now: midnight + 3 * day });
  expect((await findCompany(harness.database.db, company.id))?.priceMicroRupees).toBe(OLD);
  expect((await adminApi.prices.list()).lines[0]?.state).toBe("UPCOMING");
});

test("an order placed just before midnight keeps its price through payment, approval and receipt", async () => {
  const company = await harness.company();
  const adminApi = await company.as(company.admin);
  const member = await company.member();
  const own = await company.as(member);
  const { orderNumber } = await own.orders.create({ amount: "100" });
  // The price of the new day begins at midnight.
  await adminApi.prices.set({ price: "20" });
  const paid = await own.orders.submit({
    purchaseId: orderNumber,
    paymentMethod: "UPI",
    amount: "100",
    referenceNumber: "MIDNIGHT1",
    receiptId: await company.proof(member),
    consent: true,
  });
  await adminApi.prices.set({ price: "40" });
  await adminApi.orders.approve({ orderId: paid.id });
  expect(await company.order(orderNumber)).toMatchObject({
    status: "APPROVED",
    priceMicroRupees: OLD,
    quantity: 10,
    totalPaise: 10_250,
  });
  expect(await own.orders.receipt({ purchaseId: orderNumber })).toMatchObject({
    transaction: { priceMicroRupees: OLD, totalQuantity: 10 },
  });
  expect((await company.balances()).allocated).toBe(10);
});
