import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { type DocumentKind, type IdentityRules, KEY_SCOPES } from "@db/vocabulary";
import { companies, identityDocuments, users } from "@db/schema";
import { mayKeyCall } from "@server/access/rules/key-scopes";
import {
  findIdentity,
  listIdentityDocuments,
  saveIdentity,
} from "@server/members/queries/identity";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { storeSent } from "@server/testing/identity-fixtures";
import { createSecrets } from "@server/platform/config/secrets";
import { panHash, sealDetails } from "../details";
import { duringTests } from "@server/testing/during-tests";

const RULES: IdentityRules = {
  asks: "ALWAYS",
  abovePaise: null,
  evidence: ["PAN", "SELFIE"],
  renewMonths: 12,
  mostUnverified: null,
  mostVerified: null,
};

const harness = duringTests(memberHarness);
let companyId: string;
let admin: UserRow;
beforeEach(async () => {
  companyId = await harness.company({ settings: { identity: RULES } });
  admin = await harness.person(companyId, "ADMIN");
});

let next = 1000;
const newPan = () => `ABCPK${(next += 1)}F`;

/** A member who has sent a PAN with its picture, and a picture of themself. */
async function sent({
  pan = newPan(),
  pictures = ["PAN", "SELFIE"],
  ...person
}: { pan?: string; pictures?: DocumentKind[] } & Partial<UserRow> = {}) {
  const { db } = harness.database;
  const member = await harness.person(companyId, "USER", { isApproved: false, ...person });
  for (const kind of pictures) await storeSent(db, { companyId, memberId: member.id }, kind);
  const { secrets } = harness.deps;
  await saveIdentity(db, companyId, member.id, {
    state: "SENT",
    sentCount: 1,
    sentAt: new Date(),
    sentIp: "203.0.113.9",
    typedName: member.name,
    panHash: panHash(secrets, companyId, pan),
    detailsEncrypted: sealDetails(secrets, {
      pan,
    }),
  });
  return member;
}

const desk = async (who: UserRow = admin) => (await harness.as(who)).identity;
const caseOf = async ({ id }: UserRow) => findIdentity(harness.database.db, companyId, id);
const documentsOf = ({ id }: UserRow) => listIdentityDocuments(harness.database.db, companyId, id);
const approvedOf = async (member: UserRow) => (await harness.row(member)).isApproved;

describe("the queue of who members are", () => {
  test("it begins with the one who waits longest, and shows what is typed, proven and shared", async () => {
    const pan = newPan();
    const first = await sent({ pan, mobile: "+919876543210", emailVerifiedAt: new Date() });
    const second = await sent({ pan, mobile: "+919876543210" });
    const { identity, members } = await harness.as(admin);
    expect(await members.find({ id: first.id })).toMatchObject({ hasSentIdentity: true });
    expect(await members.find({ id: admin.id })).toMatchObject({ hasSentIdentity: false });
    const { records, total } = await identity.queue({ page: 1, limit: 10 });
    expect(total).toBe(2);
    expect(records.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await identity.find({ id: first.id })).toMatchObject({
      version: 1,
      state: "SENT",
      missing: [],
      typed: { pan, name: first.name },
      account: { likeness: "SAME", isEmailProven: true, isMobileProven: false, ip: "203.0.113.9" },
      others: [{ id: second.id, shares: ["MOBILE", "PAN"], isVerified: false }],
      payers: [],
    });
  });

  test("a viewer, another company's admin and a member see and decide nothing", async () => {
    const member = await sent();
    const viewer = await harness.person(companyId, "ADMIN", { adminRole: "VIEWER" });
    const elsewhere = await harness.person(await harness.company(), "ADMIN");
    const accept = { id: member.id, decision: "ACCEPT" } as const;
    expect(await resultCode((await desk(viewer)).find({ id: member.id }))).toBe(
      "ADMIN_ROLE_TOO_LOW",
    );
    expect(await resultCode((await desk(viewer)).decide(accept))).toBe("ADMIN_ROLE_TOO_LOW");
    expect(await resultCode((await desk(elsewhere)).find({ id: member.id }))).toBe(
      "MEMBER_NOT_FOUND",
    );
    expect(await resultCode((await desk(elsewhere)).decide(accept))).toBe("MEMBER_NOT_FOUND");
    expect(await resultCode((await desk(member)).decide(accept))).toBe("WRONG_ROLE");
    expect(await caseOf(member)).toMatchObject({ state: "SENT", verifiedAt: null });
    expect(await approvedOf(member)).toBe(false);
  });
});

