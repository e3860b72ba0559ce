import { beforeEach, expect, test } from "vitest";
import { findIdentity, saveIdentity } from "@server/members/queries/identity";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { mailEnds } from "./mail-ends";
import { duringTests } from "@server/testing/during-tests";

const DAY_MS = 24 * 3_600_000;
const identity = {
  asks: "ALWAYS",
  abovePaise: null,
  evidence: ["PAN"],
  renewMonths: 12,
  mostUnverified: null,
  mostVerified: null,
} as const;

const harness = duringTests(memberHarness);
let companyId: string;
let member: UserRow;
let until: Date;
beforeEach(async () => {
  companyId = await harness.company({ settings: { identity } });
  member = await harness.person(companyId, "USER");
  until = new Date(Date.now() + 100 * DAY_MS);
  await save({ state: "VERIFIED", verifiedAt: new Date(), verifiedUntil: until });
});

const save = (change: Parameters<typeof saveIdentity>[3]) =>
  saveIdentity(harness.database.db, companyId, member.id, change);
const at = (days: number, db = harness.database.db) =>
  mailEnds(db, harness.deps, new Date(until.getTime() - days * DAY_MS));

test("a member is told 30 and 7 days before the verification ends, once each, and anew after a renewal", async () => {
  for (const [days, sent] of [
    [31, 0],
    [30, 1],
    [29, 0],
    [7, 1],
    [1, 0],
    [-1, 0],
  ] as const) {
    expect([days, await at(days)]).toEqual([days, sent]);
  }
  expect(await harness.sentTo(member.email, "identityEnds")).toHaveLength(2);
  until = new Date(until.getTime() + 365 * DAY_MS);
  await save({ verifiedUntil: until });
  expect([await at(20), await at(6)]).toEqual([1, 1]);
});

test("a server that was away tells once, and two processes at once tell once", async () => {
  const other = harness.elsewhere().database.db;
  const sent = await Promise.all([at(5), at(5, other), at(5)]);
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect((await findIdentity(harness.database.db, companyId, member.id))?.endToldAt).not.toBeNull();
});

test("nobody is told whose evidence is checked, whose account ended, or whom nothing is asked", async () => {
  await save({ state: "SENT", sentCount: 1, sentAt: new Date() });
  expect(await at(5)).toBe(0);
  await save({ state: "VERIFIED", endedAt: new Date() });
  expect(await at(5)).toBe(0);
  await save({ endedAt: null });
  await harness.database
    .sql`UPDATE companies SET settings = jsonb_set(settings, '{identity,asks}', '"NOTHING"') WHERE id = ${companyId}`;
  expect(await at(5)).toBe(0);
});
