import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "@db/client";
import { newId } from "@db/ids";
import { campaigns } from "@db/schema";
import type { Caller } from "@server/http/router";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { moreInFull, rounds } from "@server/testing/rounds";

/*
 * Every state of an order meets every act that gives it money, for buyers without a referrer, with
 * one, and under a campaign.
 */

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness({ connections: 20 });
});
afterAll(() => harness.close());

const WEEK = 7 * 24 * 3600;
const TOTAL = "1025";
const TOTAL_PAISE = 102_500;
const PART = "500";

/** An order of a hundred tokens, its member and the callers of one case. */
interface Case {
  company: CompanyFixture;
  member: Person;
  own: Caller;
  admin: Caller;
  purchaseId: string;
  orderId: string;
}

let counter = 0;
// With a prime step no number is another one with two digits swapped, which would be the same money.
const newReference = () => `6305${String((counter += 7919)).padStart(8, "0")}`;

const submit = async ({ company, member, own, purchaseId }: Case, more: object = {}) =>
  own.orders.submit({
    purchaseId,
    paymentMethod: "BANK",
    amount: "1000",
    consent: true,
    referenceNumber: newReference(),
    receiptId: await company.proof(member),
    ...more,
  });
const expire = ({ company, purchaseId }: Case) => company.expireHold(purchaseId, 3600);
const shown = async ({ admin, purchaseId, orderId }: Case) => {
  const { version } = await admin.payments.toRecord({ purchaseId });
  return { orderId, version };
};
const approve = async (one: Case) => one.admin.orders.approve(await shown(one));
const receivePart = async (one: Case) =>
  one.admin.payments.waitForRest({ ...(await shown(one)), received: PART });
const reject = async (one: Case) =>
  one.admin.orders.reject({ ...(await shown(one)), reason: "Not found" });
const reverse = async (one: Case) =>
  one.admin.orders.reverse({ ...(await shown(one)), reason: "A mistake" });
const undo = async ({ admin, company, purchaseId, orderId }: Case) => {
  const { decidedAt } = await company.order(purchaseId);
  await admin.orders.undo({ orderId, decidedAt: decidedAt?.toISOString() ?? "" });
};
const release = async (one: Case) => {
  await one.own.orders.submit({
    purchaseId: one.purchaseId,
    paymentMethod: "MANUAL",
    amount: "1000",
    consent: true,
  });
  await one.company.backdateSubmission(one.purchaseId, WEEK);
  await releaseUndecidedHolds(harness.database.db);
};
const paymentOf = async ({ admin, purchaseId }: Case) => {
  const open = (await admin.payments.listUnallocated({ search: purchaseId })).payments;
  return open.find(({ orderNumber }) => orderNumber === purchaseId);
};

type Step = (one: Case) => Promise<unknown>;

/** Acts in a row that bring an open order into a state. */
const PLAIN: Readonly<Record<string, readonly Step[]>> = {
  open: [],
  expired: [expire, () => releaseOverdueHolds(harness.database.db)],
  cancelled: [({ own, purchaseId }) => own.orders.cancel({ purchaseId })],
  waiting: [submit],
  "waiting without tokens": [release],
  "waiting for its rest": [submit, receivePart],
  "whose rest was told": [submit, receivePart, submit],
  "whose told rest was rejected": [submit, receivePart, submit, reject],
  "whose rejected rest was undone": [submit, receivePart, submit, reject, undo],
  rejected: [submit, reject],
  "rejected without tokens": [release, reject],
  "rejected, its part left over": [submit, receivePart, reject],
  "rejected, its part sent back": [
    submit,
    receivePart,
    reject,
    async (one) => {
      const left = await paymentOf(one);
      await one.admin.payments.refund({
        kind: "CREDIT",
        paymentId: left?.id ?? "",
        amount: PART,
        reference: newReference(),
        refundedOn: "2026-01-02",
      });
    },
  ],
  approved: [submit, approve],
  "approved by a part": [
    submit,
    async (one) => one.admin.payments.approveReceived({ ...(await shown(one)), received: PART }),
  ],
  reversed: [submit, approve, reverse],
  undone: [
    submit,
    async (one) => {
      await approve(one);
      await undo(one);
    },
  ],
};

