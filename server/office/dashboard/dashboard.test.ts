import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { newId } from "@db/ids";
import { companies } from "@db/schema";
import { dateInIndia, periodStartsUntil } from "@server/platform/rules/dates/dates";
import { BURST_MEMBERS } from "@server/members/rules/risk/risk-facts";
import { sells } from "./first-day";
import { splitSupply } from "@server/sites/rules/pools";
import {
  type CompanyFixture,
  type Person,
  orderHarness,
  resultCode,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);

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

test("the dashboard of a company without sales shows its supply and zeros", async () => {
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

test("the dashboard counts members by status and verification, without admins and other companies", async () => {
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

test(
  "pending orders reduce the pool but are not collected; approved ones are, with fee, by method",
  { tags: ["full"] },
  async () => {
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
  },
);

/** Sums over the rows, without the dashboard's queries. The reward of an approved order may be on hold. */
async function sumsOf(company: CompanyFixture) {
  const { database } = harness;
  const [pool] = await database.sql`
    SELECT s.total::text, count_held.held::text, chain.tokens::text AS allocated
      FROM supplies s,
           (SELECT coalesce(sum(CASE WHEN status = 'APPROVED' THEN 0 ELSE quantity END + held_reward), 0) AS held
              FROM orders
             WHERE company_id = ${company.id} AND status IN ('OPEN', 'PENDING', 'APPROVED')) count_held,
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

test(
  "after any payments and decisions the dashboard's figures equal the sums over the rows exactly",
  { tags: ["full"] },
  async () => {
    // Members whom one person invited at once: the rewards of the last ones are on hold.
    const burst = Array.from({ length: BURST_MEMBERS + 1 }, () => ({
      method: "BANK" as const,
      paise: 300_000,
      fate: "approve" as const,
      isInvited: true,
    }));
    const days = fc.sample(fc.array(payment, { minLength: 4, maxLength: 10 }), 4);
    for (const payments of [burst, ...days]) {
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
      if (payments === burst) {
        const [onHold] = await harness.database.sql`
        SELECT count(*)::int AS rewards, sum(held_reward)::int AS tokens FROM orders
         WHERE company_id = ${company.id} AND status = 'APPROVED' AND reward_state = 'ON_HOLD'`;
        // All of them share a network: the third one is a burst.
        expect(onHold).toEqual({ rewards: 3, tokens: 12 });
      }
    }
  },
);

test(
  "the dashboard's figures are a consistent snapshot, despite concurrent changes",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const orderId = await waiting(company, "UPI", "1000");
    await (await company.as(company.admin)).orders.approve({ orderId });
    const before = await boardOf(company);
    const elsewhere = harness.another(1);
    // The reader waits for the pools; meanwhile an order and a pool change together.
    const reading = await elsewhere.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE supplies IN ACCESS EXCLUSIVE MODE`);
      const asked = boardOf(company);
      await vi.waitFor(async () => expect(await waitersForPools()).toBe(1));
      await tx.execute(sql`
      UPDATE orders SET fee_paise = fee_paise + 1, total_paise = total_paise + 1
       WHERE company_id = ${company.id} AND id = ${orderId}`);
      await tx.execute(sql`
      UPDATE supplies SET held = held + 1 WHERE company_id = ${company.id} AND pool = 'REFERRAL'`);
      return { asked };
    });
    const after = await boardOf(company);
    expect(after.collection.upiPaise).toBe(before.collection.upiPaise + 1);
    expect(after.remainingPrivateSupply).toBe(before.remainingPrivateSupply - 1);
    expect([before, after]).toContainEqual(await reading.asked);
  },
);

