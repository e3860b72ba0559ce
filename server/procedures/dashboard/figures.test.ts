import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Executor, errorCode, runText } from "@db/client";
import { newId } from "@db/ids";
import { listHolders, listAllocationsOf } from "@db/queries/allocations";
import { companyFigures } from "@db/queries/company-figures";
import { listOddFigures } from "@db/queries/figure-checks";
import { approvedByMethod, countMembers, holdingOf, referralFigures } from "@db/queries/figures";
import { countOrdersSince } from "@db/queries/order-lists";
import { allocatedTokens } from "@db/queries/supplies";
import { recomputeFigures } from "@server/operations/recompute";
import { releaseOverdueHolds } from "@server/procedures/orders/release-overdue-holds";
import { releaseUndecidedHolds } from "@server/procedures/orders/release-undecided-holds";
import { insertManyOrders } from "@server/testing/many-orders";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  outcome,
  type Person,
} from "@server/testing/order-harness";
import { rounds } from "@server/testing/rounds";

let harness: OrderHarness;
let db: Executor;
let company: CompanyFixture;
beforeAll(async () => {
  harness = await orderHarness({ connections: 24 });
  ({ db } = harness.database);
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 10_000_000, maxPendingOrders: 50 });
});

const odd = () => listOddFigures(db, company.id, 20);

const ACTS = [
  "buy",
  "submit",
  "pay",
  "cancel",
  "expire",
  "give back",
  "approve",
  "reject",
  "reverse",
  "invite",
  "verify",
  "block",
  "remove",
] as const;
type Act = (typeof ACTS)[number];

/** Does one act for the n-th person or order that it suits; returns the refusal, or "ok". */
function sale() {
  const people: Person[] = [];
  const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];
  const ordersIn = (status: string) =>
    runText<{ id: string; order_number: string }>(
      db,
      "SELECT id, order_number FROM orders WHERE company_id = $1 AND status = $2 ORDER BY id",
      [company.id, status],
    );
  const invite = async (n: number) => {
    const referrerId = people.length > 0 ? pick(people, n)?.id : undefined;
    people.push(
      await company.member({ ...(referrerId && { referrerId }), isApproved: n % 3 !== 0 }),
    );
  };
  const acts: Record<Act, (n: number) => Promise<unknown>> = {
    invite,
    async buy(n) {
      const buyer = pick(people, n);
      return buyer && (await company.as(buyer)).orders.create({ amount: String(100 + n) });
    },
    async submit(n) {
      const buyer = pick(people, n);
      const api = buyer && (await company.as(buyer));
      const open = await api?.orders.open();
      if (!open) return;
      await api?.orders.submit({
        purchaseId: open.orderNumber,
        paymentMethod: "MANUAL",
        amount: String(open.amountPaise / 100),
        consent: true,
      });
    },
    async pay(n) {
      const buyer = pick(people, n);
      const api = buyer && (await company.as(buyer, { key: newId(), transport: "rest" }));
      await api?.orders.submit({
        paymentMethod: "BANK",
        amount: String(100 + n),
        referenceNumber: `REF${newId().replaceAll("-", "").slice(-12)}`,
        receiptId: await company.proof(buyer as Person),
      });
    },
    async cancel(n) {
      const buyer = pick(people, n);
      const api = buyer && (await company.as(buyer));
      const open = await api?.orders.open();
      if (open) await api?.orders.cancel({ purchaseId: open.orderNumber });
    },
    async expire(n) {
      const order = pick(await ordersIn("OPEN"), n);
      if (order) await company.lapse(order.order_number);
      await releaseOverdueHolds(db);
    },
    async "give back"(n) {
      const order = pick(await ordersIn("PENDING"), n);
      if (order) await company.forget(order.order_number, 8 * 24 * 3600);
      await releaseUndecidedHolds(db);
    },
    async approve(n) {
      const order = pick(await ordersIn("PENDING"), n);
      if (order) await (await company.as(company.admin)).orders.approve({ orderId: order.id });
    },
    async reject(n) {
      const order = pick(await ordersIn("PENDING"), n);
      const desk = await company.as(company.admin);
      if (order) await desk.orders.reject({ orderId: order.id, reason: "No money" });
    },
    async reverse(n) {
      const order = pick(await ordersIn("APPROVED"), n);
      const desk = await company.as(company.admin);
      if (order) await desk.orders.reverse({ orderId: order.id, reason: "Charged back" });
    },
    async verify(n) {
      const person = pick(people, n);
      if (person) await (await company.as(company.admin)).members.approve({ id: person.id });
    },
    async block(n) {
      const person = pick(people, n);
      const desk = await company.as(company.admin);
      if (!person) return;
      const { name, email, mobile, role, status } = await desk.members.find({ id: person.id });
      const next = status === "ACTIVE" ? "BLOCKED" : "ACTIVE";
      await desk.members.update({ id: person.id, name, email, mobile, role, status: next });
    },
    async remove(n) {
      const person = pick(people, n);
      if (person) await (await company.as(company.admin)).members.remove({ id: person.id });
    },
  };
  return { people, act: (act: Act, n: number) => outcome(acts[act](n)) };
}