/** States, also with a payment beside the order that it could not take. */
const STATES: Readonly<Record<string, { steps: readonly Step[]; isUnallocated: boolean }>> =
  Object.fromEntries([
    ...Object.entries(PLAIN).map(([state, steps]) => [state, { steps, isUnallocated: false }]),
    ...["expired", "cancelled", "rejected", "rejected without tokens"].map((state) => [
      `${state}, with an unallocated payment`,
      { steps: PLAIN[state] ?? [], isUnallocated: true },
    ]),
  ]) as Record<string, { steps: readonly Step[]; isUnallocated: boolean }>;

/** Keeps a payment of an order while another order of its member takes all that they may hold. */
async function keep(one: Case) {
  const { own, admin } = one;
  const manual = { paymentMethod: "MANUAL", amount: "19500", consent: true } as const;
  const { id: orderId } = await own.orders.submit(manual);
  expect(await resultCode(submit(one))).toBe("TOKEN_CAP_REACHED");
  await admin.orders.reject({ orderId, version: 1, reason: "Not found" });
}

async function approveRest(one: Case) {
  await one.admin.payments.approveReceived({
    ...(await shown(one)),
    received: "525",
    reference: newReference(),
  });
}

async function record(one: Case, received: string, lineId?: string) {
  const { version } = await shown(one);
  await one.admin.payments.record({
    purchaseId: one.purchaseId,
    version,
    paymentMethod: "BANK",
    received,
    lineId,
    reference: newReference(),
    isOtherMoney: true,
    reason: "Compared",
  });
}

const entry = ({ company }: Case, amountPaise = TOTAL_PAISE) =>
  company.entry({ amountPaise, reference: newReference() });

/** Acts by which an order gets money. */
const ACTS: Readonly<Record<string, (one: Case) => Promise<unknown>>> = {
  "its member submits": submit,
  "a payment of its total is recorded": (one) => record(one, TOTAL),
  "an entry is recorded": async (one) => record(one, TOTAL, await entry(one)),
  "it is approved": approve,
  "it is approved by a part": async (one) =>
    one.admin.payments.approveReceived({ ...(await shown(one)), received: PART }),
  "it is approved by a further part": approveRest,
  "it is approved by an entry": async (one) =>
    one.admin.statements.approve({
      ...(await shown(one)),
      lineId: await entry(one),
      reason: "Compared",
    }),
  "a part is received": receivePart,
  "an entry is linked": async (one) =>
    one.admin.statements.link({
      reason: "Compared",
      lineId: await entry(one),
      purchaseId: one.purchaseId,
    }),
  "its unallocated payment is allocated": async (one) =>
    one.admin.payments.allocate({ paymentId: (await paymentOf(one))?.id ?? newId() }),
  "other money of its member pays it": async (one) => {
    const { orderNumber } = await one.own.orders.create({ amount: "200" });
    const other = { ...one, purchaseId: orderNumber };
    const { id: orderId } = await submit(other, { amount: "200" });
    await one.admin.payments.approveReceived({ orderId, version: 1, received: "2000" });
    const left = await paymentOf(other);
    if (!left) throw new Error("Nothing is left.");
    const { kind, id: paymentId, updatedAt: seenAt } = left;
    await one.admin.payments.payOrder({ kind, paymentId, seenAt, orderId: one.orderId });
  },
};

/** Buyers whose approval rewards nobody, their referrer, and both under a campaign. */
type Buyer = "nobody" | "referrer" | "campaign";

async function companyOf(buyer: Buyer) {
  const company = await harness.company({ privateTokens: 1_000_000, maxHeldTokens: 2000 });
  if (buyer === "nobody") return { company, referrerId: null };
  const { id: referrerId } = await company.member();
  if (buyer === "campaign") {
    const day = 86_400_000;
    await harness.database.db.insert(campaigns).values({
      companyId: company.id,
      id: newId(),
      name: "Diwali",
      rewardBps: 1000,
      bonusBps: 400,
      startsAt: new Date(Date.now() - day),
      endsAt: new Date(Date.now() + day),
      whoRefers: "ALL",
    });
  }
  return { company, referrerId };
}

