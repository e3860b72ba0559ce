import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorCode, runText } from "@db/client";
import { lockCompany } from "@server/sites/queries/companies";
import { newId } from "@db/ids";
import { readsAcrossCompanies } from "@db/testing/tenancy";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { lockRecorder, type LockRecorder } from "@server/testing/lock-recorder";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
} from "@server/testing/order-harness";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";

let own: TestDatabase;
let recorder: LockRecorder;
let harness: OrderHarness;
let company: CompanyFixture;
beforeAll(async () => {
  own = await testDatabase();
  recorder = lockRecorder(own.url);
  harness = await orderHarness({
    database: { ...recorder.database, url: own.url, drop: () => recorder.database.close() },
  });
  company = await harness.company({ privateTokens: 100_000, maxPendingOrders: 50 });
});
afterAll(async () => {
  await harness.close();
  await own.drop();
});

/** The numbered list of docs/architecture.md: the tables of each step. */
function writtenOrder(): string[][] {
  const text = readFileSync("docs/architecture.md", "utf8");
  const list = /### Lock order\n[\s\S]*?\n((?:\d+\. .*\n)+)/.exec(text)?.[1] ?? "";
  return list
    .trim()
    .split("\n")
    .map((line) => [...line.matchAll(/`([a-z_]+)`/g)].map(([, table]) => table ?? ""));
}

/** Tables to which rows are only added; no transaction waits for another one's row. */
const ADDED_ONLY = ["audit_entries", "messages", "prices", "payment_applications"];
/** Rows of one person or one account, locked under the person's or the company's lock. */
const UNDER_ANOTHER_LOCK = [
  "beneficiaries",
  "sessions",
  "second_steps",
  "passkeys",
  "one_time_codes",
  "medias",
  // A sweep adds them under the lock of an order of the same member.
  "member_signs",
];

/** A stored answer: whoever waits for its key is at the first step, and holds nothing. */
const isAnswer = ({ table, statement }: { table: string; statement: string }) =>
  table === "idempotency_keys" && statement.includes('update "idempotency_keys" set');

async function expectOrdered(work: () => Promise<unknown>): Promise<string[][]> {
  const steps = writtenOrder();
  const stepOf = (table: string) =>
    steps.findIndex((tables) =>
      tables.includes(table === "a proof" ? "pg_advisory_xact_lock" : table),
    );
  const transactions = await recorder.record(work);
  expect(transactions.length).toBeGreaterThan(0);
  const tables: string[][] = [];
  for (const locks of transactions) {
    const taken = new Set<string>();
    let last = -1;
    for (const { table, statement } of locks) {
      const isFree = ADDED_ONLY.includes(table) || UNDER_ANOTHER_LOCK.includes(table);
      if (isFree || taken.has(table) || isAnswer({ table, statement })) continue;
      taken.add(table);
      expect.soft(stepOf(table), `${table} is in the written order: ${statement}`).not.toBe(-1);
      expect
        .soft(stepOf(table), `${[...taken].join(", ")}: ${statement}`)
        .toBeGreaterThanOrEqual(last);
      last = stepOf(table);
      // A stronger lock would make foreign keys of other transactions wait.
      expect.soft(statement).not.toMatch(/for (update|share)/);
    }
    tables.push([...taken]);
  }
  return tables;
}

const buys = async (member: Person, amount = "100") =>
  (await company.as(member)).orders.create({ amount });
async function pays(member: Person, purchaseId?: string) {
  const api = await company.as(member, { key: newId(), transport: "rest" });
  return api.orders.submit({
    ...(purchaseId !== undefined && { purchaseId }),
    paymentMethod: "BANK",
    amount: "100",
    referenceNumber: `REF${newId().replaceAll("-", "").slice(-12)}`,
    receiptId: await company.proof(member),
  });
}
const adminOnce = () => company.as(company.admin, { key: newId() });