async function waitersForPools(): Promise<number> {
  const rows = await harness.database.sql`
    SELECT 1 AS one FROM pg_locks
     WHERE relation = 'supplies'::regclass AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return rows.length;
}

/** An open entry of a bank statement. */
async function entry(
  company: CompanyFixture,
  { narration, paise, side = "CREDIT" }: { narration: string; paise: number; side?: string },
) {
  const { database } = harness;
  const [account, statement, line, paid] = [newId(), newId(), newId(), newId()];
  await database.sql`
    INSERT INTO statements (company_id, id, account_id, file_name, format, row_count, added_count, unread, imported_by)
    VALUES (${company.id}, ${statement}, ${account}, 'a.csv', 'CSV', 1, 1, '[]', ${company.admin.id})`;
  await database.sql`
    INSERT INTO statement_lines (company_id, id, account_id, statement_id, line_key, occurrence, booked_on, amount_paise, side, narration)
    VALUES (${company.id}, ${line}, ${account}, ${statement}, 'k', 1, CURRENT_DATE, ${paise}, ${side}, ${narration})`;
  if (side === "DEBIT") return;
  await database.sql`
    INSERT INTO payments (company_id, id, status, method, amount_paise)
    VALUES (${company.id}, ${paid}, 'UNALLOCATED', 'BANK', ${paise})`;
  await database.sql`
    INSERT INTO payment_evidence (company_id, id, payment_id, payment_status, source, line_id, booked_on, amount_paise)
    VALUES (${company.id}, ${newId()}, ${paid}, 'UNALLOCATED', 'BANK', ${line}, CURRENT_DATE, ${paise})`;
}

test(
  "the dashboard counts waiting work as it is now, and entries of the bank as their list finds them",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const api = await company.as(company.admin);
    const none = { count: 0, paise: 0 };
    expect(await api.dashboard.work()).toEqual({
      waiting: { ...none, oldestAt: null },
      flagged: 0,
      entries: { CERTAIN: none, WENT_BACK: none, OTHER_SUM: none, CANDIDATES: none, NONE: none },
      unallocatedPayments: 0,
    });
    const member = await company.member();
    const first = await waiting(company, "UPI", "1000", member);
    const second = await waiting(company, "BANK", "500");
    await harness.database
      .sql`UPDATE orders SET flags = CASE WHEN id = ${second} THEN '["AMOUNT_DIFFERS"]' ELSE '[]' END::jsonb WHERE company_id = ${company.id}`;
    // The order's number and its payer: two facts that agree.
    const [named] = await harness.database.sql`
    SELECT o.order_number || ' ' || u.name AS facts FROM orders o
      JOIN users u ON u.company_id = o.company_id AND u.id = o.member_id
     WHERE o.company_id = ${company.id} AND o.id = ${first}`;
    await entry(company, { narration: `NEFT ${String(named?.["facts"])}`, paise: 102_500 });
    await entry(company, { narration: "CASH DEPOSIT", paise: 9_900 });
    await entry(company, { narration: "CHARGES", paise: 500, side: "DEBIT" });
    await entry(await harness.company(), { narration: "CASH", paise: 1 });
    const [oldest] = (await api.orders.list({ status: "PENDING" })).records.slice(-1);
    expect(await api.dashboard.work()).toEqual({
      waiting: { count: 2, paise: 153_750, oldestAt: oldest?.submittedAt },
      flagged: 1,
      entries: {
        CERTAIN: { count: 1, paise: 102_500 },
        WENT_BACK: none,
        OTHER_SUM: none,
        CANDIDATES: none,
        NONE: { count: 1, paise: 9_900 },
      },
      unallocatedPayments: 0,
    });
    const { outcomes } = await api.statements.lines({ status: "OPEN" });
    expect(outcomes).toEqual({ CERTAIN: 1, WENT_BACK: 0, OTHER_SUM: 0, CANDIDATES: 0, NONE: 1 });
    // A flagged one is certain too, and stands apart from those that are approved together.
    await harness.database
      .sql`UPDATE orders SET flags = '["AMOUNT_DIFFERS"]'::jsonb WHERE id = ${first}`;
    const asked = await api.statements.lines({ status: "OPEN" });
    expect(asked).toMatchObject({ outcomes: { CERTAIN: 1 }, apart: 1 });
    expect((await api.dashboard.work()).entries.CERTAIN).toEqual(none);
    await harness.database.sql`UPDATE orders SET flags = '[]'::jsonb WHERE id = ${first}`;
    expect(await api.dashboard.frame()).toMatchObject({ waiting: 2, adminRole: "OWNER" });
    // An admin who must set up a second factor has a frame for that screen, without what waits.
    const { db } = harness.database;
    const setRequired = (requiresSecondStep: boolean) =>
      db.update(companies).set({ requiresSecondStep }).where(eq(companies.id, company.id));
    await setRequired(true);
    const outside = await company.as(company.admin);
    expect(await outside.dashboard.frame()).toMatchObject({ waiting: 0, adminRole: "OWNER" });
    expect(await resultCode(outside.dashboard.work())).toBe("SECOND_STEP_NEEDED");
    await setRequired(false);
    await api.orders.approve({ orderId: first });
    await api.orders.approve({ orderId: second });
    await api.orders.reverse({ orderId: second, reason: "Charged back" });
    // The reversed order's money is open.
    expect(await api.dashboard.work()).toMatchObject({
      waiting: { count: 0, paise: 0, oldestAt: null },
      flagged: 0,
      unallocatedPayments: 1,
      entries: { CERTAIN: none },
    });
    expect((await api.payments.listUnallocated({})).count).toBe(1);
    expect((await api.dashboard.frame()).waiting).toBe(0);
  },
);

test("an order whose member is asked for the rest does not wait for a decision", async () => {
  const company = await harness.company();
  const api = await company.as(company.admin);
  const orderId = await waiting(company, "BANK", "1000");
  await waiting(company, "BANK", "300");
  await api.payments.waitForRest({ orderId, version: 1, received: "500" });
  const { waiting: left } = await api.dashboard.work();
  expect(left).toMatchObject({ count: 1, paise: 30_750 });
});

test.each(["days", "weeks", "months"] as const)(
  "the history by %s adds up what was approved by day and counts who joined, by the clock of India",
  { tags: ["full"] },
  async (period) => {
    const company = await harness.company();
    const api = await company.as(company.admin);
    const starts = periodStartsUntil(period, dateInIndia(new Date()));
    const { database } = harness;
    /** The first instant of a span, and the last one of the span before it. */
    const instants = (at: number) => {
      const first = new Date(`${starts[at]}T00:00:00+05:30`);
      return { first: first.toISOString(), before: new Date(first.getTime() - 1).toISOString() };
    };
    const { first, before } = instants(5);
    for (const [method, at, isReversed] of [
      ["UPI", first, false],
      ["UPI", before, false],
      ["BANK", before, false],
      ["BANK", before, true],
      // Before all spans
      ["UPI", instants(0).before, false],
    ] as const) {
      const member = await company.member();
      const orderId = await waiting(company, method, "1000", member);
      await api.orders.approve({ orderId });
      if (isReversed) await api.orders.reverse({ orderId, reason: "Charged back" });
      await database.sql`UPDATE orders SET decided_at = ${at} WHERE company_id = ${company.id} AND id = ${orderId}`;
      await database.sql`UPDATE users SET created_at = ${at} WHERE company_id = ${company.id} AND id = ${member.id}`;
    }
    const late = await company.member();
    await waiting(company, "UPI", "200", late);
    await company.member();
    const seen = await api.dashboard.history({ period });
    expect(seen.starts).toEqual(starts);
    expect(seen.paid).toEqual([
      { day: dateInIndia(new Date(instants(0).before)), paise: 102_500 },
      { day: dateInIndia(new Date(before)), paise: 307_500 },
      { day: starts[5], paise: 410_000 },
    ]);
    expect(seen.joined).toEqual(
      starts.map((_, at) =>
        at === 4
          ? { registered: 3, paid: 3, approved: 2 }
          : at === 5
            ? { registered: 1, paid: 1, approved: 1 }
            : at === starts.length - 1
              ? { registered: 2, paid: 1, approved: 0 }
              : { registered: 0, paid: 0, approved: 0 },
      ),
    );
  },
);

test.each([
  ["no payment was approved", { approved: 0, approvedTokens: 0, reversed: false }, false],
  ["the test stands", { approved: 1, approvedTokens: 1, reversed: false }, false],
  ["the test was taken back", { approved: 0, approvedTokens: 0, reversed: true }, false],
  ["one token is sold after the test", { approved: 1, approvedTokens: 1, reversed: true }, true],
  ["a larger payment is approved", { approved: 1, approvedTokens: 2, reversed: false }, true],
  ["two payments are approved", { approved: 2, approvedTokens: 2, reversed: false }, true],
] as const)("a company's first day: %s", (_what, orders, isSelling) => {
  expect(sells(orders)).toBe(isSelling);
});

test(
  "the steps of the first day tick themselves, and the list goes with the first sale",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const api = await company.as(company.admin);
    const asked = async () => (await company.as(company.admin)).dashboard.firstDay();
    expect(await asked()).toMatchObject({
      hasPrice: true,
      hasDeciders: false,
      hasReadTexts: false,
      hasMember: false,
      test: "open",
    });
    // A viewer decides nothing; a colleague with a password does.
    await company.member({ role: "ADMIN", adminRole: "VIEWER", passwordHash: "x" });
    expect(await asked()).toMatchObject({ hasDeciders: false });
    await api.dashboard.confirmFirstDay({ step: "texts" });
    await api.dashboard.confirmFirstDay({ step: "texts" });
    expect(await asked()).toMatchObject({ hasReadTexts: true, hasDeciders: false });
    const { records } = await api.activity.list({ action: "company.settings-changed" });
    expect(records).toHaveLength(1);
    expect(await asked()).toMatchObject({ hasSupport: false });
    await api.companies.updateSettings({ supportEmail: "help@sale.example" });
    expect(await asked()).toMatchObject({ hasSupport: true });
    await api.companies.updateSettings({ supportEmail: "" });
    expect(await asked()).toMatchObject({ hasSupport: false });
    await api.dashboard.confirmFirstDay({ step: "support" });
    expect(await asked()).toMatchObject({ hasSupport: true });
    expect(await api.dashboard.frame()).toMatchObject({ isFirstDay: true });
    await api.dashboard.confirmFirstDay({ step: "deciders" });
    expect(await asked()).toMatchObject({ hasReadTexts: true, hasDeciders: true });
    // A larger order that was taken back is no test. One token costs Rs 10.
    const larger = await waiting(company, "UPI", "20");
    await api.orders.approve({ orderId: larger });
    await api.orders.reverse({ orderId: larger, reason: "An error" });
    expect(await asked()).toMatchObject({ test: "open" });
    const first = await waiting(company, "UPI", "10");
    expect(await asked()).toMatchObject({ hasMember: true, test: "open" });
    await api.orders.approve({ orderId: first });
    expect(await asked()).toMatchObject({ test: "approved", testOrderId: first });
    expect(await api.dashboard.frame()).toMatchObject({ isFirstDay: true });
    await api.orders.reverse({ orderId: first, reason: "A test" });
    // Its money counts as received until somebody says that none came.
    expect(await asked()).toMatchObject({ test: "reversed" });
    const paid = (await api.payments.listUnallocated()).payments.find(
      ({ orderId }) => orderId === first,
    );
    await api.payments.dismiss({ kind: "CREDIT", paymentId: paid?.id ?? "", reason: "A test" });
    expect(await asked()).toMatchObject({ test: "undone" });
    expect((await api.payments.days({})).total.receivedPaise).toBe(2_050);
    await api.orders.approve({ orderId: await waiting(company, "UPI", "10") });
    expect(await asked()).toBeNull();
    expect(await api.dashboard.frame()).toMatchObject({ isFirstDay: false });
  },
);

test(
  "only an owner of the company confirms a step of its first day",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const other = await harness.company();
    for (const adminRole of ["VIEWER", "CASHIER"] as const) {
      const admin = await company.member({ role: "ADMIN", adminRole });
      const actor = { ...admin.actor, adminRole };
      const api = await company.as({ ...admin, actor });
      expect(await api.dashboard.firstDay()).toMatchObject({ hasReadTexts: false });
      expect(await resultCode(api.dashboard.confirmFirstDay({ step: "texts" }))).toBe(
        "ADMIN_ROLE_TOO_LOW",
      );
    }
    const member = await company.as(await company.member());
    expect(await resultCode(member.dashboard.confirmFirstDay({ step: "texts" }))).toBe(
      "WRONG_ROLE",
    );
    expect(await resultCode(member.dashboard.firstDay())).toBe("WRONG_ROLE");
    await (await other.as(other.admin)).dashboard.confirmFirstDay({ step: "texts" });
    const steps = await (await company.as(company.admin)).dashboard.firstDay();
    expect(steps?.hasReadTexts).toBe(false);
    const odd = (await company.as(company.admin)).dashboard.confirmFirstDay({
      step: "launch" as never,
    });
    expect(await resultCode(odd)).toBe("FIELD_INVALID");
  },
);

test("a super admin reads what companies collected and its fees, together and each, and nobody else does", async () => {
  const company = await harness.company();
  const api = await company.as(company.admin);
  const root = await harness.superAdmin();
  const sums = async (id?: string) => {
    const { paise, feesPaise, orders } = await root.companies.totals({
      period: "days",
      ...(id && { id }),
    });
    return [orders, paise, feesPaise].map((of) => of.reduce((sum, one) => sum + one, 0));
  };
  const before = await sums();
  expect(await sums(company.id)).toEqual([0, 0, 0]);
  await api.orders.approve({ orderId: await waiting(company, "UPI", "1000") });
  await waiting(company, "UPI", "500");
  expect(await sums(company.id)).toEqual([1, 102_500, 2_500]);
  expect((await sums()).map((sum, at) => sum - (before[at] ?? 0))).toEqual([1, 102_500, 2_500]);
  expect(await resultCode(api.companies.totals({}))).toBe("WRONG_ROLE");
});