describe("kept figures equal the rows", () => {
  test("after each kind of change", async () => {
    const { act, people } = sale();
    const steps: [Act, number][] = [
      ["invite", 1],
      ["invite", 0],
      ["invite", 0],
      ["invite", 0],
      ["verify", 1],
      ["buy", 1],
      ["buy", 2],
      ["submit", 1],
      ["cancel", 2],
      ["pay", 1],
      ["pay", 2],
      ["pay", 3],
      ["approve", 0],
      ["approve", 0],
      ["reject", 0],
      ["reverse", 0],
      ["buy", 2],
      ["expire", 0],
      ["pay", 2],
      ["give back", 0],
      ["approve", 0],
      ["block", 0],
      ["pay", 1],
      ["block", 0],
      ["reject", 0],
      ["reject", 0],
      ["reject", 0],
      ["remove", 2],
      ["reverse", 0],
    ];
    for (const [name, n] of steps) {
      expect(await act(name, n), `${name} ${n}`).toBe("ok");
      expect(await recomputeFigures(db, company.id), `after ${name} ${n}`).toEqual([]);
    }
    expect(people).toHaveLength(4);
  }, 60_000);

  test("after any sequence of changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.nat(40)), { minLength: 25, maxLength: 40 }),
        async (steps) => {
          company = await harness.company({ privateTokens: 3000, maxPendingOrders: 5 });
          const { act } = sale();
          for (let n = 0; n < 4; n += 1) await act("invite", 0);
          for (const [name, n] of steps) await act(name, n);
          expect(await odd()).toEqual([]);
        },
      ),
      { numRuns: rounds(3, 8) },
    );
  }, 120_000);
});

/** A member whom another one has referred, with an approved order. */
async function buyerWithOrder() {
  const referrer = await company.member();
  const buyer = await company.member({ referrerId: referrer.id });
  const api = await company.as(buyer, { transport: "rest" });
  const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
  await (await company.as(company.admin)).orders.approve({ orderId: id });
  return { referrer, buyer, orderId: id };
}