describe("locks are taken in the written order", () => {
  let referrer: Person;
  const member = () => company.member({ referrerId: referrer.id });
  beforeAll(async () => {
    referrer = await company.member();
  });

  test(
    "a purchase, its replacement and its cancellation lock in the written order",
    { tags: ["full"] },
    async () => {
      const buyer = await member();
      const api = await company.as(buyer, { key: newId() });
      // The record is complete: it names every table that this call locks.
      expect(await expectOrdered(() => api.orders.create({ amount: "100" }))).toEqual([
        ["idempotency_keys", "users", "orders", "supplies"],
      ]);
      const { orderNumber } = await buys(buyer, "200");
      await expectOrdered(() => buys(buyer, "300"));
      await expectOrdered(async () =>
        (await company.as(buyer)).orders.submit({
          purchaseId: orderNumber,
          paymentMethod: "MANUAL",
          amount: "200",
          consent: true,
        }),
      );
      const next = await buys(buyer, "400");
      await expectOrdered(async () =>
        (await company.as(buyer)).orders.cancel({ purchaseId: next.orderNumber }),
      );
    },
  );

  test(
    "a payment in time, a late one and one in the purchase's call lock in the written order",
    { tags: ["full"] },
    async () => {
      const buyer = await member();
      const inTime = await buys(buyer);
      await expectOrdered(() => pays(buyer, inTime.orderNumber));
      const late = await buys(buyer);
      await company.expireHold(late.orderNumber);
      await expectOrdered(() => releaseOverdueHolds(recorder.database.db));
      await expectOrdered(() => pays(buyer, late.orderNumber));
      await expectOrdered(() => pays(buyer));
    },
  );

  test(
    "an approval, a rejection and a reversal lock in the written order",
    { tags: ["full"] },
    async () => {
      const buyer = await member();
      const [one, two] = [await pays(buyer), await pays(buyer)];
      expect(
        await expectOrdered(async () => (await adminOnce()).orders.approve({ orderId: one.id })),
      ).toEqual([
        [
          "idempotency_keys",
          "orders",
          "payments",
          "payment_evidence",
          "reward_cases",
          "supplies",
          "allocations",
        ],
      ]);
      await expectOrdered(async () =>
        (await adminOnce()).orders.reverse({ orderId: one.id, reason: "Charged back" }),
      );
      await expectOrdered(async () =>
        (await adminOnce()).orders.reject({ orderId: two.id, reason: "No money" }),
      );
    },
  );

  test(
    "paying a waiting order with an unallocated payment locks in the written order",
    { tags: ["full"] },
    async () => {
      const buyer = await member();
      const [one, two] = [await pays(buyer), await pays(buyer)];
      const { payments } = await adminOnce();
      await payments.approveReceived({ orderId: one.id, version: 1, received: "250" });
      const [open] = (await payments.listUnallocated({ search: one.orderNumber })).payments;
      const asked = { kind: "CREDIT" as const, paymentId: open?.id ?? "", orderId: two.id };
      const seenAt = open?.updatedAt ?? "";
      expect(
        await expectOrdered(async () =>
          (await adminOnce()).payments.payOrder({ ...asked, seenAt }),
        ),
      ).toEqual([
        ["idempotency_keys", "orders", "payments", "reward_cases", "supplies", "allocations"],
      ]);
    },
  );

  test(
    "approving by a bank's entry and setting another aside lock in the written order",
    { tags: ["full"] },
    async () => {
      const order = await pays(await member());
      const lineId = await company.entry({ amountPaise: 10_250 });
      const other = await company.entry({ amountPaise: 100 });
      const about = { orderId: order.id, lineId, version: 1 };
      expect(
        await expectOrdered(async () =>
          (await adminOnce()).statements.approve({ ...about, reason: "Compared" }),
        ),
      ).toEqual([
        [
          "idempotency_keys",
          "orders",
          "payments",
          "payment_keys",
          "payment_evidence",
          "reward_cases",
          "supplies",
          "allocations",
        ],
      ]);
      await expectOrdered(async () =>
        (await adminOnce()).statements.setAside({ lineId: other, reason: "Interest" }),
      );
    },
  );

  test(
    "releasing an undecided hold and approving it afterwards lock in the written order",
    { tags: ["full"] },
    async () => {
      // Members of one network within minutes make the case that is locked.
      for (let n = 0; n < 5; n += 1) {
        const { id: orderId } = await pays(await member());
        await (await adminOnce()).orders.approve({ orderId });
      }
      const buyer = await company.as(await member(), { transport: "rest" });
      const paid = await buyer.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
      await company.backdateSubmission(paid.orderNumber, 8 * 24 * 3600);
      expect(await expectOrdered(() => releaseUndecidedHolds(recorder.database.db))).toEqual([
        ["orders", "supplies"],
      ]);
      expect(
        await expectOrdered(async () => (await adminOnce()).orders.approve({ orderId: paid.id })),
      ).toEqual([
        [
          "idempotency_keys",
          "orders",
          "payments",
          "payment_evidence",
          "reward_cases",
          "supplies",
          "allocations",
        ],
      ]);
    },
  );

  test(
    "setting a price, a text or an account locks in the written order",
    { tags: ["full"] },
    async () => {
      const api = await adminOnce();
      await expectOrdered(() => api.prices.set({ price: "11" }));
      await expectOrdered(() => api.prices.set({ price: "10" }));
      await expectOrdered(() => api.companies.updateSettings({ riskNotice: "Read this." }));
      await expectOrdered(() => api.beneficiaries.add({ upi: "pay@okbank" }));
    },
  );

  test("changing supply and status locks in the written order", { tags: ["full"] }, async () => {
    const root = await harness.superAdmin();
    const { companyName, email, mobile, tokenSymbol, totalSupply } = await root.companies.find({
      id: company.id,
    });
    const change = { id: company.id, companyName, email, mobile, tokenSymbol };
    await expectOrdered(() =>
      root.companies.update({ ...change, totalSupply: totalSupply + 10, price: "12" }),
    );
    await expectOrdered(() => root.companies.setStatus({ id: company.id, status: "SUSPENDED" }));
    await expectOrdered(() => root.companies.setStatus({ id: company.id, status: "ACTIVE" }));
  });

  test(
    "blocking a referrer, removing a member and changing an admin lock in the written order",
    { tags: ["full"] },
    async () => {
      const seller = await company.member();
      const buyer = await company.member({ referrerId: seller.id });
      await buys(buyer, "1000");
      const edit = async (person: Person, change: { status?: "BLOCKED"; role?: "USER" }) => {
        const api = await adminOnce();
        const { name, email, mobile, role } = await api.members.find({ id: person.id });
        return api.members.update({ id: person.id, name, email, mobile, role, ...change });
      };
      await expectOrdered(() => edit(seller, { status: "BLOCKED" }));
      const colleague = await company.anotherAdmin();
      await company.anotherAdmin();
      await expectOrdered(() => edit(colleague, { role: "USER" }));
      await expectOrdered(async () => (await adminOnce()).members.remove({ id: colleague.id }));
    },
  );
});

