import { describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { auditEntries, companies } from "@db/schema";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);

const AT_LAUNCH = { boughtPercent: "100", earnedPercent: "100" };
const QUARTER = { ...AT_LAUNCH, boughtPercent: "25", boughtMonths: "3", boughtPause: "2" };

const stored = async ({ id }: CompanyFixture) => {
  const [row] = await harness.database.db.select().from(companies).where(eq(companies.id, id));
  return row?.unlockPlans ?? null;
};

/** Creates a company with an approved order of ten tokens, and two owners. */
async function sold() {
  const company = await harness.company();
  const [first, second] = [await company.anotherAdmin(), await company.anotherAdmin()];
  const [one, two] = [await company.as(first), await company.as(second)];
  const sell = async () => {
    const { order } = await submittedPayment(company, await company.member());
    await one.orders.approve({ orderId: order.id });
  };
  return {
    company,
    one,
    two,
    sell,
    confirm: async () => two.changes.confirm({ id: (await two.changes.list())[0]?.id ?? "" }),
  };
}

describe("the plan of when tokens unlock", () => {
  test("it changes at once before the first approved order, and is in the activity", async () => {
    const { company, one } = await sold();
    expect(await stored(company)).toBeNull();
    expect(await one.launch.plan()).toMatchObject({ isFree: true });
    await one.launch.setPlan(QUARTER);
    expect(await stored(company)).toEqual({
      bought: { atLaunchBps: 2500, pauseMonths: 2, months: 3 },
      earned: { atLaunchBps: 10_000, pauseMonths: 0, months: 0 },
    });
    const audit = await harness.database.db
      .select({ action: auditEntries.action, after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, company.id));
    expect(audit.at(-1)).toMatchObject({
      action: "company.settings-changed",
      after: { boughtAtLaunchBps: 2500, boughtMonths: 3 },
    });
  });

  test("after the first approved order a second owner confirms it, and nobody's day gets later", async () => {
    const { company, one, two, sell, confirm } = await sold();
    await one.launch.setPlan(QUARTER);
    await sell();
    const before = await stored(company);
    const fresh = await company.as(company.admin);
    expect(await fresh.launch.plan()).toMatchObject({ isFree: false });
    for (const later of [
      { boughtPercent: "20" },
      { boughtPause: "3" },
      { boughtMonths: "4" },
      { earnedPercent: "0", earnedMonths: "1" },
    ]) {
      expect(await resultCode(one.launch.setPlan({ ...QUARTER, ...later }))).toBe("UNLOCK_LATER");
    }
    expect(await resultCode(one.launch.setPlan(AT_LAUNCH))).toBe("NEEDS_SECOND_ADMIN");
    expect(await stored(company)).toEqual(before);
    expect((await two.changes.list())[0]).toMatchObject({ kind: "UNLOCK_PLAN" });
    await confirm();
    expect((await stored(company))?.bought).toEqual({
      atLaunchBps: 10_000,
      pauseMonths: 0,
      months: 0,
    });
  });

  test("a confirmation changes nothing if the plan is not what it was", async () => {
    const { company, one, two, sell } = await sold();
    await one.launch.setPlan(QUARTER);
    await sell();
    await resultCode(one.launch.setPlan(AT_LAUNCH));
    const other = {
      bought: { atLaunchBps: 5000, pauseMonths: 0, months: 1 },
      earned: { atLaunchBps: 10_000, pauseMonths: 0, months: 0 },
    };
    await company.setCompany({ unlockPlans: other });
    const id = (await two.changes.list())[0]?.id ?? "";
    expect(await resultCode(two.changes.confirm({ id }))).toBe("CHANGE_OVERTAKEN");
    expect(await stored(company)).toEqual(other);
  });

  test("a plan that is no plan, a cashier, a member and a stranger change nothing", async () => {
    const { company, one } = await sold();
    const refused = (change: object) => resultCode(one.launch.setPlan({ ...QUARTER, ...change }));
    expect(await refused({ boughtPercent: "101" })).toBe("UNLOCK_PERCENT_INVALID");
    expect(await refused({ boughtMonths: "0" })).toBe("UNLOCK_MONTHS_MISSING");
    expect(await refused({ boughtMonths: "121" })).toBe("UNLOCK_MONTHS_INVALID");
    expect(await refused({ earnedPause: "-1" })).toBe("UNLOCK_PAUSE_INVALID");
    const member = await company.as(await company.member());
    expect(await resultCode(member.launch.setPlan(QUARTER))).toBe("WRONG_ROLE");
    const stranger = await company.as(null);
    expect(await resultCode(stranger.launch.setPlan(QUARTER))).toBe("NOT_SIGNED_IN");
    expect(await stored(company)).toBeNull();
  });
});
