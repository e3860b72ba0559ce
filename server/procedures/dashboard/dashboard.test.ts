import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { splitSupply } from "@server/domain/supply/pools";
import { type House, type MoneyWorld, type Person, moneyWorld } from "@server/testing/money-world";

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

const boardOf = async (house: House) => (await house.as(house.admin)).dashboard.admin();

/** A payment of so many rupees that waits. Returns the order's id. */
async function waiting(
  house: House,
  paymentMethod: "BANK" | "UPI" | "MANUAL",
  amount: string,
  by?: Person,
) {
  const member = by ?? (await house.member());
  const api = await house.as(member, { door: "rest" });
  const { id } = await api.orders.submit({
    paymentMethod,
    amount,
    referenceNumber: `R${member.referralCode}`,
    receiptId: await house.proof(member),
  });
  return id;
}

test("a company without a sale has its supply and nothing else", async () => {
  const house = await world.house();
  const pools = splitSupply(10_000);
  expect(await boardOf(house)).toEqual({
    userActive: 0,
    userInactive: 0,
    userBlock: 0,
    totalMember: 0,
    verificationCompleted: 0,
    verificationPending: 0,
    totalSupply: 10_000,
    privateSupply: 3000,
    remainingPrivateSupply: 3000,
    publicCellSupply: pools.PUBLIC,
    angelInvestorSupply: pools.ANGEL,
    founderTeamSupply: pools.FOUNDER,
    airdropSupply: pools.AIRDROP,
    privateSupplyData: { total: 3000, remaining: 3000, stockBalance: 0 },
    collection: { bankPaise: 0, upiPaise: 0, manualPaise: 0, cryptoPaise: 0 },
    shares: { bank: 0, upi: 0, manual: 0, crypto: 0 },
  });
});

test("members are counted by status and verification, admins and other companies are not", async () => {
  const house = await world.house();
  await house.member();
  await house.member({ isApproved: false });
  await house.member({ status: "INACTIVE" });
  await house.member({ status: "BLOCKED", isApproved: false });
  await (await world.house()).member();
  expect(await boardOf(house)).toMatchObject({
    userActive: 2,
    userInactive: 1,
    userBlock: 1,
    totalMember: 4,
    verificationCompleted: 2,
    verificationPending: 2,
  });
});

test("what waits is out of the pool but not collected; approvals are, with their fee, by method", async () => {
  const house = await world.house();
  const desk = await house.as(house.admin);
  const bank = await waiting(house, "BANK", "1000");
  const upi = await waiting(house, "UPI", "500");
  const manual = await waiting(house, "MANUAL", "500");
  await waiting(house, "UPI", "200");
  expect(await boardOf(house)).toMatchObject({
    remainingPrivateSupply: 2780,
    privateSupplyData: { total: 3000, remaining: 2780, stockBalance: 0 },
    collection: { bankPaise: 0, upiPaise: 0, manualPaise: 0, cryptoPaise: 0 },
  });
  for (const orderId of [bank, upi, manual]) await desk.orders.approve({ orderId });
  const other = await world.house();
  await (
    await other.as(other.admin)
  ).orders.approve({ orderId: await waiting(other, "UPI", "9000") });
  expect(await boardOf(house)).toMatchObject({
    remainingPrivateSupply: 2780,
    privateSupplyData: { total: 3000, remaining: 2780, stockBalance: 200 },
    collection: { bankPaise: 102_500, upiPaise: 51_250, manualPaise: 51_250, cryptoPaise: 0 },
    shares: { bank: 50, upi: 25, manual: 25, crypto: 0 },
  });
  await desk.orders.reverse({ orderId: bank, reason: "Charged back" });
  expect(await boardOf(house)).toMatchObject({
    remainingPrivateSupply: 2880,
    privateSupplyData: { stockBalance: 100 },
    collection: { bankPaise: 0, upiPaise: 51_250 },
    shares: { bank: 0, upi: 50, manual: 50 },
  });
});

