import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "@server/http/router";
import { dateInIndia, financialYearOf } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  orderHarness,
  type Person,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let other: CompanyFixture;
let api: Caller;
let referrer: Person;
let quiet: Person;
const year = financialYearOf(dateInIndia(new Date()));

/** Approves a purchase of the member; returns its id. */
async function bought(member: Person): Promise<string> {
  const { transaction } = await submittedPayment(company, member);
  await api.orders.approve({ orderId: transaction.id });
  return transaction.id;
}

beforeAll(async () => {
  company = await harness.company();
  other = await harness.company();
  api = await company.as(company.admin);
  referrer = await company.member({ name: "Referrer Rao" });
  quiet = await company.member({ name: "Quiet Qureshi" });
  const buyers = [
    await company.member({ name: "Buyer Bose", referrerId: referrer.id }),
    await company.member({ name: "Buyer Das", referrerId: referrer.id }),
  ];
  await company.member({ name: "Idle Iyer", referrerId: quiet.id });
  for (const buyer of buyers) await bought(buyer);
  const reversed = await bought(buyers[0]!);
  await api.orders.reverse({ orderId: reversed, reason: "A mistake" });
  await bought(await company.member({ name: "Uninvited Uma" }));
});

/** Sums of the ledger and of the orders, by other statements than those under test. */
async function sums() {
  const { rows } = await harness.database.db.execute<Record<string, string>>(sql`
    SELECT (SELECT sum(rewards) FROM holdings WHERE company_id = ${company.id}) AS rewards,
           sum(quantity) AS bought, sum(total_paise) AS paise
      FROM orders WHERE company_id = ${company.id} AND status = 'APPROVED' AND referrer_id IS NOT NULL`);
  const [row] = rows;
  return {
    rewards: Number(row?.["rewards"]),
    bought: Number(row?.["bought"]),
    paise: Number(row?.["paise"]),
  };
}
const total = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);

describe("the referral programme of a company", () => {
  test("the history adds up to the ledger's rewards and to the approved purchases of invited members", async () => {
    const wanted = await sums();
    expect(wanted.rewards).toBeGreaterThan(0);
    for (const period of ["days", "weeks", "months"] as const) {
      const { starts, rewarded, bought: tokens, paise } = await api.programme.history({ period });
      expect(total(rewarded)).toBe(wanted.rewards);
      expect(total(tokens)).toBe(wanted.bought);
      expect(total(paise)).toBe(wanted.paise);
      // Everything happened today.
      expect(rewarded.at(-1)).toBe(wanted.rewards);
      expect(starts).toHaveLength(rewarded.length);
    }
  });

  test("the referrers stand by what their members bought, with the sums of ledger and orders", async () => {
    const wanted = await sums();
    const { records, total: found, lastPage } = await api.programme.referrers({});
    expect({ found, lastPage }).toEqual({ found: 2, lastPage: 1 });
    expect(records).toMatchObject([
      { id: referrer.id, invited: 2, buyers: 2, bought: wanted.bought, paidPaise: wanted.paise },
      { id: quiet.id, invited: 1, buyers: 0, bought: 0, paidPaise: 0, rewards: 0 },
    ]);
    expect(records[0]?.rewards).toBe(wanted.rewards);
    const byName = await api.programme.referrers({ sort: "name", isDescending: false });
    expect(byName.records.map(({ name }) => name)).toEqual(["Quiet Qureshi", "Referrer Rao"]);
    const one = await api.programme.referrers({ search: "rao" });
    expect(one.records.map(({ id }) => id)).toEqual([referrer.id]);
  });

  test("a statement lists a year's rewards and reversals with their value at the order's price", async () => {
    const wanted = await sums();
    const statement = await api.programme.statement({ memberId: referrer.id, year });
    expect(statement).toMatchObject({
      year,
      member: { name: "Referrer Rao", memberId: referrer.referralCode },
      tokens: wanted.rewards,
      // The price is 10 rupees.
      valuePaise: wanted.rewards * 1000,
    });
    const day = dateInIndia(new Date());
    expect(statement.lines).toMatchObject([
      { day, isTakenBack: false, count: 3 },
      { day, isTakenBack: true, count: 1 },
    ]);
    expect(await (await company.as(referrer)).programme.ownStatement({ year })).toEqual(statement);
    const before = await api.programme.statement({ memberId: referrer.id, year: year - 1 });
    expect(before).toMatchObject({ lines: [], tokens: 0, valuePaise: 0 });
  });

  test("an admin's statement of a member is recorded, and needs a recent proof", async () => {
    await api.programme.statement({ memberId: quiet.id, year });
    const { records } = await api.activity.list({ action: "export", limit: 100 });
    expect(records[0]).toMatchObject({ action: "export.statement" });
    const stale = { ...company.admin, actor: { ...company.admin.actor, isSteppedUp: false } };
    const late = await company.as(stale);
    expect(await resultCode(late.programme.statement({ memberId: quiet.id, year }))).toBe(
      "STEP_UP_REQUIRED",
    );
  });

  test("another company's admin, a member and a viewer get no figures and no statement of others", async () => {
    const theirs = await other.as(other.admin);
    expect(await theirs.programme.referrers({})).toMatchObject({ records: [], total: 0 });
    expect(total((await theirs.programme.history({ period: "days" })).rewarded)).toBe(0);
    expect(await resultCode(theirs.programme.statement({ memberId: referrer.id, year }))).toBe(
      "MEMBER_NOT_FOUND",
    );
    const member = await company.as(referrer);
    expect(await resultCode(member.programme.referrers({}))).toBe("WRONG_ROLE");
    expect(await resultCode(member.programme.statement({ memberId: quiet.id, year }))).toBe(
      "WRONG_ROLE",
    );
    const viewer = await company.as(await company.member({ role: "ADMIN", adminRole: "VIEWER" }));
    expect(await resultCode(viewer.programme.referrers({}))).toBe("ok");
    expect(await resultCode(viewer.programme.statement({ memberId: quiet.id, year }))).toBe(
      "ADMIN_ROLE_TOO_LOW",
    );
  });
});

describe("the export of rewards", () => {
  test("the export has the rows of the list with the same filters, and is recorded", async () => {
    const rows = await api.orders.rewards.list({ limit: 100 });
    const whole = await api.exports.rewards({});
    expect(whole.records.map(({ id: _id, ...row }) => row)).toEqual(rows.records);
    const given = await api.exports.rewards({ state: "ALLOCATED", search: "rao" });
    expect(given.records.map(({ state }) => state)).toEqual(["ALLOCATED", "ALLOCATED"]);
    expect((await api.exports.rewards({ search: "nobody" })).records).toEqual([]);
    const { records } = await api.activity.list({ action: "export", limit: 1 });
    expect(records[0]).toMatchObject({ action: "export.rewards" });
  });

  test("a viewer, a member and another company's admin get no rewards of the company", async () => {
    const viewer = await company.as(await company.member({ role: "ADMIN", adminRole: "VIEWER" }));
    expect(await resultCode(viewer.exports.rewards({}))).toBe("ADMIN_ROLE_TOO_LOW");
    expect(await resultCode(viewer.orders.rewards.list({}))).toBe("ok");
    const member = await company.as(referrer);
    expect(await resultCode(member.exports.rewards({}))).toBe("WRONG_ROLE");
    const theirs = await other.as(other.admin);
    expect((await theirs.exports.rewards({})).records).toEqual([]);
  });
});
