import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { allocations, campaigns, orders } from "@db/schema";
import { releaseRewardsOf } from "@server/ledger";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { createSecrets } from "@server/platform/config/secrets";
import { referral } from "@server/http/rest/rows/shapes";
import { deliverMessages } from "@server/testing/deliver-messages";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await orderHarness({ connections: 24 });
});
afterAll(() => harness.close());

type Terms = Partial<typeof campaigns.$inferInsert>;

/** A company with a running campaign of 10 % for the referrer and 4 % for the buyer. */
async function running(terms: Terms = {}, change: Parameters<OrderHarness["company"]>[0] = {}) {
  const company = await harness.company({ maxPendingOrders: 50, ...change });
  const id = newId();
  const day = 86_400_000;
  await harness.database.db.insert(campaigns).values({
    companyId: company.id,
    id,
    name: "Diwali",
    rewardBps: 1000,
    bonusBps: 400,
    startsAt: new Date(Date.now() - day),
    endsAt: new Date(Date.now() + day),
    whoRefers: "ALL",
    ...terms,
  });
  const referrer = await company.member();
  const member = await company.member({ referrerId: referrer.id });
  return { company, id, referrer, member };
}

const end = (id: string) =>
  harness.database.db
    .update(campaigns)
    .set({ endsAt: sql`now() - interval '1 second'` })
    .where(eq(campaigns.id, id));

const entriesOf = (company: CompanyFixture) =>
  harness.database.db
    .select({ kind: allocations.kind, quantity: allocations.quantity })
    .from(allocations)
    .where(eq(allocations.companyId, company.id))
    .orderBy(allocations.sequence)
    .then((rows) => rows.map(({ kind, quantity }) => `${kind} ${quantity}`));

const admin = (company: CompanyFixture) => company.as(company.admin, { canUndo: true });

const lastMailTo = async ({ id: userId }: Person): Promise<string | undefined> => {
  const { database } = harness;
  const secrets = createSecrets(HARNESS_SECRET);
  const mails = await deliverMessages(
    { database, secrets, appOrigin: "http://x.example" },
    { userId },
  );
  return mails.at(-1)?.text;
};