describe("attacks on evidence", () => {
  test("a PAN is not found in a dump by trying PANs without the key", async () => {
    const pan = newPan();
    const member = await sent({ pan });
    const stored = (await caseOf(member))?.panHash ?? "";
    const typed = [pan, `${companyId} ${pan}`, `${companyId} PAN ${pan}`];
    for (const text of typed) {
      for (const how of ["hex", "base64", "base64url"] as const) {
        expect(stored).not.toContain(createHash("sha256").update(text).digest(how));
      }
    }
    const guessed = createSecrets("another secret, as of somebody who has the dump alone");
    expect(panHash(guessed, companyId, pan)).not.toBe(stored);
    const elsewhere = await harness.company();
    expect(panHash(harness.deps.secrets, elsewhere, pan)).not.toBe(stored);
    // Neither the row nor the log has the number in readable form.
    const [row] = await harness.database.sql`
      SELECT c::text AS row FROM identity_cases c WHERE company_id = ${companyId} AND member_id = ${member.id}`;
    expect(String(row?.["row"])).not.toContain(pan);
    await (await desk()).decide({ id: member.id, decision: "ACCEPT" });
    expect(JSON.stringify(await harness.audited(member.id))).not.toContain(pan);
  });

  test("documents of another member's case are neither asked for again nor accepted with one's own", async () => {
    const [own, other] = [await sent(), await sent()];
    const [foreign] = await documentsOf(other);
    const documents = [{ id: foreign?.id ?? "", reason: "Blurred" }];
    const asked = (await desk()).decide({ id: own.id, decision: "ASK", documents });
    expect(await resultCode(asked)).toBe("REASON_REQUIRED");
    await (await desk()).decide({ id: own.id, decision: "ACCEPT" });
    expect((await documentsOf(other)).map(({ state }) => state)).toEqual(["SENT", "SENT"]);
    expect(await caseOf(other)).toMatchObject({ state: "SENT", verifiedAt: null });
  });

  test("an API key of any scope neither finds nor decides a case, nor opens a document", () => {
    const calls = ["queue", "find", "decide", "undo", "undoable", "openDocument"];
    for (const name of calls) expect(mayKeyCall(KEY_SCOPES, `identity.${name}`), name).toBe(false);
  });
});

