import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { users } from "@db/schema";
import type { Caller } from "@server/http/router";
import type { UserRow } from "@server/testing/member-harness";
import {
  type CompanyFixture,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const DAY_MS = 24 * 60 * 60 * 1000;

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let api: Caller;
let wrong: Person;
let right: Person;
let member: Person;

beforeEach(async () => {
  company = await harness.company();
  api = await company.as(company.admin);
  wrong = await company.member();
  right = await company.member();
  member = await company.member({ referrerId: wrong.id });
});

const row = async ({ id }: Pick<Person, "id">) => {
  const [found] = await harness.database.db.select().from(users).where(eq(users.id, id));
  return found!;
};
const correction = (change: { id?: string; referralCode?: string; shown?: string } = {}) => ({
  id: member.id,
  referralCode: right.referralCode,
  shown: wrong.referralCode,
  reason: "Came by another link",
  ...change,
});
const refusedWith = async (call: Promise<unknown>) => {
  const code = await resultCode(call);
  return { code, referrerId: (await row(member)).referrerId };
};

test(
  "an admin corrects a referrer, which is audited with the reason, and everybody concerned is told",
  { tags: ["full"] },
  async () => {
    await harness.database.db
      .update(users)
      .set({ referralTag: "flyer" })
      .where(eq(users.id, member.id));
    await api.members.setReferrer(correction());
    expect(await row(member)).toMatchObject({ referrerId: right.id, referralTag: null });
    const { records } = await api.members.activity({ id: member.id });
    expect(records[0]).toMatchObject({
      action: "member.referrer-changed",
      before: { referralCode: wrong.referralCode },
      after: { referralCode: right.referralCode, reason: "Came by another link" },
    });
    for (const { id } of [member, wrong, right]) {
      const { records: mails } = await api.members.messages({ id });
      expect(mails.map(({ template }) => template)).toEqual(["referrerChanged"]);
    }
    await api.members.setReferrer(correction({ referralCode: "", shown: right.referralCode }));
    expect((await row(member)).referrerId).toBeNull();
  },
);

test(
  "an order that was never paid rewards the right referrer once it is",
  { tags: ["full"] },
  async () => {
    const buyer = await company.as(member);
    const { orderNumber: purchaseId } = await buyer.orders.create({ amount: "1000" });
    expect(await refusedWith(api.members.setReferrer(correction()))).toEqual({
      code: "REFERRER_FINAL",
      referrerId: wrong.id,
    });
    await buyer.orders.cancel({ purchaseId });
    await api.members.setReferrer(correction());
    const late = await company.as(member, { transport: "rest" });
    await late.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "1000" });
    const waiting = async (person: Person) =>
      (await (await company.as(person)).referrals.summary()).rewardWaiting;
    expect([await waiting(wrong), await waiting(right)]).toEqual([0, 5]);
  },
);

test("a referrer is not corrected after seven days", { tags: ["full"] }, async () => {
  const { db } = harness.database;
  for (const [days, code] of [
    [6.9, "ok"],
    [7.1, "REFERRER_FINAL"],
  ] as const) {
    const late = await company.member({ createdAt: new Date(Date.now() - days * DAY_MS) });
    const call = api.members.setReferrer(correction({ id: late.id, shown: "" }));
    expect([days, await resultCode(call)]).toEqual([days, code]);
    const [found] = await db.select().from(users).where(eq(users.id, late.id));
    expect(found?.referrerId).toBe(code === "ok" ? right.id : null);
    const { referrerUntil } = await api.members.find({ id: late.id });
    expect(referrerUntil === null).toBe(code !== "ok");
  }
});

test("a referrer is not corrected once the member bought, also if the payment was rejected", async () => {
  const buyer = await company.as(member, { transport: "rest" });
  const order = await buyer.orders.submit({ paymentMethod: "MANUAL", amount: "1000" });
  const final = { code: "REFERRER_FINAL", referrerId: wrong.id };
  expect(await refusedWith(api.members.setReferrer(correction()))).toEqual(final);
  await api.orders.reject({ orderId: order.id, reason: "No money" });
  expect(await refusedWith(api.members.setReferrer(correction()))).toEqual(final);
});

