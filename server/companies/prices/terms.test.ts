import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findCompany } from "@server/sites/queries/companies";
import { pendingChanges, prices } from "@db/schema";
import {
  type CompanyFixture,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { applyDueChanges } from "@server/office/second-admin/apply-due-changes";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A company with two owners, of whom each may confirm what the other asks. */
async function twoOwners() {
  const company = await harness.company();
  // Each may confirm what the other asks for: an admin without a password may not.
  const [first, second] = [await company.anotherAdmin(), await company.anotherAdmin()];
  return { company, one: await company.as(first), two: await company.as(second) };
}

const termsOf = async (company: CompanyFixture) => {
  const found = await findCompany(harness.database.db, company.id);
  return { fee: found?.feeBps, reward: found?.referralRewardBps, launch: found?.launchAt };
};

describe("fee, reward and launch", () => {
  test(
    "a fee and a reward take effect once a second owner confirms them, and not for orders that exist",
    { tags: ["full"] },
    async () => {
      const { company, one, two } = await twoOwners();
      const referrer = await company.member();
      const member = await company.member({ referrerId: referrer.id });
      const { orderNumber } = await (await company.as(member)).orders.create({ amount: "1000" });
      const before = await company.order(orderNumber);
      const asked = { platformChargePercent: "3.5", referralRewardPercent: "1" };
      expect(await resultCode(one.prices.setTerms(asked))).toBe("NEEDS_SECOND_ADMIN");
      expect(await termsOf(company)).toMatchObject({ fee: 250, reward: 500 });
      const [waiting] = await two.changes.list();
      expect(waiting).toMatchObject({ kind: "TERMS", mayConfirm: true });
      expect(await resultCode(one.changes.confirm({ id: waiting?.id ?? "" }))).not.toBe("ok");
      await two.changes.confirm({ id: waiting?.id ?? "" });
      expect(await termsOf(company)).toMatchObject({ fee: 350, reward: 100 });
      expect(await company.order(orderNumber)).toEqual(before);
      const paid = await (
        await company.as(member)
      ).orders.submit({
        purchaseId: orderNumber,
        paymentMethod: "MANUAL",
        amount: "1000",
        consent: true,
      });
      await one.orders.approve({ orderId: paid.id });
      expect(await company.order(orderNumber)).toMatchObject({ feeBps: 250, rewardBps: 500 });
      const next = await (
        await company.as(await company.member())
      ).orders.create({ amount: "1000" });
      expect(await company.order(next.orderNumber)).toMatchObject({ feeBps: 350 });
    },
  );

  test(
    "confirmed terms with a start wait for it, and can be cancelled before it",
    { tags: ["full"] },
    async () => {
      const { company, one, two } = await twoOwners();
      const asked = { platformChargePercent: "4", startsAt: inDays(2) };
      expect(await resultCode(one.prices.setTerms(asked))).toBe("NEEDS_SECOND_ADMIN");
      await two.changes.confirm({ id: (await two.changes.list())[0]?.id ?? "" });
      expect(await termsOf(company)).toMatchObject({ fee: 250 });
      const [line] = (await one.prices.list()).lines;
      expect(line).toMatchObject({ feeBps: 400, priceMicroRupees: null, state: "UPCOMING" });
      await harness.database.db
        .update(prices)
        .set({ startsAt: sql`clock_timestamp() - interval '1 millisecond'` })
        .where(eq(prices.companyId, company.id));
      expect(await termsOf(company)).toMatchObject({ fee: 400 });
      expect((await one.prices.list()).priceMicroRupees).toBe(10_000_000);
      await resultCode(one.prices.setTerms({ platformChargePercent: "5", startsAt: inDays(3) }));
      await two.changes.confirm({ id: (await two.changes.list())[0]?.id ?? "" });
      await one.prices.cancel({ id: (await one.prices.list()).lines[0]?.id ?? "" });
      expect((await one.prices.list()).lines[0]?.state).toBe("CANCELLED");
    },
  );

  test(
    "terms whose start passes while they wait apply from their confirmation, not before it",
    { tags: ["full"] },
    async () => {
      const { company, one, two } = await twoOwners();
      await resultCode(one.prices.setTerms({ platformChargePercent: "4", startsAt: inDays(1) }));
      const [change] = await two.changes.list();
      const past = { feeBps: 400, startsAt: inDays(-1) };
      await harness.database.db
        .update(pendingChanges)
        .set({ change: { before: { feeBps: 250 }, after: past } })
        .where(eq(pendingChanges.companyId, company.id));
      const asked = Date.now();
      await two.changes.confirm({ id: change?.id ?? "" });
      const [line] = (await one.prices.list()).lines;
      expect(new Date(line?.startsAt ?? 0).getTime()).toBeGreaterThan(asked - 60_000);
      expect(await termsOf(company)).toMatchObject({ fee: 400 });
    },
  );

  test("a launch date is set by two owners, and is refused in the past", async () => {
    const { company, one, two } = await twoOwners();
    expect(await resultCode(one.prices.setTerms({ launchAt: inDays(-1) }))).toBe("LAUNCH_PAST");
    const launchAt = inDays(90);
    expect(await resultCode(one.prices.setTerms({ launchAt }))).toBe("NEEDS_SECOND_ADMIN");
    await two.changes.confirm({ id: (await two.changes.list())[0]?.id ?? "" });
    expect((await termsOf(company)).launch?.toISOString()).toBe(launchAt);
  });

  test("wrong percentages and starts are refused, and unchanged terms store nothing", async () => {
    const { one } = await twoOwners();
    const refused = (input: Parameters<typeof one.prices.setTerms>[0]) =>
      resultCode(one.prices.setTerms(input));
    expect(await refused({ platformChargePercent: "101" })).toBe("FEE_PERCENT_INVALID");
    expect(await refused({ referralRewardPercent: "-1" })).toBe("REWARD_PERCENT_INVALID");
    expect(await refused({ launchAt: "soon" })).toBe("LAUNCH_INVALID");
    const past = { platformChargePercent: "3", startsAt: inDays(-1) };
    expect(await refused(past)).toBe("PRICE_START_PAST");
    expect(await refused({ platformChargePercent: "2.5", referralRewardPercent: "5.00" })).toBe(
      "ok",
    );
    expect(await one.changes.list()).toEqual([]);
    expect(await one.prices.review({ price: "10", platformChargePercent: "2.5" })).toEqual([]);
    expect(await one.prices.review({ price: "11", platformChargePercent: "3" })).toEqual([
      { name: "priceMicroRupees", before: 10_000_000, after: 11_000_000, waits: false },
      { name: "feeBps", before: 250, after: 300, waits: true },
    ]);
  });

  test("of two owners who ask at once one waits, and a change of changed terms comes to nothing", async () => {
    const { company, one, two } = await twoOwners();
    const codes = await Promise.all([
      resultCode(one.prices.setTerms({ platformChargePercent: "3" })),
      resultCode(two.prices.setTerms({ platformChargePercent: "4" })),
    ]);
    expect(codes.toSorted()).toEqual(["CHANGE_ALREADY_WAITING", "NEEDS_SECOND_ADMIN"]);
    const [change] = await one.changes.list();
    const { db } = harness.database;
    const set = { companyId: company.id, feeBps: 700, startsAt: new Date(), setBy: null };
    await db.insert(prices).values({ ...set, id: crypto.randomUUID() });
    const other = change?.isOwn ? two : one;
    expect(await resultCode(other.changes.confirm({ id: change?.id ?? "" }))).toBe(
      "CHANGE_OVERTAKEN",
    );
    expect(await termsOf(company)).toMatchObject({ fee: 700 });
  });

  test(
    "an order made at the moment of a change has the old fee and reward or the new ones, never one of each",
    { tags: ["full"] },
    async () => {
      const { company, one, two } = await twoOwners();
      const referrer = await company.member();
      const buyers = await Promise.all(
        Array.from({ length: 24 }, () => company.member({ referrerId: referrer.id })),
      );
      const buy = async (member: Person) => {
        // The company is read anew, as by each request.
        const { orderNumber } = await (await company.as(member)).orders.create({ amount: "1000" });
        const { feeBps, rewardBps, feePaise, heldReward, quantity } =
          await company.order(orderNumber);
        expect(feePaise).toBe((100_000 * feeBps) / 10_000);
        expect(heldReward).toBe(Math.floor((quantity * (rewardBps ?? 0)) / 10_000));
        return `${feeBps} ${rewardBps}`;
      };
      const made: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        const [from, to] = round % 2 === 0 ? ["3.5", "10"] : ["2.5", "5"];
        await resultCode(
          one.prices.setTerms({ platformChargePercent: from, referralRewardPercent: to }),
        );
        const [change] = await two.changes.list();
        const [confirmed, ...orders] = await Promise.all([
          resultCode(two.changes.confirm({ id: change?.id ?? "" })),
          ...buyers.slice(round * 8, round * 8 + 8).map(buy),
        ]);
        expect(confirmed).toBe("ok");
        made.push(...orders);
      }
      expect(made.filter((terms) => !["250 500", "350 1000"].includes(terms))).toEqual([]);
      expect(made).toHaveLength(24);
    },
  );

  /** An order that read its fee and its reward in two statements would have one of each. */
  test("control: terms that are read one after the other are of two sales", async () => {
    const { company, one, two } = await twoOwners();
    await resultCode(
      one.prices.setTerms({ platformChargePercent: "3.5", referralRewardPercent: "10" }),
    );
    const [change] = await two.changes.list();
    const { fee } = await termsOf(company);
    await two.changes.confirm({ id: change?.id ?? "" });
    const { reward } = await termsOf(company);
    expect([fee, reward]).toEqual([250, 1000]);
  });

  test("without a second owner terms take effect after their waiting time", async () => {
    const company = await harness.company();
    const one = await company.as(company.admin);
    await resultCode(one.prices.setTerms({ referralRewardPercent: "7" }));
    await harness.database.db
      .update(pendingChanges)
      .set({ endsAt: sql`now() - interval '1 second'` })
      .where(eq(pendingChanges.companyId, company.id));
    await applyDueChanges(harness.deps);
    expect(await termsOf(company)).toMatchObject({ reward: 700 });
  });
});