/** What the rows themselves say, added up without the queries that the dashboard uses. */
async function sumsOf(house: House) {
  const { database } = world;
  const [pool] = await database.sql`
    SELECT s.total::text, count_held.held::text, chain.tokens::text AS allocated
      FROM supplies s,
           (SELECT coalesce(sum(quantity + held_reward), 0) AS held FROM orders
             WHERE company_id = ${house.id} AND status IN ('OPEN', 'PENDING')) count_held,
           (SELECT coalesce(sum(quantity), 0) AS tokens FROM allocations
             WHERE company_id = ${house.id}) chain
     WHERE s.company_id = ${house.id} AND s.pool = 'REFERRAL'`;
  const methods = await database.sql`
    SELECT payment_method AS method, total_paise::text AS paise FROM orders
     WHERE company_id = ${house.id} AND status = 'APPROVED'`;
  const total = Number(pool?.["total"]);
  const allocated = Number(pool?.["allocated"]);
  const of = (method: string) =>
    methods
      .filter((row) => row["method"] === method)
      .reduce((sum, row) => sum + Number(row["paise"]), 0);
  return {
    privateSupplyData: {
      total,
      remaining: total - Number(pool?.["held"]) - allocated,
      stockBalance: allocated,
    },
    collection: {
      bankPaise: of("BANK"),
      upiPaise: of("UPI"),
      manualPaise: of("MANUAL"),
      cryptoPaise: of("CRYPTO"),
    },
  };
}

const METHODS = ["BANK", "UPI", "MANUAL"] as const;
const FATES = ["wait", "approve", "approve", "reject", "reverse"] as const;
const payment = fc.record({
  method: fc.constantFrom(...METHODS),
  paise: fc.integer({ min: 100_000, max: 500_000 }),
  fate: fc.constantFrom(...FATES),
  isInvited: fc.boolean(),
});

test("after any payments and decisions the figures are the sums over the rows, to the paisa and the token", async () => {
  const days = fc.sample(fc.array(payment, { minLength: 4, maxLength: 10 }), 4);
  for (const payments of days) {
    const house = await world.house({ priceMicroRupees: 33_333_333, feeBps: 237 });
    const desk = await house.as(house.admin);
    const inviter = await house.member();
    for (const { method, paise, fate, isInvited } of payments) {
      const member = await house.member(isInvited ? { referrerId: inviter.id } : {});
      const orderId = await waiting(house, method, (paise / 100).toFixed(2), member);
      if (fate === "approve" || fate === "reverse") await desk.orders.approve({ orderId });
      if (fate === "reject") await desk.orders.reject({ orderId, reason: "No such money" });
      if (fate === "reverse") await desk.orders.reverse({ orderId, reason: "Charged back" });
    }
    expect(await boardOf(house), JSON.stringify(payments)).toMatchObject(await sumsOf(house));
  }
});

test("figures are those of one moment, though money moves while they are read", async () => {
  const house = await world.house();
  const orderId = await waiting(house, "UPI", "1000");
  await (await house.as(house.admin)).orders.approve({ orderId });
  const before = await boardOf(house);
  const elsewhere = world.another(1);
  // Whoever reads has seen members and pools, and waits for the orders, while those change.
  const reading = await elsewhere.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE orders IN ACCESS EXCLUSIVE MODE`);
    const asked = boardOf(house);
    await vi.waitFor(async () => expect(await waitersForOrders()).toBe(1));
    await tx.execute(sql`
      UPDATE orders SET fee_paise = fee_paise + 1, total_paise = total_paise + 1
       WHERE company_id = ${house.id} AND id = ${orderId}`);
    return { asked };
  });
  expect(await reading.asked).toEqual(before);
  expect((await boardOf(house)).collection.upiPaise).toBe(before.collection.upiPaise + 1);
});

async function waitersForOrders(): Promise<number> {
  const rows = await world.database.sql`
    SELECT 1 AS one FROM pg_locks
     WHERE relation = 'orders'::regclass AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return rows.length;
}
