import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "@server/http/router";
import { type MemberHarness, memberHarness, type UserRow } from "@server/testing/member-harness";

let harness: MemberHarness;
let owner: UserRow;
let viewer: UserRow;
let support: string;
let api: Caller;
beforeAll(async () => {
  harness = await memberHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  const companyId = await harness.company();
  owner = await harness.person(companyId, "ADMIN", { name: "Asha Rao" });
  viewer = await harness.person(companyId, "ADMIN", { adminRole: "VIEWER" });
  support = `support.${companyId}@house.example`;
  api = await harness.as(owner);
  await api.companies.updateSettings({ supportEmail: support });
});

const told = (address: string) => harness.sentTo(address, "retentionShortened");

test("a setting that deletes data earlier is mailed to all admins and to the company's contacts", async () => {
  await api.companies.updateSettings({ proofYears: "8", messageDays: "180" });
  const params = {
    ...{ by: "Asha Rao", proofYears: "8", proofYearsBefore: "" },
    ...{ messageDays: "", messageDaysBefore: "180" },
  };
  const { companyEmail } = await api.companies.settings();
  for (const address of [owner.email, viewer.email, support, companyEmail]) {
    expect(await told(address)).toEqual([params]);
  }
});

test("the mail about settings says what became shorter; longer times and the same ones are not mailed", async () => {
  await api.companies.updateSettings({ proofYears: "30", messageDays: "365" });
  expect(await told(support)).toHaveLength(1);
  await api.companies.updateSettings({ messageDays: "366", digestHour: "7" });
  await api.companies.updateSettings({ proofYears: "" });
  await api.companies.updateSettings({ asksMoneyConfirmation: false, smsCountries: "AE" });
  expect(await told(support)).toHaveLength(1);
  await api.companies.updateSettings({ messageDays: "30", proofYears: "1" });
  const [last] = await told(support);
  expect(last).toMatchObject({
    ...{ proofYears: "1", proofYearsBefore: "", messageDays: "30", messageDaysBefore: "366" },
  });
});