describe("changes at the same time", () => {
  test("of one company leave figures equal to the rows, in as many slots as there were changes", async () => {
    const buyers = await Promise.all(Array.from({ length: 16 }, () => company.member()));
    const desk = await company.as(company.admin);
    await Promise.all(
      buyers.map(async (buyer) => {
        const api = await company.as(buyer, { transport: "rest" });
        for (let n = 0; n < 3; n += 1) {
          const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
          await desk.orders.approve({ orderId: id });
        }
      }),
    );
    expect(await odd()).toEqual([]);
    const [most] = await runText(
      db,
      "SELECT max(slots)::int AS slots FROM (SELECT count(*) AS slots FROM figures WHERE company_id = $1 GROUP BY figure, about) AS each",
      [company.id],
    );
    expect(most?.slots).toBeLessThanOrEqual(16);
  }, 60_000);

  test("that only buy change no figure", async () => {
    const versions = () =>
      runText(db, "SELECT *, xmin::text, xmax::text FROM figures WHERE company_id = $1", [
        company.id,
      ]);
    const referrer = await company.member();
    const api = await company.as(await company.member({ referrerId: referrer.id }));
    const before = await versions();
    await api.orders.create({ amount: "100" });
    const { orderNumber } = await api.orders.create({ amount: "200" });
    await api.orders.cancel({ purchaseId: orderNumber });
    expect(await versions()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });

  test("wait for nobody's figures, as they would for a single counter", async () => {
    const { buyer } = await buyerWithOrder();
    const other = await company.member();
    const api = await company.as(other, { transport: "rest" });
    const count = "UPDATE figures SET count = count WHERE company_id = $1 AND figure = 'ORDERS'";
    await harness.another(1).db.transaction(async (open) => {
      await runText(open, "UPDATE orders SET payment_method = 'UPI' WHERE company_id = $1", [
        company.id,
      ]);
      const counter: unknown = await db
        .transaction(async (tx) => {
          await runText(tx, "SET LOCAL lock_timeout = '100ms'", []);
          await runText(tx, count, [company.id]);
        })
        .catch((error: unknown) => error);
      expect(errorCode(counter)).toBe("55P03");
      // With the first transaction still open.
      await api.orders.submit({
        paymentMethod: "UPI",
        amount: "100",
        referenceNumber: "123456789012",
        receiptId: await company.proof(other),
      });
    });
    expect(await odd()).toEqual([]);
    expect(await holdingOf(db, company.id, buyer.id)).toMatchObject({ tokens: 10 });
  });

  /** A member is deleted while an order of theirs is reversed. */
  async function deletedWhileReversed() {
    const { buyer, orderId } = await buyerWithOrder();
    const desk = await company.as(company.admin);
    let isOver = false;
    const reversal = await harness.another(1).db.transaction(async (tx) => {
      await runText(tx, "UPDATE users SET deleted_at = now() WHERE company_id = $1 AND id = $2", [
        company.id,
        buyer.id,
      ]);
      const asked = desk.orders
        .reverse({ orderId, reason: "Charged back" })
        .finally(() => (isOver = true));
      await vi.waitFor(async () => expect(isOver || (await isWaiting())).toBe(true), 20_000);
      return { asked };
    });
    await reversal.asked;
    return odd();
  }
  const isWaiting = async () => {
    const rows = await runText(
      db,
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      [],
    );
    return rows.length > 0;
  };

  test("a deletion and a reversal take a referrer's buyer away once", async () => {
    expect(await deletedWhileReversed()).toEqual([]);
  });

  test("without the lock of the holding they take it away twice", async () => {
    const [kept] = await runText(
      db,
      "SELECT pg_get_functiondef('count_people'::regproc) AS text",
      [],
    );
    const text = String(kept?.text);
    const without = text.replace(" FOR NO KEY UPDATE", "");
    expect(without).not.toBe(text);
    await runText(db, without, []);
    try {
      expect(await deletedWhileReversed()).toMatchObject([
        { figure: "BUYING", stored: -1, due: 0 },
      ]);
    } finally {
      await runText(db, text, []);
    }
  });
});

describe("figures of rows from before them", () => {
  const TRIGGERS = ["users", "orders", "allocations"];
  const alter = async (how: string) => {
    for (const table of TRIGGERS) {
      const names = await runText(
        db,
        "SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND (tgname LIKE '%figures%' OR tgname LIKE '%holdings')",
        [table],
      );
      for (const { tgname } of names)
        await runText(db, `ALTER TABLE ${table} ${how} TRIGGER ${String(tgname)}`, []);
    }
  };

  /** Counts rows that no trigger has seen while members buy and an admin decides. */
  async function countWhileSelling() {
    await alter("DISABLE");
    await insertManyOrders(db, { companyId: company.id, members: 2500, each: 2 });
    await alter("ENABLE");
    const buyers = await Promise.all(Array.from({ length: 4 }, () => company.member()));
    const desk = await company.as(company.admin);
    expect((await odd()).length).toBeGreaterThan(0);
    let isOver = false;
    let sold = 0;
    const sell = async (buyer: Person) => {
      const api = await company.as(buyer, { transport: "rest" });
      do {
        const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
        await desk.orders.approve({ orderId: id });
        if (sold % 3 === 0) await desk.orders.reverse({ orderId: id, reason: "Back" });
        sold += 1;
      } while (!isOver);
    };
    const selling = buyers.map(sell);
    await harness.database.alone("CALL keep_figures(in_parts => true)");
    isOver = true;
    await Promise.all(selling);
    expect(sold).toBeGreaterThanOrEqual(buyers.length);
    return odd();
  }

  test("are counted beside a sale, exactly", async () => {
    expect(await countWhileSelling()).toEqual([]);
    // Nothing is left to do.
    await harness.database.alone("CALL keep_figures(in_parts => true)");
    expect(await odd()).toEqual([]);
  }, 120_000);

  test("are mended where they are wrong", async () => {
    const { referrer, buyer } = await buyerWithOrder();
    await runText(db, "UPDATE figures SET count = count + 3 WHERE company_id = $1", [company.id]);
    await runText(
      db,
      "UPDATE holdings SET tokens = tokens + 1, latest = latest + 5 WHERE company_id = $1",
      [company.id],
    );
    await runText(db, "DELETE FROM holdings WHERE company_id = $1 AND member_id = $2", [
      company.id,
      referrer.id,
    ]);
    expect((await listOddFigures(db, company.id, 100)).length).toBeGreaterThan(8);
    await harness.database.alone("CALL keep_figures(in_parts => true)");
    expect(await odd()).toEqual([]);
    expect(await holdingOf(db, company.id, buyer.id)).toMatchObject({ tokens: 10 });
  });
});

describe("what pages ask for", () => {
  test("is read from few rows, however many orders and members there are", async () => {
    const first = await insertManyOrders(db, { companyId: company.id, members: 400, each: 8 });
    // Of the connection: also of earlier transactions, until it reports them.
    const readSoFar = async (tx: Executor) => {
      const [row] = await runText(
        tx,
        "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables",
        [],
      );
      return Number(row?.rows);
    };
    const rowsRead = (read: (tx: Executor) => Promise<unknown>) =>
      db.transaction(async (tx) => {
        // A scan of an index alone counts as no row.
        await runText(tx, "SET LOCAL enable_indexonlyscan = off", []);
        // The tables of a test are so small that the planner may read them whole, as no large one.
        await runText(tx, "SET LOCAL enable_seqscan = off", []);
        const before = await readSoFar(tx);
        await read(tx);
        return (await readSoFar(tx)) - before;
      });
    const { id } = company;
    const page = { limit: 20, offset: 0 };
    const { now } = await countOrdersSince(db, id, { status: undefined, pattern: null }, undefined);
    const asked: Record<string, (tx: Executor) => Promise<unknown>> = {
      "counts of members": (tx) => countMembers(tx, id),
      "sums by method": (tx) => approvedByMethod(tx, id),
      "a super admin's overview": (tx) => companyFigures(tx, [id]),
      "a referrer's figures": (tx) => referralFigures(tx, id, first),
      "a member's holdings": (tx) => holdingOf(tx, id, first),
      "all tokens": (tx) => allocatedTokens(tx, id),
      "Global Stock": (tx) => listHolders(tx, id, page),
      "My Stock": (tx) => listAllocationsOf(tx, id, first, page),
      "new orders": (tx) => countOrdersSince(tx, id, { status: undefined, pattern: null }, now),
    };
    const all = await rowsRead((tx) =>
      runText(tx, "SELECT sum(total_paise) FROM orders WHERE company_id = $1", [id]),
    );
    expect(all).toBeGreaterThanOrEqual(399 * 8);
    for (const [name, read] of Object.entries(asked)) {
      expect(await rowsRead(read), name).toBeLessThan(300);
    }
    expect(await listHolders(db, id, { limit: 1, offset: 399 })).toMatchObject({
      total: 400,
      rows: [{ rank: 2 }],
    });
    // What keeps the figures reads few rows as well.
    const [order] = await runText(
      db,
      "SELECT id, member_id FROM orders WHERE company_id = $1 AND status = 'PENDING' LIMIT 1",
      [id],
    );
    const approve = async (tx: Executor) => {
      await runText(
        tx,
        "UPDATE orders SET status = 'APPROVED', held_quantity = 0, held_reward = 0, decided_at = now() WHERE company_id = $1 AND id = $2",
        [id, order?.id],
      );
      await runText(
        tx,
        `INSERT INTO allocations (company_id, sequence, id, member_id, quantity, kind, order_id, previous_hash, hashed_bytes, hash)
         SELECT $1, max(sequence) + 1, $2, $3, 100, 'PURCHASE', $2, '', '', 'x' FROM allocations WHERE company_id = $1`,
        [id, order?.id, order?.member_id],
      );
    };
    expect(await rowsRead(approve)).toBeLessThan(300);
    // The hashes of these orders are made up, but their sums are not.
    expect(await listOddFigures(db, id, 20)).toEqual([]);
  }, 60_000);
});
