import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { auditEntries, campaigns } from "@db/schema";
import { orderHarness, resultCode } from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function twoOwners() {
  const company = await harness.company();
  const [first, second] = [await company.anotherAdmin(), await company.anotherAdmin()];
  const [one, two] = [await company.as(first), await company.as(second)];
  return {
    company,
    one,
    two,
    confirm: async () => two.changes.confirm({ id: (await two.changes.list())[0]?.id ?? "" }),
    stored: () =>
      harness.database.db.select().from(campaigns).where(eq(campaigns.companyId, company.id)),
  };
}

const DIWALI = { name: "Diwali", referralRewardPercent: "10", bonusPercent: "5" };

describe("a campaign", () => {
  test(
    "a second owner starts it and ends it early, and both are in the activity",
    { tags: ["full"] },
    async () => {
      const { one, confirm, stored } = await twoOwners();
      const asked = {
        ...DIWALI,
        endsAt: inDays(30),
        capTotal: "1,000",
        whoRefers: "VERIFIED" as const,
      };
      expect(await resultCode(one.campaigns.add(asked))).toBe("NEEDS_SECOND_ADMIN");
      expect(await stored()).toEqual([]);
      await confirm();
      const [campaign] = await stored();
      expect(campaign).toMatchObject({
        name: "Diwali",
        rewardBps: 1000,
        bonusBps: 500,
        capTotal: 1000,
        whoRefers: "VERIFIED",
      });
      expect((await one.programme.campaigns({})).records).toMatchObject([
        { state: "RUNNING", name: "Diwali", rewards: 0, bonuses: 0 },
      ]);
      const id = campaign?.id ?? "";
      expect(await resultCode(one.campaigns.end({ id, endsAt: inDays(40) }))).toBe(
        "CAMPAIGN_ENDS_FIRST",
      );
      expect(await resultCode(one.campaigns.end({ id }))).toBe("NEEDS_SECOND_ADMIN");
      await confirm();
      expect((await stored())[0]?.endsAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
      expect((await one.programme.campaigns({})).records).toMatchObject([{ state: "ENDED" }]);
      expect(await resultCode(one.campaigns.end({ id }))).toBe("CAMPAIGN_ENDED");
      const audit = await harness.database.db
        .select({ action: auditEntries.action })
        .from(auditEntries)
        .where(eq(auditEntries.subjectId, id));
      expect(audit.map(({ action }) => action)).toEqual(["campaign.added", "campaign.ended"]);
    },
  );

  test(
    "one that has not started is called off, and its time is free again",
    { tags: ["full"] },
    async () => {
      const { one, confirm, stored } = await twoOwners();
      const next = { ...DIWALI, startsAt: inDays(10), endsAt: inDays(20) };
      await resultCode(one.campaigns.add(next));
      await confirm();
      const [campaign] = await stored();
      expect((await one.programme.campaigns({})).records).toMatchObject([{ state: "COMING" }]);
      expect(await resultCode(one.campaigns.add(next))).toBe("CAMPAIGN_OVERLAPS");
      await resultCode(one.campaigns.end({ id: campaign?.id ?? "" }));
      await confirm();
      expect((await stored())[0]?.endsAt).toEqual(campaign?.startsAt);
      expect(await resultCode(one.campaigns.add(next))).toBe("NEEDS_SECOND_ADMIN");
    },
  );

  test("of two that were asked for the same time, the later confirmation changes nothing", async () => {
    const { one, two, confirm, stored } = await twoOwners();
    const next = { ...DIWALI, startsAt: inDays(1), endsAt: inDays(2) };
    await resultCode(one.campaigns.add(next));
    await resultCode(one.campaigns.add({ ...next, name: "Holi" }));
    await confirm();
    const [waiting] = await two.changes.list();
    expect(await resultCode(two.changes.confirm({ id: waiting?.id ?? "" }))).toBe(
      "CHANGE_OVERTAKEN",
    );
    expect(await stored()).toHaveLength(1);
  });

  test("the database refuses two at a time, whoever writes them", async () => {
    const company = await harness.company();
    const insert = (startsAt: string, endsAt: string) =>
      harness.database.db.insert(campaigns).values({
        companyId: company.id,
        id: newId(),
        name: "X",
        rewardBps: 1,
        whoRefers: "ALL",
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
      });
    await insert(inDays(1), inDays(3));
    await insert(inDays(3), inDays(4));
    await expect(insert(inDays(2), inDays(5))).rejects.toThrow();
  });

  test("wrong terms, and those outside the super admin's bounds, are refused", async () => {
    const { company, one } = await twoOwners();
    const refused = (change: object) =>
      resultCode(one.campaigns.add({ ...DIWALI, endsAt: inDays(3), ...change }));
    expect(await refused({ referralRewardPercent: "101" })).toBe("REWARD_PERCENT_INVALID");
    expect(await refused({ bonusPercent: "101" })).toBe("BONUS_PERCENT_INVALID");
    expect(await refused({ startsAt: inDays(-1) })).toBe("CAMPAIGN_PAST");
    expect(await refused({ endsAt: inDays(-1) })).toBe("CAMPAIGN_ENDS_FIRST");
    expect(await refused({ endsAt: inDays(4000) })).toBe("CAMPAIGN_FAR");
    expect(await refused({ endsAt: "soon" })).toBe("CAMPAIGN_TIME_INVALID");
    expect(await refused({ capTotal: "0" })).toBe("CAMPAIGN_CAP_INVALID");
    expect(await refused({ name: " " })).toBe("NAME_REQUIRED");
    expect(await resultCode(one.campaigns.end({ id: newId() }))).toBe("CAMPAIGN_NOT_FOUND");
    const unended = one.campaigns.setTerms({ name: "Holi", referralRewardPercent: "7" });
    expect(await resultCode(unended)).toBe("CAMPAIGN_TIME_INVALID");
    await company.setCompany({ settings: { bounds: { reward: { least: 0, most: 800 } } } });
    const bounded = await company.as(await company.anotherAdmin());
    expect(await resultCode(bounded.campaigns.add({ ...DIWALI, endsAt: inDays(3) }))).toBe(
      "REWARD_OUT_OF_BOUNDS",
    );
  });

  test("another company's owner and a member cannot end it", async () => {
    const { company, one, confirm, stored } = await twoOwners();
    await resultCode(one.campaigns.add({ ...DIWALI, endsAt: inDays(3) }));
    await confirm();
    const [before] = await stored();
    const stranger = await harness.company();
    const theirs = await stranger.as(await stranger.anotherAdmin());
    expect(await resultCode(theirs.campaigns.end({ id: before?.id ?? "" }))).toBe(
      "CAMPAIGN_NOT_FOUND",
    );
    const member = await company.as(await company.member());
    expect(await resultCode(member.campaigns.end({ id: before?.id ?? "" }))).not.toBe("ok");
    expect(await stored()).toEqual([before]);
  });
});
