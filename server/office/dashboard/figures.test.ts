import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Executor, runText } from "@db/client";
import { newId } from "@db/ids";
import { listHolders, listAllocationsOf } from "@server/ledger/queries/allocations";
import { listOddHoldings } from "@server/verification/queries/holding-checks";
import { countHolders, holdingOf } from "@server/platform/queries/figures";
import { countOrdersSince } from "@server/orders/queries/order-lists";
import { allocatedTokens } from "@server/ledger/queries/supplies";
import { recomputeFigures } from "@server/verification/recompute";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";
import { insertManyOrders } from "@server/testing/many-orders";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { moreInFull, rounds } from "@server/testing/rounds";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() => orderHarness({ connections: 24 }));
let db: Executor;
let company: CompanyFixture;
beforeAll(() => {
  ({ db } = harness.database);
});
beforeEach(async () => {
  company = await harness.company({ privateTokens: 10_000_000, maxPendingOrders: 50 });
});

const odd = () => listOddHoldings(db, company.id, 20);

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
      if (order) await company.expireHold(order.order_number);
      await releaseOverdueHolds(db);
    },
    async "give back"(n) {
      const order = pick(await ordersIn("PENDING"), n);
      if (order) await company.backdateSubmission(order.order_number, 8 * 24 * 3600);
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
  return { people, act: (act: Act, n: number) => resultCode(acts[act](n)) };
}

describe("kept holdings and recomputed figures equal the rows", () => {
  test(
    "the kept holdings equal the allocations after each kind of change",
    { tags: ["full"], timeout: 60_000 },
    async () => {
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
    },
  );

  test(
    "the kept holdings equal the allocations after any sequence of changes",
    { ...moreInFull, tags: ["full"], timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.nat(40)), {
            minLength: 25,
            maxLength: 40,
          }),
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
    },
  );
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

describe("holdings", () => {
  test(
    "the kept holdings equal the allocations after purchases and decisions at the same time",
    { tags: ["full"], timeout: 60_000 },
    async () => {
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
    },
  );

  test("wrong holdings are mended by counting them again", { tags: ["full"] }, async () => {
    const { referrer, buyer } = await buyerWithOrder();
    await runText(
      db,
      "UPDATE holdings SET tokens = tokens + 1, latest = latest + 5 WHERE company_id = $1",
      [company.id],
    );
    await runText(db, "DELETE FROM holdings WHERE company_id = $1 AND member_id = $2", [
      company.id,
      referrer.id,
    ]);
    expect((await odd()).length).toBeGreaterThan(1);
    await runText(db, "SELECT recount_holdings()", []);
    expect(await odd()).toEqual([]);
    expect(await holdingOf(db, company.id, buyer.id)).toMatchObject({ tokens: 10 });
  });
});

describe("what pages ask for", () => {
  test(
    "what pages ask for is read from few rows, however many orders and members there are",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const first = await insertManyOrders(db, { companyId: company.id, members: 400, each: 8 });
      // The statistics are the connection's: they include earlier transactions until it reports them.
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
      const { now } = await countOrdersSince(
        db,
        id,
        { status: undefined, pattern: null },
        undefined,
      );
      const asked: Record<string, (tx: Executor) => Promise<unknown>> = {
        "a member's holdings": (tx) => holdingOf(tx, id, first),
        "all tokens": (tx) => allocatedTokens(tx, id),
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
      expect(await countHolders(db, id)).toBe(400);
      expect(await listHolders(db, id, { limit: 1, offset: 399 })).toMatchObject({
        rows: [{ rank: 2 }],
      });
      // The triggers that keep the holdings read few rows as well.
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
          `INSERT INTO allocations (company_id, sequence, id, member_id, quantity, kind, order_id, decision, previous_hash, hashed_bytes, hash)
         SELECT $1, max(sequence) + 1, $2, $3, 100, 'PURCHASE', $2, 1, '', '', 'x' FROM allocations WHERE company_id = $1`,
          [id, order?.id, order?.member_id],
        );
      };
      expect(await rowsRead(approve)).toBeLessThan(300);
      // The hashes of these orders are made up, but their sums are not.
      expect(await listOddHoldings(db, id, 20)).toEqual([]);
    },
  );
});