describe("an order under a campaign", () => {
  test("its bonus is among the tokens that arrive, on the dashboard, in the line of the order and in the notice", async () => {
    const { company, member } = await running();
    const api = await company.as(member);
    await api.orders.create({ amount: "1000" });
    expect((await api.members.frame()).open).toMatchObject({ quantity: 100, bonusTokens: 4 });
    const { transaction } = await submittedPayment(company, member);
    expect((await api.stock.overview()).arriving).toMatchObject({ tokens: 104 });
    expect((await api.members.frame()).waiting).toMatchObject([
      { totalQuantity: 100, bonusTokens: 4 },
    ]);
    await (await company.as(company.admin)).orders.approve({ orderId: transaction.id });
    expect((await api.notices.mine())[0]).toMatchObject({ kind: "APPROVED", tokens: 104 });
  });

  test(
    "it holds the bonus with its tokens, keeps both rates after the campaign, and allocates them",
    { tags: ["full"] },
    async () => {
      const { company, id, referrer, member } = await running();
      const { order, transaction } = await submittedPayment(company, member);
      expect(await company.order(order.orderNumber)).toMatchObject({
        campaignId: id,
        rewardBps: 1000,
        heldReward: 10,
        bonusBps: 400,
        bonusTokens: 4,
        heldQuantity: 104,
      });
      await end(id);
      await (await admin(company)).orders.approve({ orderId: transaction.id });
      expect(await entriesOf(company)).toEqual(["PURCHASE 100", "BONUS 4", "REFERRAL 10"]);
      // The front page calls sold what was bought.
      const offer = await (await company.as(null)).site.offer();
      expect(offer?.pool).toMatchObject({ allocated: 114, sold: 100 });
      expect(await company.balances()).toMatchObject({ held: 0, poolHeld: 0, allocated: 114 });
      expect(await lastMailTo(member)).toMatch(
        /and 104 \w+ are allocated to you\.\s+4 of them came as a bonus\./,
      );
      const own = await company.as(member);
      expect(await own.orders.follow({ purchaseIds: [order.orderNumber] })).toMatchObject([
        { status: "APPROVED", allTokens: 104 },
      ]);
      const stock = await (await company.as(member)).stock.overview();
      expect(JSON.stringify(stock)).toContain("104");
      expect((await (await company.as(referrer)).referrals.summary()).rewardEarned).toBe(10);
      expect(await company.faults()).toEqual([]);
      const next = await submittedPayment(company, member);
      expect(await company.order(next.order.orderNumber)).toMatchObject({
        campaignId: null,
        rewardBps: 500,
        bonusTokens: 0,
        heldQuantity: 100,
      });
    },
  );

  test(
    "a reversal takes the bonus back by an entry of its own, and an undone approval holds it again",
    { tags: ["full"] },
    async () => {
      const { company, member } = await running();
      const { order, transaction } = await submittedPayment(company, member);
      const api = await admin(company);
      await api.orders.approve({ orderId: transaction.id });
      const { decidedAt } = await company.order(order.orderNumber);
      await api.orders.undo({
        orderId: transaction.id,
        decidedAt: decidedAt?.toISOString() ?? "",
      });
      expect(await company.order(order.orderNumber)).toMatchObject({
        status: "PENDING",
        heldQuantity: 104,
        bonusTokens: 4,
        heldReward: 10,
      });
      expect(await company.faults()).toEqual([]);
      await api.orders.approve({ orderId: transaction.id });
      await api.orders.reverse({ orderId: transaction.id, reason: "No money came" });
      expect((await entriesOf(company)).slice(-3)).toEqual([
        "REVERSAL -100",
        "BONUS_REVERSAL -4",
        "REVERSAL -10",
      ]);
      expect(await company.balances()).toMatchObject({ held: 0, poolHeld: 0, allocated: 0 });
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "verification finds a bonus that was changed, with or without its rate",
    { tags: ["full"] },
    async () => {
      const { company, member } = await running();
      const { order, transaction } = await submittedPayment(company, member);
      await (await admin(company)).orders.approve({ orderId: transaction.id });
      const change = (columns: Partial<typeof orders.$inferInsert>) =>
        harness.database.db
          .update(orders)
          .set(columns)
          .where(eq(orders.orderNumber, order.orderNumber));
      for (const columns of [{ bonusTokens: 3 }, { bonusTokens: 4, bonusBps: 401 }]) {
        await change(columns);
        expect(await company.faults()).toContainEqual(
          expect.objectContaining({ kind: "allocation", fault: "terms" }),
        );
      }
      await change({ bonusBps: 400 });
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "the bonus stands beside the tokens in the order, the dry run, the history, its file and the register",
    { tags: ["full"] },
    async () => {
      const { company, member } = await running();
      const api = await admin(company);
      const [whole, part, reversed] = [
        (await submittedPayment(company, member)).transaction.id,
        (await submittedPayment(company, member)).transaction.id,
        (await submittedPayment(company, member)).transaction.id,
      ];
      const bonuses = (orders: { bonusTokens: number }[]) => orders.map((one) => one.bonusTokens);
      const orderIds = [whole, part, reversed];
      expect(bonuses(await api.orders.dryRun({ orderIds, decision: "approve" }))).toEqual([
        4, 4, 4,
      ]);
      expect((await api.orders.findForAdmin({ orderId: part })).bonusTokens).toBe(4);
      expect((await api.orders.sorted({ status: "PENDING" })).records[0]?.bonusTokens).toBe(4);
      await api.orders.approve({ orderId: whole });
      // ₹512.50 pay 50 tokens with their fee.
      await api.orders.approve({ orderId: part, receivedAmount: "512.50" });
      await api.orders.approve({ orderId: reversed });
      await api.orders.reverse({ orderId: reversed, reason: "No money came" });
      const { records } = await api.orders.sorted({ status: "APPROVED", sort: "date" });
      expect(bonuses(records)).toEqual([4, 2]);
      const file = (await api.exports.orders({ status: "APPROVED" })).records;
      expect(bonuses(file).toSorted()).toEqual([2, 4]);
      const [ofMember] = (await api.members.orders({ id: member.id })).records.slice(-1);
      expect(ofMember?.bonusTokens).toBe(4);
      const own = await (await company.as(member)).orders.listMine({ status: "APPROVED" });
      expect(bonuses(own.records).toSorted()).toEqual([2, 4]);
      // The tokens of the file's orders are those of the register, bonus by bonus.
      const [holder] = (await api.holders.list({ search: member.referralCode })).records;
      const tokens = file.reduce((sum, one) => sum + one.totalQuantity + one.bonusTokens, 0);
      expect(holder).toMatchObject({ bought: tokens, bonus: 6 });
      expect((await api.exports.holders({ search: member.referralCode })).records).toEqual([
        holder,
      ]);
    },
  );

  test(
    "a partial approval gives the part of the bonus, and its undoing promises the whole again",
    { tags: ["full"] },
    async () => {
      const { company, member } = await running({ capTotal: 14 });
      const { order, transaction } = await submittedPayment(company, member);
      const api = await admin(company);
      // ₹512.50 pay 50 tokens with their fee.
      await api.orders.approve({ orderId: transaction.id, receivedAmount: "512.50" });
      expect(await entriesOf(company)).toEqual(["PURCHASE 50", "BONUS 2", "REFERRAL 5"]);
      expect(await company.faults()).toEqual([]);
      // Another order takes what the part left of the campaign's cap.
      await submittedPayment(company, member);
      const { decidedAt } = await company.order(order.orderNumber);
      await api.orders.undo({ orderId: transaction.id, decidedAt: decidedAt?.toISOString() ?? "" });
      const waiting = await company.order(order.orderNumber);
      expect(waiting.bonusTokens + waiting.heldReward).toBe(7);
      expect(await company.faults()).toEqual([]);
      await api.orders.approve({ orderId: transaction.id, receivedAmount: "512.50" });
      expect(await lastMailTo(member)).toMatch(/\n2 of them came as a bonus\./);
    },
  );

  test(
    "a rejected order gives the bonus back, a late payment takes it again at the rate of its making",
    { tags: ["full"] },
    async () => {
      const { company, id, member } = await running();
      const api = await company.as(member);
      const { orderNumber } = await api.orders.create({ amount: "1000" });
      await company.expireHold(orderNumber);
      await end(id);
      const paid = { purchaseId: orderNumber, paymentMethod: "MANUAL" as const, amount: "1000" };
      const { id: orderId } = await api.orders.submit({ ...paid, consent: true });
      expect(await company.order(orderNumber)).toMatchObject({ heldQuantity: 104, heldReward: 10 });
      await (await admin(company)).orders.reject({ orderId, reason: "No money" });
      expect(await company.balances()).toMatchObject({ held: 0, poolHeld: 0 });
      expect(await company.faults()).toEqual([]);
    },
  );

  test("where the pool is short, the purchase comes first, then the bonus, then the reward", async () => {
    const { company, member } = await running({}, { privateTokens: 106 });
    const { order } = await submittedPayment(company, member);
    expect(await company.order(order.orderNumber)).toMatchObject({
      heldQuantity: 104,
      bonusTokens: 4,
      heldReward: 2,
    });
    expect(await company.faults()).toEqual([]);
  });

  test("only buyers with a referrer who may refer get its terms", { tags: ["full"] }, async () => {
    const { company, member, referrer } = await running({ whoRefers: "BOUGHT" });
    const first = await submittedPayment(company, member);
    expect(await company.order(first.order.orderNumber)).toMatchObject({
      campaignId: null,
      rewardBps: 500,
      bonusTokens: 0,
    });
    const own = await submittedPayment(company, referrer);
    expect((await company.order(own.order.orderNumber)).campaignId).toBeNull();
    await (await admin(company)).orders.approve({ orderId: own.transaction.id });
    const second = await submittedPayment(company, member);
    expect(await company.order(second.order.orderNumber)).toMatchObject({ bonusTokens: 4 });
    const { company: other, member: invited } = await running({ whoRefers: "VERIFIED" });
    const third = await submittedPayment(other, invited);
    expect(await other.order(third.order.orderNumber)).toMatchObject({ bonusTokens: 4 });
  });
});

/** Sums of what a campaign's orders have of reward and bonus, by referrer. */
async function givenBy(company: CompanyFixture, referrers: readonly Person[]) {
  const rows = await harness.database.db
    .select({
      referrerId: orders.referrerId,
      reward: sql`sum(${orders.heldReward})`.mapWith(Number),
      bonus: sql`sum(${orders.bonusTokens})`.mapWith(Number),
    })
    .from(orders)
    .where(and(eq(orders.companyId, company.id), sql`${orders.campaignId} IS NOT NULL`))
    .groupBy(orders.referrerId);
  const of = (person: Person) => rows.find(({ referrerId }) => referrerId === person.id);
  return {
    rewards: referrers.map((person) => of(person)?.reward ?? 0),
    all: rows.reduce((sum, { reward, bonus }) => sum + reward + bonus, 0),
  };
}

/** Calls again where a busy machine had no connection, or no lock, in time. */
async function untilAnswered(call: () => Promise<unknown>): Promise<string> {
  const code = await resultCode(call());
  if (code !== "DATABASE_AWAY" && code !== "DATA_BUSY") return code;
  await new Promise(setImmediate);
  return untilAnswered(call);
}

/** Runs a test without the CHECK that keeps a campaign within its budget. */
async function withoutBudgetCheck(run: () => Promise<void>): Promise<void> {
  const { db } = harness.database;
  const { rows } = await db.execute<{ rule: string }>(
    sql`SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = 'campaigns_budget'`,
  );
  await db.execute(sql`ALTER TABLE campaigns DROP CONSTRAINT campaigns_budget`);
  try {
    await run();
  } finally {
    await db.execute(
      sql.raw(`ALTER TABLE campaigns ADD CONSTRAINT campaigns_budget ${rows[0]?.rule}`),
    );
  }
}

const takenOfBudget = async (id: string) => {
  const [row] = await harness.database.db.select().from(campaigns).where(eq(campaigns.id, id));
  return row?.taken;
};

describe("the budget of a campaign", () => {
  test(
    "two hundred concurrent purchases over two instances stay within it",
    { tags: ["full"] },
    async () => {
      const terms = { capTotal: 400, bonusBps: 200 };
      const { company, id, referrer } = await running(terms, { privateTokens: 30_000 });
      const another = await company.member();
      const instances = [harness.database, harness.another(24)];
      const buyers = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          company.member({ referrerId: n % 3 === 0 ? another.id : referrer.id }),
        ),
      );
      const callers = await Promise.all(
        buyers.map((buyer, n) => company.as(buyer, { database: instances[n % 2] })),
      );
      const outcomes = await Promise.all(
        callers.map((api, n) =>
          untilAnswered(() =>
            n % 4 === 0
              ? api.orders.create({ amount: "500" })
              : api.orders.submit({ paymentMethod: "MANUAL", amount: "500", consent: true }),
          ),
        ),
      );
      expect(new Set(outcomes)).toEqual(new Set(["ok"]));
      const given = await givenBy(company, [referrer, another]);
      expect(given.all).toBe(400);
      expect(await takenOfBudget(id)).toBe(400);
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "an unverified member who pays nothing holds at most a share of the budget, and reads what is left",
    { tags: ["full"] },
    async () => {
      const { company, id, referrer } = await running(
        { capTotal: 200 },
        { unverifiedMayBuy: true, privateTokens: 30_000 },
      );
      const taker = await company.member({ referrerId: referrer.id, isApproved: false });
      const api = await company.as(taker);
      const left = async () => (await api.orders.terms()).bonus?.left;
      expect(await left()).toBe(20);
      const taken: number[] = [];
      for (let made = 0; made < 3; made += 1) {
        const { orderNumber } = await api.orders.submit({
          paymentMethod: "MANUAL" as const,
          amount: "1000",
          consent: true,
        });
        const { bonusTokens, heldReward } = await company.order(orderNumber);
        taken.push(bonusTokens + heldReward);
      }
      expect(taken).toEqual([14, 6, 0]);
      expect(await left()).toBe(0);
      // An open order takes no more, and is replaced by what a new one would hold.
      await api.orders.create({ amount: "1000" });
      expect(await left()).toBe(0);
      expect(await company.faults()).toEqual([]);
      // The budget is there for others, up to its end, which each reads before ordering.
      const honest = await company.member({ referrerId: referrer.id });
      const other = await company.as(honest);
      const { order } = await submittedPayment(company, honest);
      const held = await company.order(order.orderNumber);
      expect([held.bonusTokens, held.heldReward]).toEqual([4, 10]);
      expect((await other.orders.terms()).bonus?.left).toBe(166);
      const limit = (capTotal: number | null) =>
        harness.database.db.update(campaigns).set({ capTotal }).where(eq(campaigns.id, id));
      await limit(34);
      expect((await other.orders.terms()).bonus?.left).toBe(0);
      await limit(null);
      expect((await other.orders.terms()).bonus?.left).toBeNull();
    },
  );

  test(
    "the REST answer about referrals tells the rate at which the member refers now",
    { tags: ["full"] },
    async () => {
      const { company, referrer } = await running({ whoRefers: "VERIFIED" });
      const percentOf = async (who: Person) => {
        const summary = await (await company.as(who)).referrals.summary();
        return referral(summary).referralRewardPercent;
      };
      expect(await percentOf(referrer)).toBe(10);
      expect(await percentOf(await company.member({ isApproved: false }))).toBe(5);
      await harness.database.db.update(campaigns).set({ endsAt: sql`now() - interval '1 second'` });
      expect(await percentOf(referrer)).toBe(5);
    },
  );

  test(
    "control: concurrent holds that read what is taken without its row's lock exceed it without the CHECK",
    { tags: ["full"] },
    async () => {
      const { id } = await running({ capTotal: 40 });
      const { db } = harness.database;
      const isIt = eq(campaigns.id, id);
      const takers = 16;
      let reading = takers;
      let allHaveRead: () => void;
      const read = new Promise<void>((resolve) => {
        allHaveRead = resolve;
      });
      const take = async (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => {
        const [row] = await tx.select().from(campaigns).where(isIt);
        if ((reading -= 1) === 0) allHaveRead();
        await read;
        const tokens = Math.min(5, 40 - (row?.taken ?? 0));
        await tx
          .update(campaigns)
          .set({ taken: sql`${campaigns.taken} + ${tokens}` })
          .where(isIt);
      };
      const all = () =>
        Promise.allSettled(Array.from({ length: takers }, () => db.transaction(take)));
      const refused = (await all()).filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(8);
      expect(await takenOfBudget(id)).toBe(40);
      await db.update(campaigns).set({ taken: 0 }).where(isIt);
      reading = takers;
      await withoutBudgetCheck(async () => {
        await all();
        expect(await takenOfBudget(id)).toBe(80);
        await db.update(campaigns).set({ taken: 0 }).where(isIt);
      });
    },
  );

  test(
    "what an order took goes back by its end, its rejection, its reversal and a referrer's end",
    { tags: ["full"] },
    async () => {
      const { company, id, member, referrer } = await running({ capTotal: 1000 });
      const api = await company.as(member);
      const first = await api.orders.create({ amount: "1000" });
      expect(await takenOfBudget(id)).toBe(14);
      const second = await api.orders.create({ amount: "2000" });
      expect(await takenOfBudget(id)).toBe(28);
      await api.orders.cancel({ purchaseId: second.orderNumber });
      expect(await takenOfBudget(id)).toBe(0);
      const third = await (await company.as(member)).orders.create({ amount: "1000" });
      await company.expireHold(third.orderNumber);
      await releaseOverdueHolds(harness.database.db, { companyId: company.id });
      expect(await takenOfBudget(id)).toBe(0);
      // A late payment takes it again.
      const late = { purchaseId: first.orderNumber, paymentMethod: "MANUAL" as const };
      const paid = { ...late, amount: "1000", consent: true };
      const { id: orderId } = await (await company.as(member)).orders.submit(paid);
      expect(await takenOfBudget(id)).toBe(14);
      await (await admin(company)).orders.reject({ orderId, reason: "No money" });
      expect(await takenOfBudget(id)).toBe(0);
      const approved = await submittedPayment(company, member);
      const waiting = await submittedPayment(company, member);
      const desk = await admin(company);
      await desk.orders.approve({ orderId: approved.transaction.id });
      expect(await takenOfBudget(id)).toBe(28);
      await harness.database.db.transaction((tx) => releaseRewardsOf(tx, company.id, referrer.id));
      expect(await takenOfBudget(id)).toBe(18);
      await (
        await admin(company)
      ).orders.reverse({ orderId: approved.transaction.id, reason: "No money came" });
      expect(await takenOfBudget(id)).toBe(4);
      expect(await company.faults()).toEqual([]);
      await (await admin(company)).orders.approve({ orderId: waiting.transaction.id });
      expect(await takenOfBudget(id)).toBe(4);
      expect(await company.faults()).toEqual([]);
    },
  );

  test("a sum that is not that of its orders is found", { tags: ["full"] }, async () => {
    const { company, id, member } = await running();
    await submittedPayment(company, member);
    for (const taken of [13, 15]) {
      await harness.database.db.update(campaigns).set({ taken }).where(eq(campaigns.id, id));
      const found = { kind: "budget", campaign: "Diwali", stored: taken, due: 14 };
      expect(await company.faults()).toEqual([found]);
    }
  });

  test("a withdrawn reward gives its tokens back", { tags: ["full"] }, async () => {
    const { company, member, referrer } = await running({ capTotal: 10, bonusBps: null });
    const first = await submittedPayment(company, member);
    const second = await submittedPayment(company, member);
    const reward = async (orderNumber: string) => (await company.order(orderNumber)).heldReward;
    expect(await reward(first.order.orderNumber)).toBe(10);
    expect(await reward(second.order.orderNumber)).toBe(0);
    await (
      await admin(company)
    ).orders.rewards.withdraw({ orderIds: [first.transaction.id], reason: "Looked at it" });
    const third = await submittedPayment(company, member);
    expect(await reward(third.order.orderNumber)).toBe(10);
    expect((await givenBy(company, [referrer])).rewards).toEqual([10]);
    expect(await company.faults()).toEqual([]);
  });
});
