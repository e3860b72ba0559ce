import { beforeAll, expect, test } from "vitest";
import { type CompanyFixture, orderHarness } from "@server/testing/order-harness";
import { resultCode } from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
beforeAll(async () => {
  company = await harness.company();
});

const RULES = { asks: "ALWAYS", asksPanCard: true, renewMonths: 12, reasons: "Too dark" } as const;

test("an owner says what members are asked to show; the activity says what changed", async () => {
  const api = await company.as(company.admin);
  expect((await api.companies.settings()).identity).toMatchObject({ asks: "NOTHING" });
  await api.companies.setIdentity(RULES);
  await api.companies.setIdentity(RULES);
  expect((await api.companies.settings()).identity).toEqual({
    asks: "ALWAYS",
    abovePaise: null,
    evidence: ["PAN"],
    renewMonths: 12,
    mostUnverified: null,
    mostVerified: null,
    reasons: ["Too dark"],
  });
  const { records } = await api.activity.list({ action: "company.settings-changed" });
  expect(records.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
    ["identityAsks", "asksPanCard", "renewMonths", "identityReasons"],
  ]);
});

test("rules that do not fit together are refused", async () => {
  const { companies } = await company.as(company.admin);
  const set = (more: object) => resultCode(companies.setIdentity({ ...RULES, ...more }));
  const before = (await companies.settings()).identity;
  expect(await set({ asks: "ABOVE" })).toBe("IDENTITY_SUM_REQUIRED");
  expect(await set({ asksPanCard: false })).toBe("IDENTITY_EVIDENCE_REQUIRED");
  expect(await set({ mostVerified: "100" })).toBe("IDENTITY_RULES_INVALID");
  expect(await set({ mostVerified: "100", mostUnverified: "101" })).toBe("IDENTITY_RULES_INVALID");
  expect(await set({ renewMonths: "121" })).toBe("IDENTITY_RENEW_INVALID");
  expect(await set({ reasons: "x".repeat(201) })).toBe("REJECT_REASONS_INVALID");
  expect((await companies.settings()).identity).toEqual(before);
});
