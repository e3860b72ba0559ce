import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { createDatabase, type Executor } from "@db/client";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { oneWaits } from "@server/testing/one-waits";
import { endOverdueHolds, releaseOverdueHolds } from "./release-overdue-holds";

let own: TestDatabase;
let harness: OrderHarness;
const statements: string[] = [];
beforeAll(async () => {
  own = await testDatabase();
  const client = createDatabase({
    url: own.url,
    max: 10,
    lockTimeoutMs: 30_000,
    logger: { debug: (fields) => statements.push((fields as { sql: string }).sql) },
  });
  harness = await orderHarness({
    database: { ...client, url: own.url, drop: () => client.close() },
  });
});
afterAll(async () => {
  await harness.close();
  await own.drop();
});

/** An order of ten tokens whose hold has ended. */
async function overdue(company: CompanyFixture, member?: Person): Promise<string> {
  const buyer = member ?? (await company.member());
  const { orderNumber } = await (await company.as(buyer)).orders.create({ amount: "100" });
  await company.expireHold(orderNumber);
  return orderNumber;
}

const ALL = { tokens: null, limit: 1000 };

/** A company whose tokens are all held by overdue orders, and the sweep that is ending them. */
async function whileASweepEnds(company: CompanyFixture, work: () => Promise<void>): Promise<void> {
  await harness.another(1).db.transaction(async (tx) => {
    await endOverdueHolds(tx, company.id, { ...ALL, skipsLocked: false });
    await work();
  });
}

describe("while a sweep releases overdue holds", () => {
  test(
    "a buyer waits for a sweep that releases overdue holds, and gets the tokens",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 20 });
      for (let n = 0; n < 2; n += 1) await overdue(company);
      const buyer = await company.as(await company.member());
      let buying = Promise.resolve("");
      await whileASweepEnds(company, async () => {
        buying = resultCode(buyer.orders.create({ amount: "200" }));
        await oneWaits(harness);
      });
      expect(await buying).toBe("ok");
      expect(await company.balances()).toMatchObject({ poolHeld: 20, held: 20 });
    },
  );

  test(
    "a late payer waits for a sweep that releases overdue holds, and keeps the tokens",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 10 });
      const late = await company.member();
      const purchaseId = await overdue(company, late);
      await releaseOverdueHolds(harness.database.db, { companyId: company.id });
      await overdue(company);
      const api = await company.as(late, { transport: "rest" });
      let paying = Promise.resolve("");
      await whileASweepEnds(company, async () => {
        paying = resultCode(
          api.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "100" }),
        );
        await oneWaits(harness);
      });
      expect(await paying).toBe("ok");
      expect(await company.order(purchaseId)).toMatchObject({
        status: "PENDING",
        heldQuantity: 10,
      });
    },
  );

  test(
    "control: a search that skips holds locked by a sweep finds no tokens",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 10 });
      await overdue(company);
      const seen = async (tx: Executor) =>
        endOverdueHolds(tx, company.id, { ...ALL, skipsLocked: true });
      await whileASweepEnds(company, async () => {
        expect(await harness.database.db.transaction(seen)).toBe(0);
        expect((await company.balances()).poolHeld).toBe(10);
      });
    },
  );

  test(
    "a payment of an overdue hold is waited for, and the next hold is taken instead",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 20 });
      const payer = await company.member();
      const paid = await overdue(company, payer);
      const other = await overdue(company);
      await company.expireHold(paid, 60);
      const buyer = await company.as(await company.member());
      let buying = Promise.resolve("");
      await harness.another(1).db.transaction(async (tx) => {
        await tx.execute(sql`UPDATE orders SET status = 'PENDING', payment_method = 'MANUAL', submitted_at = now()
        WHERE company_id = ${company.id} AND order_number = ${paid}`);
        buying = resultCode(buyer.orders.create({ amount: "100" }));
        await oneWaits(harness);
      });
      expect(await buying).toBe("ok");
      expect((await company.order(paid)).status).toBe("PENDING");
      expect((await company.order(other)).status).toBe("EXPIRED");
    },
  );

  test("a concurrent change of the reward of a locked hold is not lost", async () => {
    const company = await harness.company({ privateTokens: 42 });
    const referrer = await company.member();
    const buyer = await company.member({ referrerId: referrer.id });
    const { orderNumber } = await (await company.as(buyer)).orders.create({ amount: "400" });
    await company.expireHold(orderNumber);
    expect((await company.order(orderNumber)).heldReward).toBe(2);
    let ending: Promise<number> = Promise.resolve(0);
    await harness.another(1).db.transaction(async (tx) => {
      await tx.execute(
        sql`UPDATE orders SET held_reward = 0 WHERE order_number = ${orderNumber} AND company_id = ${company.id}`,
      );
      await tx.execute(
        sql`UPDATE supplies SET held = held - 2 WHERE company_id = ${company.id} AND pool = 'REFERRAL'`,
      );
      ending = harness.database.db.transaction((other) =>
        endOverdueHolds(other, company.id, { ...ALL, skipsLocked: false }),
      );
      await oneWaits(harness);
    });
    expect(await ending).toBe(1);
    expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0 });
  });
});