describe("the super admin's bounds", () => {
  const BOUNDS = {
    feeMayChange: true,
    feeLeast: "1",
    feeMost: "3",
    rewardMayChange: false,
    rewardLeast: "0",
    rewardMost: "100",
    launchMayChange: true,
    launchLatest: inDays(30),
  };

  test("owners set terms only within the bounds, which are checked again at the confirmation", async () => {
    const { company, one, two } = await twoOwners();
    const platform = await harness.superAdmin();
    await resultCode(one.prices.setTerms({ platformChargePercent: "9" }));
    await platform.companies.setBounds({ id: company.id, ...BOUNDS });
    const [change] = await two.changes.list();
    expect(await resultCode(two.changes.confirm({ id: change?.id ?? "" }))).toBe(
      "CHANGE_OVERTAKEN",
    );
    expect(await termsOf(company)).toMatchObject({ fee: 250 });
    const refused = (input: Parameters<typeof one.prices.setTerms>[0]) =>
      resultCode(one.prices.setTerms(input));
    expect(await refused({ platformChargePercent: "3.01" })).toBe("FEE_OUT_OF_BOUNDS");
    expect(await refused({ platformChargePercent: "0.5" })).toBe("FEE_OUT_OF_BOUNDS");
    expect(await refused({ referralRewardPercent: "6" })).toBe("REWARD_CLOSED");
    expect(await refused({ launchAt: inDays(31) })).toBe("LAUNCH_TOO_LATE");
    expect(await refused({ platformChargePercent: "3" })).toBe("NEEDS_SECOND_ADMIN");
    expect((await one.companies.settings()).bounds).toMatchObject({
      fee: { least: 100, most: 300 },
      reward: null,
    });
  });

  test("only a super admin sets the bounds, and they are not reversed", async () => {
    const { company, one } = await twoOwners();
    const set = { id: company.id, ...BOUNDS };
    expect(await resultCode(one.companies.setBounds(set))).toBe("WRONG_ROLE");
    const member = await company.as(await company.member());
    expect(await resultCode(member.companies.setBounds(set))).toBe("WRONG_ROLE");
    const platform = await harness.superAdmin();
    expect(await resultCode(platform.companies.setBounds({ ...set, feeLeast: "4" }))).toBe(
      "BOUNDS_REVERSED",
    );
    expect(await resultCode(platform.companies.setBounds({ ...set, feeMost: "101" }))).toBe(
      "FEE_PERCENT_INVALID",
    );
  });

  test("a super admin's own change of fee and reward applies at once, over what owners set", async () => {
    const { company, one, two } = await twoOwners();
    await resultCode(one.prices.setTerms({ platformChargePercent: "4" }));
    await two.changes.confirm({ id: (await two.changes.list())[0]?.id ?? "" });
    const platform = await harness.superAdmin();
    const { records } = await platform.companies.list({ limit: 100 });
    const listed = records.find(({ id }) => id === company.id);
    expect(listed).toMatchObject({ feeBps: 400 });
    const { companyName, email, mobile, tokenSymbol, totalSupply } = listed!;
    await platform.companies.update({
      id: company.id,
      companyName,
      email,
      mobile,
      tokenSymbol,
      totalSupply,
      platformChargePercent: "1",
    });
    expect(await termsOf(company)).toMatchObject({ fee: 100, reward: 500 });
  });
});