/** Matches acts by which an ended order waits or counts again. */
const REVIVES = /submits|its total is recorded|its unallocated payment is allocated/;

/** Answers by state and act. */
type Answers = Record<string, Record<string, string>>;

/** Tries an act, approves what waits then, and rolls both back; returns the answer. */
async function tryAct(one: Case, act: (one: Case) => Promise<unknown>): Promise<string> {
  const { company, member, purchaseId } = one;
  let answer = "";
  const trial = transact(harness.database.db, async (db) => {
    const database = { ...harness.database, db };
    const own = await company.as(member, { database });
    const admin = await company.as(company.admin, { database, canUndo: true });
    const inside = { ...one, own, admin };
    answer = await resultCode(act(inside)).catch(String);
    if (answer !== "ok") throw new Error(answer);
    const { status, payments } = await admin.payments.toRecord({ purchaseId });
    const isWhole = payments.every(({ receivedPaise }) => receivedPaise === null);
    // Waits with a payment that nobody has decided on, beside what was received or not.
    const isTold = payments.some((payment) => payment.status === "WAITING");
    if (status === "PENDING" && (isWhole || isTold)) await approve(inside);
    await db.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`);
    throw new Error("ok");
  });
  const end = await trial.catch((error: unknown) => (error as Error).message);
  return answer === "ok" ? end : answer;
}

/** Runs every act in every state, or those that revived an order by `only`. */
async function answersOf(buyer: Buyer, only?: Answers): Promise<Answers> {
  const { company, referrerId } = await companyOf(buyer);
  const admin = await company.as(company.admin, { canUndo: true });
  const answers: Answers = {};
  const left = Object.entries(STATES).filter((_, at) => at % rounds(8, 1) === 0);
  // Each trial needs two connections.
  const lane = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [state, { steps, isUnallocated }] = next;
      const acts = Object.entries(ACTS).filter(
        ([act]) => !only || (only[state]?.[act] === "ok" && REVIVES.test(act)),
      );
      if (acts.length === 0) continue;
      const member = await company.member({ referrerId });
      const own = await company.as(member);
      const { orderNumber: purchaseId } = await own.orders.create({ amount: "1000" });
      const { id: orderId } = await company.order(purchaseId);
      const one: Case = { company, member, own, admin, purchaseId, orderId };
      for (const step of steps) await step(one);
      if (isUnallocated) await keep(one);
      const found: Record<string, string> = {};
      for (const [act, run] of acts) found[act] = await tryAct(one, run);
      answers[state] = found;
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  expect(await company.faults()).toEqual([]);
  return answers;
}

const known: { campaign?: Answers } = {};

// Takes seconds: eleven acts in each state, each rolled back.
test(
  "every act that gives an order money is done or refused in every state",
  { ...moreInFull, timeout: 120_000 },
  async () => {
    const answers = await answersOf("campaign");
    known.campaign = answers;
    const all = Object.entries(answers).flatMap(([state, acts]) =>
      Object.entries(acts).map(([act, code]) => `${state}: ${act}: ${code}`),
    );
    expect(all.filter((one) => !/: (ok|[A-Z_]+)$/.test(one))).toEqual([]);
    // Money that came is always put on record.
    expect(all.filter((one) => / is recorded: (?!ok)/.test(one))).toEqual([]);
  },
);

test.each(["nobody", "referrer"] as const)(
  "an ended order gets money with %s to reward as under a campaign",
  { tags: ["full"], timeout: 120_000 },
  async (buyer) => {
    const answers = await answersOf(buyer, known.campaign);
    const codes = Object.values(answers).flatMap((acts) => Object.values(acts));
    expect(new Set(codes)).toEqual(new Set(["ok"]));
  },
);
