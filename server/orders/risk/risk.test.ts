import { keepSigns, riskFactsOf } from "@server/members";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { and, eq, sql } from "drizzle-orm";
import { runText } from "@db/client";
import { newId } from "@db/ids";
import { memberSigns, orders, rewardCases } from "@db/schema";
import { refusalFrom } from "@server/access/call/refusal-from";
import {
  type CompanyFixture,
  orderHarness,
  type OrderHarness,
  type Person,
} from "@server/testing/order-harness";
import { signOfEmail } from "@server/members/rules/risk/risk";
import { judgeDueRewards } from "./judge";

describe("rewards that wait for a review", () => {
  let harness: OrderHarness;
  let company: CompanyFixture;
  let referrer: Person;
  let buyer: Person;
  beforeAll(async () => {
    harness = await orderHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    company = await harness.company();
    referrer = await company.member();
    buyer = await company.member({ referrerId: referrer.id });
  });

  const digits = () =>
    String(Date.now() % 1e6).padStart(6, "0") + String(Math.random()).slice(2, 8);

  /** Submits a payment of ten tokens; returns the order's number. */
  async function pay(person: Person, { proof = newId(), reference = digits() } = {}) {
    const api = await company.as(person, { key: newId(), transport: "rest" });
    const { transactionId } = await api.orders.submit({
      paymentMethod: "UPI",
      amount: "1000",
      referenceNumber: reference,
      receiptId: await company.proof(person, proof),
      consent: true,
    });
    return transactionId;
  }

  const reasonsOf = async (orderNumber: string) => {
    const { id } = await company.order(orderNumber);
    const [found] = await harness.database.db
      .select()
      .from(rewardCases)
      .where(and(eq(rewardCases.companyId, company.id), eq(rewardCases.orderId, id)));
    return found?.reasons.map(({ rule }) => rule) ?? null;
  };
  const sweep = () => judgeDueRewards(harness.deps);

  test(
    "a submission is judged in its own transaction, and an honest one makes no case",
    { tags: ["full"] },
    async () => {
      const proof = "ab".repeat(32);
      await pay(referrer, { proof });
      await sweep();
      const shared = await pay(buyer, { proof });
      expect(await reasonsOf(shared)).toEqual(["SHARED_PROOF"]);
      const other = await company.member({ referrerId: referrer.id });
      const honest = await pay(other);
      await sweep();
      expect(await reasonsOf(honest)).toBeNull();
    },
  );

  test(
    "an entry of a bank that joins later names the payer, and the sweep makes a case of it",
    { tags: ["full"] },
    async () => {
      const [own, reference] = ["9876543210", digits()];
      const api = await company.as(referrer, { key: newId(), transport: "rest" });
      const ownNumber = digits();
      await api.orders.submit({
        paymentMethod: "UPI",
        amount: "1000",
        consent: true,
        referenceNumber: ownNumber,
        receiptId: await company.proof(referrer),
      });
      const order = await pay(buyer, { reference });
      await sweep();
      expect(await reasonsOf(order)).toBeNull();
      const narration = (number: string) => `UPI/CR/${number}/RAVI/${own}@ybl/Payment`;
      await company.entry({ narration: narration(ownNumber), amountPaise: 100_000 });
      await company.entry({ narration: narration(reference), amountPaise: 100_000 });
      await sweep();
      await sweep();
      expect(await reasonsOf(order)).toEqual(["SHARED_PAYER"]);
      const [listed] = (await (await company.as(company.admin)).orders.cases({})).records;
      const paid = { payments: [{ paidFrom: [`${own}@ybl`, `+91${own}`] }] };
      expect(listed).toMatchObject({
        reasons: [{ rule: "SHARED_PAYER", people: [{ id: referrer.id }] }],
        buyer: { inCommon: [], ...paid },
        referrer: { inCommon: ["NETWORK", "PAYER"], ...paid },
      });
    },
  );

  test(
    "a network that hundreds share costs a judgement no more rows than one of a few",
    { tags: ["full"] },
    async () => {
      const { db } = harness.database;
      const rowsRead = async (company: CompanyFixture, sharing: number) => {
        const inviter = await company.member();
        const own = await company.member({ referrerId: inviter.id });
        const others = await Promise.all(Array.from({ length: sharing }, () => company.member()));
        await db.insert(memberSigns).values(
          [own, ...others].map(({ id }) => ({
            companyId: company.id,
            memberId: id,
            sign: "NETWORK" as const,
            value: "a carrier's",
          })),
        );
        return db.transaction(async (tx) => {
          // The table of a test is so small that the planner may read all of it.
          await tx.execute(sql`SET LOCAL enable_seqscan = off`);
          await riskFactsOf(tx, {
            companyId: company.id,
            memberId: own.id,
            referrerId: inviter.id,
          });
          const [read] = await runText<{ rows: number }>(
            tx,
            `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows
             FROM pg_stat_xact_user_tables WHERE relname = 'member_signs'`,
            [],
          );
          return read?.rows ?? 0;
        });
      };
      const few = await rowsRead(company, 3);
      const many = await rowsRead(await harness.company(), 300);
      expect(few).toBeGreaterThan(0);
      expect(many).toBeLessThanOrEqual(few);
    },
  );

  test("a changed profile is judged with the orders that wait", { tags: ["full"] }, async () => {
    const order = await pay(buyer);
    await sweep();
    const wallet = `0x${"a1".repeat(20)}`;
    for (const one of [buyer, referrer]) {
      await (
        await company.as(one)
      ).members.updateProfile({ walletAddress: wallet, currentPassword: "-" });
    }
    await sweep();
    expect(await reasonsOf(order)).toEqual(["SHARED_WALLET"]);
  });

  describe("a value that a member types", () => {
    const MOBILE = "+919812345678";
    const VALUES = {
      mobile: { mobile: MOBILE },
      wallet: { walletAddress: `0x${"b2".repeat(20)}` },
      document: { kycDocumentNumber: "ABCPK1234F" },
    };
    const types = async (person: Person, value: (typeof VALUES)[keyof typeof VALUES]) =>
      (await company.as(person)).members.updateProfile({ ...value, currentPassword: "-" });

    test.each(Object.entries(VALUES))(
      "a stranger, or the buyer, who types another's %s holds no reward of theirs",
      { tags: ["full"] },
      async (_name, value) => {
        const stranger = await company.member();
        const invited = await company.member({ referrerId: buyer.id });
        for (const one of [referrer, buyer, stranger, invited]) await types(one, value);
        const order = await pay(buyer);
        await sweep();
        await sweep();
        expect(await reasonsOf(order)).toBeNull();
        expect((await company.order(order)).rewardHeldBecause).toEqual([]);
      },
    );

    test(
      "a member who types the mobile from which others pay holds no reward of theirs",
      { tags: ["full"] },
      async () => {
        for (const change of [{}, { referrerId: buyer.id }]) {
          await types(await company.member(change), VALUES.mobile);
        }
        const reference = digits();
        const order = await pay(buyer, { reference });
        const narration = `UPI/CR/${reference}/RAVI/${MOBILE.slice(3)}@ybl/pay`;
        await company.entry({ narration, amountPaise: 100_000 });
        await sweep();
        await sweep();
        expect(await reasonsOf(order)).toBeNull();
        // The control: the referrer's own mobile paid, which speaks about the referrer's own reward.
        await types(referrer, VALUES.mobile);
        await sweep();
        expect(await reasonsOf(order)).toEqual(["SHARED_PAYER"]);
      },
    );

    test(
      "an address and a mobile that an admin enters speak about others once their owner proves them",
      { tags: ["full"] },
      async () => {
        const typed = signOfEmail((await company.order(await pay(buyer))).id + "@people.example");
        const { db } = harness.database;
        const keep = (person: Person, isTyped: boolean) =>
          keepSigns(db, harness.deps.secrets, { companyId: company.id, memberId: person.id }, [
            { ...typed, isTyped },
          ]);
        const stranger = await company.member();
        await keep(stranger, true);
        await keep(buyer, false);
        const order = await pay(buyer);
        await sweep();
        expect(await reasonsOf(order)).toBeNull();
        await keep(stranger, false);
        await keep(stranger, true);
        await sweep();
        expect(await reasonsOf(order)).toEqual(["EMAIL_ALIAS"]);
      },
    );

    test(
      "a document's number speaks about others once an admin has verified the member",
      { tags: ["full"] },
      async () => {
        const another = await company.member({ isApproved: false });
        await company.as(company.admin);
        for (const one of [buyer, another]) await types(one, VALUES.document);
        const order = await pay(referrer);
        expect(await reasonsOf(order)).toBeNull();
        const desk = await company.as(company.admin);
        for (const { id } of [buyer, another]) await desk.members.approve({ id });
        const own = await pay(buyer);
        await sweep();
        expect(await reasonsOf(own)).toEqual(["SHARED_IDENTITY"]);
      },
    );
  });

  test(
    "the referrer answers once, others never, and an admin of the company alone reads it",
    { tags: ["full"] },
    async () => {
      const proof = "cd".repeat(32);
      await pay(referrer, { proof });
      await sweep();
      const order = await company.order(await pay(buyer, { proof }));
      const answer = { orderId: order.id, answer: "We share a printer." };
      const refusalOf = async (person: Person) => {
        const api = await company.as(person);
        return api.orders.answerCase(answer).then(
          () => null,
          (error: unknown) => refusalFrom(error)?.code,
        );
      };
      expect(await refusalOf(buyer)).toBe("CASE_NOT_FOUND");
      expect(await refusalOf(referrer)).toBeNull();
      expect(await refusalOf(referrer)).toBe("CASE_ANSWERED");
      const mine = await (await company.as(referrer)).orders.myCases();
      expect(mine).toMatchObject([
        { orderId: order.id, tokens: order.heldReward, hasAnswered: true },
      ]);
      const listed = await (await company.as(company.admin)).orders.cases({});
      expect(listed.records).toMatchObject([
        {
          orderNumber: order.orderNumber,
          answer: answer.answer,
          buyer: { id: buyer.id },
          referrer: { id: referrer.id },
          others: [],
        },
      ]);
      const stranger = await harness.company();
      expect((await (await stranger.as(stranger.admin)).orders.cases({})).total).toBe(0);
    },
  );

  test(
    "a reward with a case waits after the approval, until an admin releases it",
    { tags: ["full"] },
    async () => {
      const proof = "ef".repeat(32);
      await pay(referrer, { proof });
      await sweep();
      const { id, heldReward } = await company.order(await pay(buyer, { proof }));
      const admin = await company.as(company.admin, { key: newId(), transport: "rest" });
      await admin.orders.approve({ orderId: id });
      const onHold = (await admin.orders.cases({})).records[0];
      expect(onHold).toMatchObject({ orderId: id, status: "APPROVED", waitingTokens: heldReward });
      const another = await company.as(company.admin, { key: newId(), transport: "rest" });
      await another.orders.rewards.release({ orderIds: [id], reason: "They share a printer." });
      expect((await another.orders.cases({})).total).toBe(0);
      expect((await another.orders.cases({ isWaiting: false })).total).toBe(1);
      expect(await company.faults()).toEqual([]);
    },
  );

  test(
    "an order that cannot be judged does not keep the later ones from it",
    { tags: ["full"] },
    async () => {
      const proof = "cd".repeat(32);
      const stuck = await company.order(await pay(buyer));
      const shared = await pay(await company.member({ referrerId: referrer.id }), { proof });
      await pay(referrer, { proof });
      const { db } = harness.database;
      await db.update(orders).set({ riskDue: true }).where(eq(orders.companyId, company.id));
      const refuseUpdates = `CREATE FUNCTION refuse_stuck() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''stuck''; END';
      CREATE TRIGGER stuck BEFORE UPDATE ON orders FOR EACH ROW WHEN (OLD.id = '${stuck.id}') EXECUTE FUNCTION refuse_stuck()`;
      await db.execute(sql.raw(refuseUpdates));
      try {
        await expect(sweep()).rejects.toThrow("Some rewards were not judged.");
        expect(await reasonsOf(shared)).toEqual(["SHARED_PROOF"]);
      } finally {
        await db.execute(sql.raw("DROP FUNCTION refuse_stuck() CASCADE"));
      }
      await sweep();
      expect((await company.order(stuck.orderNumber)).riskDue).toBe(false);
    },
  );
});