test("own, unknown, blocked, invited and other companies' codes make no referrer", async () => {
  const blocked = await company.member({ status: "BLOCKED" });
  const invited = await company.member({ referrerId: member.id });
  const foreign = await (await harness.company()).member();
  for (const [referralCode, code] of [
    [member.referralCode, "REFERRER_OWN"],
    [invited.referralCode, "REFERRER_OWN"],
    [wrong.referralCode, "REFERRER_UNCHANGED"],
    [blocked.referralCode, "REFERRAL_CODE_UNKNOWN"],
    [foreign.referralCode, "REFERRAL_CODE_UNKNOWN"],
    [company.admin.referralCode, "REFERRAL_CODE_UNKNOWN"],
    ["NOBODY22", "REFERRAL_CODE_UNKNOWN"],
  ] as const) {
    const refused = await refusedWith(api.members.setReferrer(correction({ referralCode })));
    expect([referralCode, refused]).toEqual([referralCode, { code, referrerId: wrong.id }]);
  }
});

test("another company's admin, a viewer and a member correct nobody's referrer, and nobody does without a reason", async () => {
  const other = await harness.company();
  const viewer = await company.as(await company.member({ role: "ADMIN", adminRole: "VIEWER" }));
  const callers = [
    [await other.as(other.admin), "MEMBER_NOT_FOUND"],
    [viewer, "ADMIN_ROLE_TOO_LOW"],
    [await company.as(right), "WRONG_ROLE"],
    [await company.as(null), "NOT_SIGNED_IN"],
  ] as const;
  for (const [caller, code] of callers) {
    const call = caller.members.setReferrer(correction({ referralCode: "" }));
    expect(await refusedWith(call)).toEqual({ code, referrerId: wrong.id });
  }
  const call = api.members.setReferrer({ ...correction(), reason: " " });
  expect(await refusedWith(call)).toEqual({ code: "REASON_REQUIRED", referrerId: wrong.id });
});

/** Two admins decide on what the same page showed: one of them must hear of the other. */
test("of two corrections at once one is refused, and the referrer is the other's", async () => {
  const third = await company.member();
  const codes = [right.referralCode, third.referralCode];
  const calls = codes.map((referralCode) => api.members.setReferrer(correction({ referralCode })));
  const outcomes = await Promise.all(calls.map((call) => resultCode(call)));
  expect(outcomes.toSorted()).toEqual(["REFERRER_CHANGED", "ok"]);
  const winner = [right, third][outcomes.indexOf("ok")];
  expect((await row(member)).referrerId).toBe(winner?.id);
});

/** Writing without the locked row's comparison lets both through: the later one overwrites unseen. */
test(
  "control: without the lock two corrections at once both succeed",
  { tags: ["full"] },
  async () => {
    const { db } = harness.database;
    const third = await company.member();
    // Both have read what the page showed before either writes.
    const read = await Promise.all([row(member), row(member)]);
    const correct = async (found: UserRow, referrerId: string) => {
      if (found.referrerId !== wrong.id) return "REFERRER_CHANGED";
      await db.update(users).set({ referrerId }).where(eq(users.id, found.id));
      return "ok";
    };
    const outcomes = await Promise.all([correct(read[0], right.id), correct(read[1], third.id)]);
    expect(outcomes).toEqual(["ok", "ok"]);
  },
);

test("two members do not become each other's referrers by two corrections at once", async () => {
  const one = await company.member();
  const two = await company.member();
  const outcomes = await Promise.all(
    [
      [one, two],
      [two, one],
    ].map(([of, by]) =>
      resultCode(
        api.members.setReferrer(
          correction({ id: of!.id, referralCode: by!.referralCode, shown: "" }),
        ),
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(["REFERRER_OWN", "ok"]);
});
