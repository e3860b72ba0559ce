import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import type { Caller } from "@server/http/router";
import { identityMark } from "@server/members/profile/end-verification";
import { memberHarness, PASSWORD, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let adminApi: Caller;
let member: UserRow;
let shown: { id: string; identity: string };

const REASON = "The photo does not match.";
const HOUR_MS = 3_600_000;
const waiting = (change: Partial<UserRow> = {}) =>
  harness.person(companyId, "USER", { isApproved: false, ...change });
const shownOf = (row: UserRow) => ({ id: row.id, identity: identityMark(row) });

beforeEach(async () => {
  companyId = await harness.company();
  member = await waiting();
  adminApi = await harness.as(await harness.person(companyId, "ADMIN"));
  shown = shownOf(member);
});

describe("a refusal of verification", () => {
  test(
    "a refused member reads the reason in the profile, the notices and a mail, and the activity keeps none of it",
    { tags: ["full"] },
    async () => {
      expect(await adminApi.members.refuse({ ...shown, reason: REASON })).toMatchObject({
        isApproved: false,
      });
      const theirs = await harness.as(member);
      expect(await theirs.members.profile()).toMatchObject({ verificationRefusal: REASON });
      expect(await theirs.notices.mine()).toMatchObject([{ kind: "REFUSED", reason: REASON }]);
      expect(await adminApi.members.find({ id: member.id })).toMatchObject({
        isRefused: true,
        verificationRefusal: REASON,
      });
      const audited = await harness.audited(member.id);
      expect(audited.map(({ action }) => action)).toEqual(["member.refused"]);
      expect(JSON.stringify(audited)).not.toContain(REASON);
      const { data } = await adminApi.members.messages({ id: member.id }).then((list) => ({
        data: list.records,
      }));
      expect(data.map(({ template }) => template)).toEqual(["memberRefused"]);
      expect(await resultCode(adminApi.members.refuse({ ...shown, reason: REASON }))).toBe(
        "MEMBER_ALREADY_REFUSED",
      );
    },
  );

  test(
    "a refused member does not count as waiting until they ask again, which repeated changes nothing",
    { tags: ["full"] },
    async () => {
      await adminApi.members.refuse({ ...shown, reason: REASON });
      const theirs = await harness.as(member);
      expect(await adminApi.members.counts()).toMatchObject({ verificationPending: 0 });
      expect((await adminApi.members.sorted({ isRefused: false })).total).toBe(0);
      expect((await adminApi.members.sorted({ isRefused: true })).data).toMatchObject([
        { id: member.id, isRefused: true, waitsSince: null },
      ]);
      await theirs.members.askVerification();
      await theirs.members.askVerification();
      expect(await adminApi.members.counts()).toMatchObject({ verificationPending: 1 });
      const [listed] = (await adminApi.members.sorted({ isRefused: false })).data;
      expect(Date.parse(listed?.waitsSince ?? "")).toBeGreaterThan(member.createdAt.getTime());
      expect(await theirs.members.profile()).toMatchObject({ verificationRefusal: null });
      expect(await theirs.notices.mine()).toEqual([]);
      expect((await harness.audited(member.id)).map(({ action }) => action).sort()).toEqual([
        "member.refused",
        "member.verification-asked",
      ]);
    },
  );

  test(
    "a refused member who corrects their details waits again, and one who is approved after all is verified",
    { tags: ["full"] },
    async () => {
      await adminApi.members.refuse({ ...shown, reason: REASON });
      const theirs = await harness.as(member);
      await theirs.members.updateProfile({ currentPassword: PASSWORD, mobile: "+919876500099" });
      expect((await harness.row(member)).verificationRefusal).toBe(REASON);
      await theirs.members.updateProfile({ currentPassword: PASSWORD, name: "Right Name" });
      expect(await harness.row(member)).toMatchObject({
        verificationRefusedAt: null,
        verificationRefusal: null,
        isApproved: false,
      });
      const other = await waiting();
      await adminApi.members.refuse({ ...shownOf(other), reason: REASON });
      await adminApi.members.approve({ id: other.id });
      expect(await harness.row(other)).toMatchObject({
        verificationRefusedAt: null,
        verificationRefusal: null,
        isApproved: true,
      });
    },
  );

  test("a refusal needs a reason of at most 500 characters, and the details that the page showed", async () => {
    const refused = (input: { reason: string; identity?: string }) =>
      resultCode(adminApi.members.refuse({ ...shown, ...input }));
    expect(await refused({ reason: " " })).toBe("REASON_REQUIRED");
    expect(await refused({ reason: "x".repeat(10_000) })).toBe("REASON_TOO_LONG");
    expect(await refused({ reason: REASON, identity: "another" })).toBe("MEMBER_CHANGED");
    await adminApi.members.approve({ id: member.id });
    expect(await refused({ reason: REASON })).toBe("MEMBER_ALREADY_APPROVED");
  });
});

describe("several members at once", () => {
  test(
    "members are approved together, except those who changed meanwhile or are not the company's",
    { tags: ["full"] },
    async () => {
      const [second, changed] = [await waiting(), await waiting()];
      const stranger = await harness.person(await harness.company(), "USER", { isApproved: false });
      const members = [member, second, changed, stranger].map(shownOf);
      const asked = await adminApi.members.selected({ ids: members.map(({ id }) => id) });
      expect(asked.map(({ id }) => id).sort()).toEqual([member.id, second.id, changed.id].sort());
      expect(asked.find(({ id }) => id === member.id)?.identity).toBe(shown.identity);
      await (
        await harness.as(changed)
      ).members.updateProfile({
        currentPassword: PASSWORD,
        name: "Somebody Else",
      });
      expect(await adminApi.members.approveMany({ members })).toEqual({ approved: 2, left: 2 });
      for (const row of [member, second]) expect((await harness.row(row)).isApproved).toBe(true);
      for (const row of [changed, stranger])
        expect((await harness.row(row)).isApproved).toBe(false);
      expect(await adminApi.members.approveMany({ members: [shown] })).toEqual({
        approved: 0,
        left: 1,
      });
    },
  );

  test("no members, or more than a hundred, are refused", async () => {
    const many = Array.from({ length: 101 }, () => ({ id: newId(), identity: "x" }));
    for (const members of [[], many]) {
      expect(await resultCode(adminApi.members.approveMany({ members }))).toBe("FIELD_INVALID");
    }
    expect(await resultCode(adminApi.members.selected({ ids: many.map(({ id }) => id) }))).toBe(
      "FIELD_INVALID",
    );
  });
});

test(
  "Manage User is sorted by each column, and those who wait longest are first by approval",
  { tags: ["full"] },
  async () => {
    const old = await waiting({ createdAt: new Date(Date.now() - 5 * HOUR_MS), name: "Zoya" });
    const young = await waiting({ createdAt: new Date(Date.now() - HOUR_MS), name: "Asha" });
    const names = async (input: Parameters<Caller["members"]["sorted"]>[0]) =>
      (await adminApi.members.sorted({ role: "USER", ...input })).data.map(({ id }) => id);
    expect(await names({ sort: "approval", isDescending: false, isRefused: false })).toEqual([
      old.id,
      young.id,
      member.id,
    ]);
    expect((await names({ sort: "name", isDescending: false }))[0]).toBe(young.id);
    for (const sort of ["email", "mobile", "referralCode", "date"] as const) {
      expect(await names({ sort })).toHaveLength(3);
    }
    const { data } = await adminApi.members.sorted({ search: "zoya" });
    expect(data).toMatchObject([{ hasBought: false, waitsSince: old.createdAt.toISOString() }]);
  },
);

test("a viewer, a member and another company's admin decide on nobody's verification", async () => {
  const viewer = await harness.as(
    await harness.person(companyId, "ADMIN", { adminRole: "VIEWER" }),
  );
  const stranger = await harness.as(await harness.person(await harness.company(), "ADMIN"));
  const theirs = await harness.as(member);
  for (const [api, refusal] of [
    [viewer, "ADMIN_ROLE_TOO_LOW"],
    [theirs, "WRONG_ROLE"],
    [stranger, "MEMBER_NOT_FOUND"],
  ] as const) {
    expect(await resultCode(api.members.refuse({ ...shown, reason: REASON }))).toBe(refusal);
    if (api === stranger) {
      expect(await api.members.approveMany({ members: [shown] })).toMatchObject({ approved: 0 });
    } else {
      expect(await resultCode(api.members.approveMany({ members: [shown] }))).toBe(refusal);
    }
  }
  expect(await resultCode(adminApi.members.askVerification())).toBe("WRONG_ROLE");
  expect(await harness.row(member)).toEqual(member);
});
