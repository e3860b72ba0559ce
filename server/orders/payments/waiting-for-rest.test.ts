import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "@server/http/router";
import { momentOf, pageOfHolders } from "@server/office/queries/holders";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
} from "@server/testing/order-harness";

/*
 * A received part of an order is money that waits for the rest, on every page that adds up money: it
 * is neither allocated nor unallocated, and pays for no tokens.
 */

const TOTAL = 102_500;
const PART = 50_000;
const PAGE = { isDescending: true, limit: 10, offset: 0, sort: "paid" } as const;

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
let own: Caller;
let admin: Caller;
let pay: (reference: string) => Promise<{ orderId: string; version: number }>;
let enter: (amountPaise: number, reference?: string) => Promise<string>;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member();
  [own, admin] = [await company.as(member), await company.as(company.admin)];
  pay = async (referenceNumber) => {
    const { orderNumber: purchaseId } = await own.orders.create({ amount: "1000" });
    const { id: orderId } = await own.orders.submit({
      purchaseId,
      paymentMethod: "BANK",
      amount: "1000",
      consent: true,
      referenceNumber,
      receiptId: await company.proof(member),
    });
    return { orderId, version: 1 };
  };
  enter = (amountPaise, reference) => company.entry({ amountPaise, reference: reference ?? null });
  const first = await pay("611234567801");
  await enter(TOTAL, "611234567801");
  await admin.orders.approve(first);
});
afterEach(async () => expect(await company.faults()).toEqual([]));

/** A second order of which less than its total came. */
async function partPaid() {
  const order = await pay("611234567802");
  await enter(PART, "611234567802");
  return receivePart(order);
}

