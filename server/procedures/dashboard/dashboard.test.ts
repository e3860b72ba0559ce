import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { splitSupply } from "@server/domain/supply/pools";
import {
  type CompanyFixture,
  type OrderHarness,
  type Person,
  orderHarness,
} from "@server/testing/order-harness";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

const boardOf = async (company: CompanyFixture) =>
  (await company.as(company.admin)).dashboard.admin();

/** A pending payment of so many rupees. Returns the order's id. */
async function waiting(
  company: CompanyFixture,
  paymentMethod: "BANK" | "UPI" | "MANUAL",
  amount: string,
  by?: Person,
) {
  const member = by ?? (await company.member());
  const api = await company.as(member, { transport: "rest" });
  const { id } = await api.orders.submit({
    paymentMethod,
    amount,
    referenceNumber: `R${member.referralCode}`,
    receiptId: await company.proof(member),
  });
  return id;
}

test("a company without sales shows its supply and zeros", async () => {
  const company = await harness.company();
  const pools = splitSupply(10_000);
  expect(await boardOf(company)).toEqual({
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

test("members are counted by status and verification, without admins and other companies", async () => {
  const company = await harness.company();
  await company.member();
  await company.member({ isApproved: false });
  await company.member({ status: "INACTIVE" });
  await company.member({ status: "BLOCKED", isApproved: false });
  await (await harness.company()).member();
  expect(await boardOf(company)).toMatchObject({
    userActive: 2,
    userInactive: 1,
    userBlock: 1,
    totalMember: 4,
    verificationCompleted: 2,
    verificationPending: 2,
  });
});

test("pending orders reduce the pool but are not collected; approved ones are, with fee, by method", async () => {
  const company = await harness.company();
  const adminApi = await company.as(company.admin);
  const bank = await waiting(company, "BANK", "1000");
  const upi = await waiting(company, "UPI", "500");
  const manual = await waiting(company, "MANUAL", "500");
  await waiting(company, "UPI", "200");
  expect(await boardOf(company)).toMatchObject({
    remainingPrivateSupply: 2780,
    privateSupplyData: { total: 3000, remaining: 2780, stockBalance: 0 },
    collection: { bankPaise: 0, upiPaise: 0, manualPaise: 0, cryptoPaise: 0 },
  });
  for (const orderId of [bank, upi, manual]) await adminApi.orders.approve({ orderId });
  const other = await harness.company();
  await (
    await other.as(other.admin)
  ).orders.approve({ orderId: await waiting(other, "UPI", "9000") });
  expect(await boardOf(company)).toMatchObject({
    remainingPrivateSupply: 2780,
    privateSupplyData: { total: 3000, remaining: 2780, stockBalance: 200 },
    collection: { bankPaise: 102_500, upiPaise: 51_250, manualPaise: 51_250, cryptoPaise: 0 },
    shares: { bank: 50, upi: 25, manual: 25, crypto: 0 },
  });
  await adminApi.orders.reverse({ orderId: bank, reason: "Charged back" });
  expect(await boardOf(company)).toMatchObject({
    remainingPrivateSupply: 2880,
    privateSupplyData: { stockBalance: 100 },
    collection: { bankPaise: 0, upiPaise: 51_250 },
    shares: { bank: 0, upi: 50, manual: 50 },
  });
});

/** Sums over the rows, without the dashboard's queries. */
async function sumsOf(company: CompanyFixture) {
  const { database } = harness;
  const [pool] = await database.sql`
    SELECT s.total::text, count_held.held::text, chain.tokens::text AS allocated
      FROM supplies s,
           (SELECT coalesce(sum(quantity + held_reward), 0) AS held FROM orders
             WHERE company_id = ${company.id} AND status IN ('OPEN', 'PENDING')) count_held,
           (SELECT coalesce(sum(quantity), 0) AS tokens FROM allocations
             WHERE company_id = ${company.id}) chain
     WHERE s.company_id = ${company.id} AND s.pool = 'REFERRAL'`;
  const methods = await database.sql`
    SELECT payment_method AS method, total_paise::text AS paise FROM orders
     WHERE company_id = ${company.id} AND status = 'APPROVED'`;
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

test("after any payments and decisions the figures equal the sums over the rows exactly", async () => {
  const days = fc.sample(fc.array(payment, { minLength: 4, maxLength: 10 }), 4);
  for (const payments of days) {
    const company = await harness.company({ priceMicroRupees: 33_333_333, feeBps: 237 });
    const adminApi = await company.as(company.admin);
    const inviter = await company.member();
    for (const { method, paise, fate, isInvited } of payments) {
      const member = await company.member(isInvited ? { referrerId: inviter.id } : {});
      const orderId = await waiting(company, method, (paise / 100).toFixed(2), member);
      if (fate === "approve" || fate === "reverse") await adminApi.orders.approve({ orderId });
      if (fate === "reject") await adminApi.orders.reject({ orderId, reason: "No such money" });
      if (fate === "reverse") await adminApi.orders.reverse({ orderId, reason: "Charged back" });
    }
    expect(await boardOf(company), JSON.stringify(payments)).toMatchObject(await sumsOf(company));
  }
});

test("figures are a consistent snapshot, despite concurrent changes", async () => {
  const company = await harness.company();
  const orderId = await waiting(company, "UPI", "1000");
  await (await company.as(company.admin)).orders.approve({ orderId });
  const before = await boardOf(company);
  const elsewhere = harness.another(1);
  // The reader has read members and waits for the pools; meanwhile an order changes.
  const reading = await elsewhere.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE supplies IN ACCESS EXCLUSIVE MODE`);
    const asked = boardOf(company);
    await vi.waitFor(async () => expect(await waitersForPools()).toBe(1));
    await tx.execute(sql`
      UPDATE orders SET fee_paise = fee_paise + 1, total_paise = total_paise + 1
       WHERE company_id = ${company.id} AND id = ${orderId}`);
    return { asked };
  });
  expect(await reading.asked).toEqual(before);
  expect((await boardOf(company)).collection.upiPaise).toBe(before.collection.upiPaise + 1);
});

async function waitersForPools(): Promise<number> {
  const rows = await harness.database.sql`
    SELECT 1 AS one FROM pg_locks
     WHERE relation = 'supplies'::regclass AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return rows.length;
}