describe("a decision about what a member sent", () => {
  test("an acceptance verifies the member for the company's months, and mails them", async () => {
    const member = await sent();
    await (await desk()).decide({ id: member.id, version: 1, decision: "ACCEPT" });
    const of = await caseOf(member);
    expect(of).toMatchObject({ state: "VERIFIED", decidedBy: admin.id });
    const months = (of?.verifiedUntil?.getTime() ?? 0) - (of?.verifiedAt?.getTime() ?? 0);
    expect(Math.round(months / 86_400_000)).toBeGreaterThanOrEqual(365);
    expect((await documentsOf(member)).map(({ state }) => state)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await approvedOf(member)).toBe(true);
    expect(await harness.sentTo(member.email, "memberVerified")).toEqual([{ change: "BUY" }]);
    const again = (await desk()).decide({ id: member.id, decision: "ACCEPT" });
    expect(await resultCode(again)).toBe("IDENTITY_ALREADY_DECIDED");
  });

  test("a document is asked for again with its reason; the others are accepted", async () => {
    const member = await sent();
    const [pan, selfie] = await documentsOf(member);
    if (!pan || !selfie) throw new Error("Two documents were sent.");
    const { decide } = await desk();
    const ask = { id: member.id, decision: "ASK" } as const;
    expect(await resultCode(decide({ ...ask, documents: [{ id: pan.id }] }))).toBe(
      "REASON_REQUIRED",
    );
    await decide({ ...ask, documents: [{ id: pan.id, reason: "Blurred" }, { id: selfie.id }] });
    expect(await caseOf(member)).toMatchObject({ state: "ASKED" });
    expect(await documentsOf(member)).toMatchObject([
      { state: "REFUSED", reason: "Blurred" },
      { state: "ACCEPTED", reason: null },
    ]);
    expect(await approvedOf(member)).toBe(false);
    const reasons = { PAN: "Blurred" };
    expect(await harness.sentTo(member.email, "identityAsked")).toEqual([{ reasons }]);
    const own = await harness.as(member);
    expect(await own.identity.mine()).toMatchObject({ standing: "ASKED", mayChange: true });
    const identity = { state: "ASKED", reason: "Blurred" };
    expect(await own.members.frame()).toMatchObject({ identity });
    // Nothing is asked any more where the company asks nothing.
    await harness.database.db
      .update(companies)
      .set({ settings: {} })
      .where(eq(companies.id, companyId));
    expect(await (await harness.as(member)).members.frame()).toMatchObject({ identity: null });
  });

  test("a refusal needs a reason, which the member reads", async () => {
    const member = await sent();
    const { decide } = await desk();
    const refuse = { id: member.id, decision: "REFUSE" } as const;
    expect(await resultCode(decide(refuse))).toBe("REASON_REQUIRED");
    await decide({ ...refuse, reason: "Another person's papers" });
    expect(await caseOf(member)).toMatchObject({ state: "REFUSED", verifiedAt: null });
    expect(await harness.sentTo(member.email, "identityRefused")).toHaveLength(1);
    const mine = await (await harness.as(member)).identity.mine();
    expect(mine).toMatchObject({ standing: "REFUSED", reason: "Another person's papers" });
  });

  test("the purchase from which a member came is kept until they are verified, and mailed", async () => {
    const member = await sent();
    const { secrets } = harness.deps;
    const pan = newPan();
    await saveIdentity(harness.database.db, companyId, member.id, {
      detailsEncrypted: sealDetails(secrets, {
        pan,
        purchase: "60000",
      }),
    });
    const { identity } = await harness.as(member);
    expect(await identity.mine()).toMatchObject({ standing: "SENT", purchase: "60000" });
    await (await desk()).decide({ id: member.id, decision: "ACCEPT" });
    expect(await identity.mine()).toMatchObject({ standing: "VERIFIED", purchase: null });
    expect(await harness.sentTo(member.email, "memberVerified")).toEqual([
      { change: "BUY", purchase: "60000" },
    ]);
  });

  test("what was sent again since it was shown is not decided", async () => {
    const member = await sent();
    await saveIdentity(harness.database.db, companyId, member.id, { sentCount: 2 });
    const decided = (await desk()).decide({ id: member.id, version: 1, decision: "ACCEPT" });
    expect(await resultCode(decided)).toBe("IDENTITY_SENT_AGAIN");
    expect(await approvedOf(member)).toBe(false);
  });

  test("a PAN is verified under one account, also of two decisions at once", async () => {
    const pan = newPan();
    const members = [await sent({ pan }), await sent({ pan })];
    const { decide } = await desk();
    const outcomes = await Promise.all(
      members.map(({ id }) => resultCode(decide({ id, decision: "ACCEPT", confirmsShared: true }))),
    );
    expect(outcomes.toSorted()).toEqual(["IDENTITY_PAN_TAKEN", "ok"]);
    const approved = await Promise.all(members.map(approvedOf));
    expect(approved.filter(Boolean)).toHaveLength(1);
  });

  test("evidence that the company asks for and was not sent is no verification, by no way", async () => {
    const member = await sent({ pictures: ["PAN"] });
    const none = await harness.person(companyId, "USER", { isApproved: false });
    const api = await harness.as(admin);
    expect(await resultCode(api.identity.decide({ id: member.id, decision: "ACCEPT" }))).toBe(
      "IDENTITY_EVIDENCE_MISSING",
    );
    for (const { id } of [member, none]) {
      expect(await resultCode(api.members.approve({ id }))).toBe("IDENTITY_EVIDENCE_MISSING");
    }
    const many = [member, none].map(({ id }) => ({ id, identity: "x" }));
    expect(await api.members.approveMany({ members: many })).toMatchObject({ approved: 0 });
    expect(await approvedOf(member)).toBe(false);
    expect(await approvedOf(none)).toBe(false);
  });

  test("the documented approval accepts what was sent; a company that asks nothing approves as before", async () => {
    const member = await sent();
    const api = await harness.as(admin);
    expect(await api.members.approve({ id: member.id })).toMatchObject({ isApproved: true });
    expect(await caseOf(member)).toMatchObject({ state: "VERIFIED" });
    const other = await harness.company();
    const none = await harness.person(other, "USER", { isApproved: false });
    const elsewhere = await harness.as(await harness.person(other, "ADMIN"));
    expect(await elsewhere.members.approve({ id: none.id })).toMatchObject({ isApproved: true });
  });
});