/** Keeps a buyer's transaction open, whose rows refer to the company, while `work` runs. */
const whileABuyerBuys = (work: () => Promise<void>) =>
  harness.another(1).db.transaction(async (tx) => {
    await runText(
      tx,
      `INSERT INTO audit_entries (company_id, id, actor_role, action, subject_type, subject_id)
       VALUES ($1, $2, 'SYSTEM', 'order.created', 'order', '1')`,
      [company.id, newId()],
    );
    await work();
  });

describe("a company's row", () => {
  test(
    "a company's row can be changed while buyers' transactions are open",
    { tags: ["full"] },
    async () => {
      const root = await harness.superAdmin();
      const api = await adminOnce();
      // With a lock that foreign keys conflict with, these would wait for the end of the transaction.
      await whileABuyerBuys(async () => {
        await root.companies.setStatus({ id: company.id, status: "SUSPENDED" });
        await root.companies.setStatus({ id: company.id, status: "ACTIVE" });
        await api.prices.set({ price: "13" });
      });
    },
  );

  test(
    "control: a lock of the company's row for a change of its key waits for buyers",
    { tags: ["full"] },
    async () => {
      await whileABuyerBuys(async () => {
        const waited: unknown = await recorder.database.db
          .transaction(async (tx) => {
            await tx.execute(sql`SET LOCAL lock_timeout = '100ms'`);
            await tx.execute(sql`SELECT 1 FROM companies WHERE id = ${company.id} FOR UPDATE`);
          })
          .catch((error: unknown) => error);
        expect(errorCode(waited)).toBe("55P03");
      });
    },
  );

  /** An audit entry after the pool, and a new supply after the company, at the same time. */
  async function supplyAndReferrer(
    lockRow: (tx: Parameters<typeof lockCompany>[0]) => Promise<unknown>,
  ) {
    let meet = 0;
    let bothLocked = () => {};
    const locked = new Promise<void>((resolve) => (bothLocked = resolve));
    const atMeeting = async () => {
      if ((meet += 1) === 2) bothLocked();
      await locked;
    };
    const touchPool = sql`UPDATE supplies SET total = total WHERE company_id = ${company.id} AND pool = 'REFERRAL'`;
    const results = await Promise.allSettled([
      recorder.database.db.transaction(async (tx) => {
        await lockRow(tx);
        await atMeeting();
        await tx.execute(touchPool);
      }),
      recorder.database.db.transaction(async (tx) => {
        await tx.execute(touchPool);
        await atMeeting();
        await tx.execute(
          sql`INSERT INTO audit_entries (company_id, id, actor_role, action, subject_type, subject_id)
              VALUES (${company.id}, ${newId()}, 'SYSTEM', 'member.updated', 'member', '1')`,
        );
      }),
    ]);
    return results.map((one) => (one.status === "rejected" ? errorCode(one.reason) : "ok")).sort();
  }

  test("a company's row does not deadlock with an audit entry after the pool", async () => {
    expect(await supplyAndReferrer((tx) => lockCompany(tx, company.id))).toEqual(["ok", "ok"]);
  });

  test(
    "control: a company's row under FOR UPDATE deadlocks with an audit entry after the pool",
    { tags: ["full"] },
    async () => {
      expect(
        await supplyAndReferrer((tx) =>
          tx.execute(sql`SELECT 1 FROM companies WHERE id = ${company.id} FOR UPDATE`),
        ),
      ).toEqual(["40P01", "ok"]);
    },
  );
});

test("none of the recorded statements touches two companies", { tags: ["full"] }, async () => {
  expect(recorder.statements.size).toBeGreaterThan(50);
  const found = await readsAcrossCompanies(own.db, recorder.statements);
  expect([...found].map((one) => one.join(": "))).toEqual([]);
});
