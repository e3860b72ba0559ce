import { beforeEach, expect, test } from "vitest";
import { hosts, referralClicks } from "@db/schema";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let adminApi: Awaited<ReturnType<CompanyFixture["as"]>>;

beforeEach(async () => {
  company = await harness.company();
  adminApi = await company.as(company.admin);
});

/** A pending order of so many tokens at ₹10 each. Returns its id. */
async function paid(buyer: Person, tokens: number, at = company): Promise<string> {
  const api = await at.as(buyer, { transport: "rest" });
  const { id } = await api.orders.submit({ paymentMethod: "MANUAL", amount: String(tokens * 10) });
  return id;
}
const summaryOf = async (person: Person, at = company) => (await at.as(person)).referrals.summary();

test("a member without referrals has a code and zeros", { tags: ["full"] }, async () => {
  const member = await company.member();
  expect(await summaryOf(member)).toEqual({
    code: member.referralCode,
    origin: "http://localhost:3000",
    rewardBps: 500,
    holdDays: 0,
    campaign: null,
    invited: 0,
    verified: 0,
    buying: 0,
    rewardEarned: 0,
    rewardWaiting: 0,
    sharedName: null,
  });
});

test(
  "the referral link points to the host that the member uses, else to the company's first",
  { tags: ["full"] },
  async () => {
    const other = await harness.company();
    const [first, second, foreign] = ["first", "second", "foreign"].map(
      (it) => `${it}.${company.id}.example`,
    );
    const values = [
      { host: first!, companyId: company.id, createdAt: new Date(2020, 0, 1) },
      { host: second!, companyId: company.id, createdAt: new Date(2020, 0, 2) },
      { host: foreign!, companyId: other.id },
    ];
    await harness.database.db.insert(hosts).values(values);
    for (const [host, shown] of [
      [null, first],
      [second, second],
      [foreign, first],
      ["taken-away.example", first],
    ])
      expect((await summaryOf(await company.member({ host }))).origin).toBe(`http://${shown}:3000`);
  },
);

test(
  "the summary counts members, verified members and buyers; a reward is pending, then earned, then taken back",
  { tags: ["full"] },
  async () => {
    const referrer = await company.member();
    const buyer = await company.member({ referrerId: referrer.id });
    await company.member({ referrerId: referrer.id, isApproved: false });
    await company.member({ referrerId: referrer.id, deletedAt: new Date() });
    await company.member();
    const orderId = await paid(buyer, 100);
    const counts = { invited: 2, verified: 1, buying: 0 };
    expect(await summaryOf(referrer)).toMatchObject({
      ...counts,
      rewardEarned: 0,
      rewardWaiting: 5,
    });
    await adminApi.orders.approve({ orderId });
    // A second purchase does not count its buyer again; an open order holds no pending reward.
    await adminApi.orders.approve({ orderId: await paid(buyer, 40) });
    await (await company.as(buyer)).orders.create({ amount: "1000" });
    // The referrer's own purchases earn no reward.
    await adminApi.orders.approve({ orderId: await paid(referrer, 60) });
    expect(await summaryOf(referrer)).toMatchObject({
      ...counts,
      buying: 1,
      rewardEarned: 7,
      rewardWaiting: 0,
    });
    await adminApi.orders.reverse({ orderId, reason: "Charged back" });
    expect(await summaryOf(referrer)).toMatchObject({ buying: 1, rewardEarned: 2 });
    expect(await summaryOf(buyer)).toMatchObject({ invited: 0, rewardEarned: 0 });
  },
);

test(
  "the summary of referrals contains no personal data and nothing of another company",
  { tags: ["full"] },
  async () => {
    const referrer = await company.member();
    const buyer = await company.member({ referrerId: referrer.id });
    await adminApi.orders.approve({ orderId: await paid(buyer, 100) });
    const told = JSON.stringify(await summaryOf(referrer));
    expect(told).not.toContain(buyer.id);
    expect(told).not.toContain(buyer.referralCode);
    const other = await harness.company();
    expect(await summaryOf(await other.member(), other)).toMatchObject({
      invited: 0,
      rewardEarned: 0,
    });
    expect(await resultCode(adminApi.referrals.summary())).toBe("WRONG_ROLE");
    expect(await resultCode((await company.as(null)).referrals.summary())).toBe("NOT_SIGNED_IN");
  },
);

test(
  "a member sees how far each link led, and those invited by name only where they agreed",
  { tags: ["full"] },
  async () => {
    const referrer = await company.member();
    const { db } = harness.database;
    const day = "2026-11-01";
    const clicked = { companyId: company.id, memberId: referrer.id, day };
    await db.insert(referralClicks).values([
      { ...clicked, tag: "", clicks: 7 },
      { ...clicked, tag: "flyer", clicks: 3 },
      { ...clicked, tag: "flyer", clicks: 2, day: "2026-11-02" },
    ]);
    const asha = { name: "Asha Devi Rao", showsName: true, referralTag: "flyer" };
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const buyer = await company.member({ ...asha, referrerId: referrer.id, createdAt: ago(2) });
    const waiting = await company.member({ referrerId: referrer.id, createdAt: ago(1) });
    await company.member({ referrerId: referrer.id, isApproved: false, referralTag: "poster" });
    await company.member({ referrerId: referrer.id, deletedAt: new Date() });
    const orderId = await paid(buyer, 100);
    await adminApi.orders.approve({ orderId });
    await paid(waiting, 40);
    const { referrals } = await company.as(referrer);
    const none = { clicks: 0, joined: 0, verified: 0, bought: 0, rewarded: 0 };
    const flyer = { tag: "flyer", clicks: 5, joined: 1, verified: 1, bought: 1, rewarded: 1 };
    const untagged = { ...none, tag: "", clicks: 7, joined: 1, verified: 1 };
    expect(await referrals.links()).toEqual([
      untagged,
      flyer,
      { ...none, tag: "poster", joined: 1 },
    ]);
    const shown = async () =>
      (await referrals.invited({ page: 1, limit: 10 })).records.map(
        ({ joinedAt: _at, ...record }) => record,
      );
    // A payment that waits, and a reversed one, are not told of anybody.
    const last = { number: 1, name: "Asha R.", state: "BOUGHT" };
    expect(await shown()).toEqual([
      { number: 3, name: null, state: "JOINED" },
      { number: 2, name: null, state: "VERIFIED" },
      last,
    ]);
    await adminApi.orders.reverse({ orderId, reason: "Charged back" });
    expect((await shown()).at(-1)).toEqual({ ...last, state: "VERIFIED" });
    const second = await referrals.invited({ page: 2, limit: 2 });
    expect([second.records.length, second.lastPage]).toEqual([1, 2]);
    // Nobody sees another member's links.
    const { referrals: others } = await company.as(waiting);
    expect([await others.links(), (await others.invited({})).records]).toEqual([[], []]);
  },
);