describe("what is shared with another account, or sent twice", () => {
  test("is accepted only by an admin who confirms it, by no other way", async () => {
    const pan = newPan();
    const [member] = [await sent({ pan }), await sent({ pan })];
    const api = await harness.as(admin);
    expect(await api.identity.find({ id: member.id })).toMatchObject({ mustConfirm: true });
    const accept = { id: member.id, decision: "ACCEPT" } as const;
    expect(await resultCode(api.identity.decide(accept))).toBe("IDENTITY_SHARED");
    expect(await resultCode(api.identity.decide({ ...accept, confirmsShared: false }))).toBe(
      "IDENTITY_SHARED",
    );
    expect(await resultCode(api.members.approve({ id: member.id }))).toBe("IDENTITY_SHARED");
    expect(await approvedOf(member)).toBe(false);
    await api.identity.decide({ ...accept, confirmsShared: true });
    expect(await approvedOf(member)).toBe(true);
    const audited = JSON.stringify(await harness.audited(member.id));
    expect(audited).toContain("confirmsShared");
  });

  test("one picture as two documents is confirmed; a mobile of a family is not", async () => {
    const [mobile, sha256] = ["+919876543210", "one picture"];
    const twice = await sent({ mobile });
    const family = await sent({ mobile });
    const { db } = harness.database;
    const ofTwice = eq(identityDocuments.memberId, twice.id);
    await db.update(identityDocuments).set({ sha256 }).where(ofTwice);
    const { find, decide } = await desk();
    expect(await find({ id: twice.id })).toMatchObject({
      mustConfirm: true,
      documents: [{ isTwice: true }, { isTwice: true }],
    });
    const accept = decide({ id: twice.id, decision: "ACCEPT" });
    expect(await resultCode(accept)).toBe("IDENTITY_SHARED");
    expect(await find({ id: family.id })).toMatchObject({
      mustConfirm: false,
      others: [{ shares: ["MOBILE"] }],
    });
    await decide({ id: family.id, decision: "ACCEPT" });
  });
});