async function receivePart(order: { orderId: string; version: number }) {
  const { version } = await admin.payments.waitForRest({ ...order, received: "500" });
  return { ...order, version };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Adds up the money of every page, and expects that all of them tell the same. */
async function sums() {
  const db = harness.database.db;
  const { total, days, lines } = await admin.payments.days({});
  for (const line of [total, ...days]) {
    const { receivedPaise, allocatedPaise, waitingPaise, refundedPaise, openPaise } = line;
    expect(allocatedPaise + waitingPaise + refundedPaise + openPaise).toBe(receivedPaise);
  }
  const { receivedPaise: received, allocatedPaise: allocated } = total;
  const { waitingPaise: waiting, openPaise: open } = total;
  // Each payment has its entries, so that the day of the bank has the same sums.
  const { accounts } = await admin.payments.reconciliation({ day: dateInIndia(new Date()) });
  const ofBank = (of: (account: (typeof accounts)[number]) => number) => sum(accounts.map(of));
  expect({
    received: ofBank(({ bankPaise }) => bankPaise),
    allocated: ofBank(({ approvedPaise }) => approvedPaise),
    waiting: ofBank(({ waitingPaise }) => waitingPaise),
    open: ofBank(({ openPaise }) => openPaise),
  }).toEqual({ received, allocated, waiting, open });
  expect(ofBank(({ excessPaise }) => excessPaise)).toBe(0);
  // So has the line of the day, to the paisa.
  expect({
    received: sum(lines.map(({ bankPaise }) => bankPaise)),
    allocated: sum(lines.map(({ approvedPaise }) => approvedPaise)),
    waiting: sum(lines.map(({ waitingPaise }) => waitingPaise)),
    open: sum(lines.map(({ openPaise }) => openPaise)),
  }).toEqual({ received, allocated, waiting, open });
  const register = await admin.holders.list({});
  const at = (await momentOf(db, undefined)).at;
  const past = await pageOfHolders(db, company.id, { at, isNow: false }, { pattern: null }, PAGE);
  for (const { records, sums: ofAll } of [register, past]) {
    expect(ofAll.paidPaise).toBe(allocated);
    expect(sum(records.map(({ paidPaise }) => paidPaise))).toBe(allocated);
  }
  const { collection } = await admin.dashboard.admin();
  expect(sum(Object.values(collection))).toBe(allocated);
  const { paidPaise, waitingPaise } = await own.stock.overview();
  expect({ paidPaise, waitingPaise }).toEqual({ paidPaise: allocated, waitingPaise: waiting });
  expect((await admin.payments.listUnallocated({})).sumPaise).toBe(open);
  return { received, allocated, waiting, open };
}

const ONE = { received: TOTAL, allocated: TOTAL, waiting: 0, open: 0 };
const WAITING = { ...ONE, received: TOTAL + PART, waiting: PART };

test(
  "a received part waits for the rest in the sums of all pages, and is allocated with the rest",
  { tags: ["full"] },
  async () => {
    expect(await sums()).toEqual(ONE);
    const order = await partPaid();
    expect(await sums()).toEqual(WAITING);
    const { at } = await momentOf(harness.database.db, undefined);
    await admin.statements.approve({ ...order, lineId: await enter(TOTAL - PART) });
    expect(await sums()).toEqual({ ...ONE, received: 2 * TOTAL, allocated: 2 * TOTAL });
    // The register of the time before the approval keeps its sum.
    const before = await pageOfHolders(
      harness.database.db,
      company.id,
      { at, isNow: false },
      { pattern: null },
      PAGE,
    );
    expect(before.sums.paidPaise).toBe(TOTAL);
    await admin.orders.reverse({ ...order, reason: "A mistake" });
    expect(await sums()).toEqual({ ...ONE, received: 2 * TOTAL, open: TOTAL });
  },
);

test(
  "a received part is unallocated on all pages after a rejection, and refunded after it was sent back",
  { tags: ["full"] },
  async () => {
    const order = await partPaid();
    await admin.orders.reject({ ...order, reason: "Not found" });
    expect(await sums()).toEqual({ ...WAITING, waiting: 0, open: PART });
    const [left] = (await admin.payments.listUnallocated({})).payments;
    await admin.payments.refund({
      kind: "CREDIT",
      paymentId: left?.id ?? "",
      amount: "500",
      reference: "611234567809",
      refundedOn: dateInIndia(new Date()),
    });
    expect(await sums()).toEqual({ ...WAITING, waiting: 0 });
  },
);

test("an order of which a part is approved waits for nothing", { tags: ["full"] }, async () => {
  const order = await partPaid();
  await admin.payments.approveReceived(order);
  const { allocated, waiting, open } = await sums();
  expect([waiting, allocated + open]).toEqual([0, TOTAL + PART]);
});

test(
  "a signed day tells what waited for the rest, and that the rest has come",
  { tags: ["full"] },
  async () => {
    const order = await pay("611234567802");
    const accountId = company.id;
    await company.entry({ accountId, amountPaise: PART, reference: "611234567802" });
    const waiting = await receivePart(order);
    const day = dateInIndia(new Date());
    const read = async () =>
      (await admin.payments.reconciliation({ day })).accounts.find(
        (account) => account.accountId === accountId,
      );
    await admin.payments.signDay({ day, accountId, seen: (await read())?.stamp ?? "" });
    expect((await read())?.signed).toMatchObject({ isSame: true, changed: [] });
    await admin.statements.approve({ ...waiting, lineId: await enter(TOTAL - PART) });
    expect(await read()).toMatchObject({
      approvedPaise: PART,
      waitingPaise: 0,
      signed: { isSame: false, before: { approvedPaise: 0, waitingPaise: PART } },
    });
    expect((await read())?.signed?.changed).toHaveLength(1);
  },
);

test(
  "every list of an admin and of the member tells what an order lacks, until the rest is decided on",
  { tags: ["full"] },
  async () => {
    const order = await partPaid();
    const other = await pay("611234567803");
    const byHand = await pay("611234567804");
    const { version } = await receivePart(byHand);
    const { orderId } = order;
    const { memberId: id } = await admin.orders.findForAdmin({ orderId });
    type Listed = { missingPaise: number | null };
    const of = (rows: readonly Listed[]) => rows.map(({ missingPaise }) => missingPaise);
    const listed = async () => ({
      requests: of((await admin.orders.sorted({ isDescending: true })).records),
      list: of((await admin.orders.list({})).records),
      review: of((await admin.orders.review({ orderId: other.orderId })).others.newest),
      member: of((await admin.members.orders({ id })).records),
      own: of((await own.orders.history({})).records),
      frame: of((await own.members.frame()).latest),
      dryRun: of(await admin.orders.dryRun({ orderIds: [orderId], decision: "reject" })),
      entries: of((await admin.statements.lines({ status: "MATCHED" })).lines).toSorted(),
      day: of(
        (await admin.payments.reconciliation({ day: dateInIndia(new Date()) })).withoutEntry
          .payments,
      ),
    });
    const MISSING = TOTAL - PART;
    const all = [MISSING, null, MISSING, null];
    expect(await listed()).toEqual({
      requests: all,
      list: all,
      member: all,
      own: all,
      frame: all,
      review: [MISSING, MISSING, null],
      dryRun: [MISSING],
      entries: [MISSING, null],
      day: [MISSING],
    });
    await admin.orders.reject({ ...byHand, version, reason: "Not found" });
    await admin.statements.approve({ ...order, lineId: await enter(MISSING) });
    const none = [null, null, null, null];
    expect(await listed()).toEqual({
      requests: none,
      list: none,
      member: none,
      own: none,
      frame: none,
      review: [null, null, null],
      dryRun: [null],
      entries: [null, null, null],
      day: [null],
    });
  },
);

test("a part that was received is undone within ten seconds: the order waits as before, and nobody is told", async () => {
  const one = await company.as(company.admin, { canUndo: true });
  const order = await pay("611234567802");
  await enter(PART, "611234567802");
  await one.payments.waitForRest({ ...order, received: "500" });
  const [decision] = await one.orders.undoable();
  expect(decision).toMatchObject({ orderId: order.orderId, status: "PENDING", isPart: true });
  expect((await own.notices.mine()).map(({ kind }) => kind)).not.toContain("PART");
  const undo = { orderId: order.orderId, decidedAt: decision?.decidedAt ?? "" };
  const other = await company.as(await company.anotherAdmin(), { canUndo: true });
  await expect(other.orders.undo(undo)).rejects.toThrow();
  await one.orders.undo(undo);
  const found = await one.orders.findForAdmin({ orderId: order.orderId });
  expect(found).toMatchObject({ status: "PENDING", missingPaise: null, bankPaise: PART });
  const mails = async () =>
    (await harness.messages("paymentPart")).filter(({ userId }) => userId === member.id);
  expect(await mails()).toEqual([]);
  expect((await own.notices.mine()).map(({ kind }) => kind)).not.toContain("PART");
  expect(await one.orders.undoable()).toEqual([]);
  // It is decided anew, by what the page shows now.
  await one.payments.waitForRest({ ...order, version: found.version, received: "500" });
  expect(await mails()).toHaveLength(1);
});

test("a part is not undone once its member has told the rest", async () => {
  const one = await company.as(company.admin, { canUndo: true });
  const order = await pay("611234567802");
  const { orderNumber: purchaseId } = await one.payments.waitForRest({ ...order, received: "500" });
  const [decision] = await one.orders.undoable();
  await own.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "1000" });
  const undo = { orderId: order.orderId, decidedAt: decision?.decidedAt ?? "" };
  await expect(one.orders.undo(undo)).rejects.toThrow();
  expect(await one.orders.findForAdmin({ orderId: order.orderId })).toMatchObject({
    status: "PENDING",
    missingPaise: TOTAL - PART,
  });
});