describe("a buyer who needs the tokens of overdue holds", () => {
  test(
    "a purchase ends as many of the oldest overdue holds as are needed, and leaves the rest",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 50 });
      const numbers = [];
      for (let n = 0; n < 5; n += 1) numbers.push(await overdue(company));
      // The third is the oldest, then the first.
      await company.expireHold(numbers[2] ?? "", 600);
      await company.expireHold(numbers[0] ?? "", 300);
      await (await company.as(await company.member())).orders.create({ amount: "150" });
      const rows = await Promise.all(numbers.map((number) => company.order(number)));
      expect(rows.map(({ status }) => status)).toEqual([
        "EXPIRED",
        "OPEN",
        "EXPIRED",
        "OPEN",
        "OPEN",
      ]);
      expect(await company.balances()).toMatchObject({ poolHeld: 45, held: 45 });
      const entries = await own.sql`
      SELECT subject_id, after ->> 'orderNumber' AS number FROM audit_entries
       WHERE company_id = ${company.id} AND action = 'order.expired' ORDER BY subject_id`;
      expect(entries).toEqual(
        [rows[0], rows[2]]
          .map((row) => ({ subject_id: row?.id, number: row?.orderNumber }))
          .sort((a, b) => String(a.subject_id).localeCompare(String(b.subject_id))),
      );
    },
  );

  test(
    "a purchase sends the same number of statements for three overdue holds as for sixty",
    { tags: ["full"] },
    async () => {
      const countFor = async (holds: number) => {
        const company = await harness.company({ privateTokens: holds * 10 });
        const [buyer, ...holders] = await Promise.all(
          Array.from({ length: holds + 1 }, () => company.member()),
        );
        for (const holder of holders) await overdue(company, holder);
        const api = await company.as(buyer!);
        statements.length = 0;
        await api.orders.create({ amount: String(holds * 100) });
        const sent = statements.length;
        expect((await company.balances()).poolHeld).toBe(holds * 10);
        return sent;
      };
      expect(await countFor(60)).toBe(await countFor(3));
    },
  );

  test("a buyer replaces their own overdue order, with no token left over or missing", async () => {
    const company = await harness.company({ privateTokens: 30 });
    const member = await company.member();
    await overdue(company, member);
    await overdue(company);
    const api = await company.as(member);
    await api.orders.create({ amount: "300" });
    expect(await company.balances()).toMatchObject({ poolHeld: 30, held: 30 });
    expect(await resultCode(api.orders.create({ amount: "310" }))).toBe("SUPPLY_TOO_LOW");
    expect(await company.balances()).toMatchObject({ poolHeld: 30, held: 30 });
  });

  test(
    "of many buyers who compete with sweeps for overdue holds, as many buy as there are tokens",
    { tags: ["full"] },
    async () => {
      const company = await harness.company({ privateTokens: 200 });
      for (let n = 0; n < 20; n += 1) await overdue(company);
      const callers = await Promise.all(
        Array.from({ length: 30 }, async () => company.as(await company.member())),
      );
      const outcomes = await Promise.all([
        ...callers.map((api) => resultCode(api.orders.create({ amount: "100" }))),
        releaseOverdueHolds(harness.another(1).db).then(() => "sweep"),
        releaseOverdueHolds(harness.another(1).db).then(() => "sweep"),
      ]);
      expect(outcomes.filter((one) => one === "ok")).toHaveLength(20);
      expect(outcomes.filter((one) => one === "SUPPLY_GONE")).toHaveLength(10);
      expect(await company.balances()).toMatchObject({ poolHeld: 200, held: 200 });
    },
  );
});

test("a company whose holds cannot be ended does not stop the sweep of the others", async () => {
  const [broken, sound] = [await harness.company(), await harness.company()];
  const [stays, ends] = [await overdue(broken), await overdue(sound)];
  await own.sql`UPDATE supplies SET held = 0 WHERE company_id = ${broken.id}`;
  await expect(releaseOverdueHolds(harness.database.db)).rejects.toThrow(/Some companies/);
  expect((await sound.order(ends)).status).toBe("EXPIRED");
  expect((await broken.order(stays)).status).toBe("OPEN");
  await own.sql`UPDATE supplies SET held = 10 WHERE company_id = ${broken.id} AND pool = 'REFERRAL'`;
  await releaseOverdueHolds(harness.database.db);
  expect((await broken.order(stays)).status).toBe("EXPIRED");
});