test("a picture that answers a refused one comes first, and the refused one last", async () => {
  const member = await sent();
  const [pan] = await documentsOf(member);
  const { decide, find } = await desk();
  const documents = [{ id: pan?.id ?? "", reason: "Blurred" }];
  await decide({ id: member.id, decision: "ASK", documents });
  const { db } = harness.database;
  await storeSent(db, { companyId, memberId: member.id }, "PAN");
  await saveIdentity(db, companyId, member.id, { state: "SENT", sentCount: 2 });
  expect((await find({ id: member.id })).documents).toMatchObject([
    { kind: "PAN", state: "SENT", answers: "Blurred", isReplaced: false },
    { kind: "SELFIE", state: "ACCEPTED", answers: null, isReplaced: false },
    { kind: "PAN", state: "REFUSED", isReplaced: true },
  ]);
});

describe("an undo within ten seconds", () => {
  test.each(["ACCEPT", "ASK", "REFUSE"] as const)(
    "a decision %s of a page is undone before the member is told",
    async (decision) => {
      const member = await sent();
      const documents = (await documentsOf(member)).map(({ id }) => ({ id, reason: "Blurred" }));
      const page = (await harness.as(admin, { canUndo: true })).identity;
      const input = { id: member.id, decision, reason: "Another person", documents };
      const { decidedAt } = await page.decide(input);
      expect(await page.undoable()).toMatchObject({ id: member.id, decision, decidedAt });
      const other = await harness.person(companyId, "ADMIN");
      expect(await resultCode((await desk(other)).undo({ id: member.id, decidedAt }))).toBe(
        "UNDO_OTHERS",
      );
      await page.undo({ id: member.id, decidedAt });
      expect(await caseOf(member)).toMatchObject({
        state: "SENT",
        verifiedAt: null,
        decidedAt: null,
        reason: null,
      });
      expect((await documentsOf(member)).map(({ state }) => state)).toEqual(["SENT", "SENT"]);
      expect(await harness.row(member)).toMatchObject({
        isApproved: false,
        verificationRefusedAt: null,
      });
      for (const mail of ["memberVerified", "identityAsked", "identityRefused"] as const) {
        expect(await harness.sentTo(member.email, mail)).toEqual([]);
      }
      expect(await page.undoable()).toBeNull();
      expect(await resultCode(page.undo({ id: member.id, decidedAt }))).toBe("IDENTITY_NOT_FOUND");
    },
  );

  test("a renewal's undo leaves the verification before it", async () => {
    const member = await sent();
    const before = new Date("2026-01-02T03:04:05.678Z");
    const verified = { verifiedAt: before, verifiedUntil: new Date("2027-01-02T03:04:05.678Z") };
    const { db } = harness.database;
    await saveIdentity(db, companyId, member.id, verified);
    await db.update(users).set({ isApproved: true }).where(eq(users.id, member.id));
    const page = (await harness.as(admin, { canUndo: true })).identity;
    const { decidedAt } = await page.decide({ id: member.id, decision: "ACCEPT" });
    await page.undo({ id: member.id, decidedAt });
    expect(await caseOf(member)).toMatchObject({ state: "SENT", ...verified });
    expect(await approvedOf(member)).toBe(true);
  });

  test("a decision that is no page's, and one after its time, cannot be undone", async () => {
    const member = await sent();
    const plain = await desk();
    const { decidedAt, undo } = await plain.decide({ id: member.id, decision: "ACCEPT" });
    expect(undo).toBe(false);
    expect(await resultCode(plain.undo({ id: member.id, decidedAt }))).toBe("UNDO_TOO_LATE");
    expect(await caseOf(member)).toMatchObject({ state: "VERIFIED" });
  });
});

test("a company's switch to evidence is read at each decision", async () => {
  const member = await harness.person(companyId, "USER", { isApproved: false });
  const { db } = harness.database;
  await db.update(companies).set({ settings: {} }).where(eq(companies.id, companyId));
  const api = await harness.as(admin);
  expect(await api.members.approve({ id: member.id })).toMatchObject({ isApproved: true });
  expect(
    await db.select().from(identityDocuments).where(eq(identityDocuments.memberId, member.id)),
  ).toEqual([]);
});
