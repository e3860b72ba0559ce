import { beforeEach, expect, test } from "vitest";
import { saveIdentity, storedIdentity, storeSent } from "@server/testing/identity-fixtures";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { sendForm } from "@server/testing/page-actions";
import { action } from "./route";
import { duringTests } from "@server/testing/during-tests";

const identity = {
  asks: "ALWAYS",
  abovePaise: null,
  evidence: ["SELFIE"],
  renewMonths: 0,
  mostUnverified: null,
  mostVerified: null,
} as const;

const harness = duringTests(memberHarness);
let companyId: string;
let admin: UserRow;
let member: UserRow;
let document: string;
beforeEach(async () => {
  companyId = await harness.company({ settings: { identity } });
  admin = await harness.person(companyId, "ADMIN");
  member = await harness.person(companyId, "USER", { isApproved: false });
  document = await storeSent(harness.database.db, { companyId, memberId: member.id }, "SELFIE");
  const sent = { state: "SENT", sentCount: 2, sentAt: new Date() } as const;
  await saveIdentity(harness.database.db, companyId, member.id, sent);
});

const send = (body: Readonly<Record<string, string>>, who = admin) =>
  sendForm(action, {
    as: ({ canUndo = false }) => harness.as(who, { canUndo }),
    path: "/admin/identity",
    body: { id: member.id, version: "2", ...body },
  });
const stored = async () => ({
  ...(await storedIdentity(harness.database.db, { companyId, memberId: member.id })),
  person: await harness.row(member),
});

test("a form accepts the case and leads to the next; its undo leads back", async () => {
  const then = crypto.randomUUID();
  const next = await send({ intent: "accept", decision: "ACCEPT", then });
  expect(next.to).toBe(`/admin/identity?member=${then}&undo=1`);
  const { of, person } = await stored();
  expect([of?.state, person.isApproved]).toEqual(["VERIFIED", true]);
  const decidedAt = of?.decidedAt?.toISOString() ?? "";
  expect(await send({ intent: "undo", decidedAt })).toMatchObject({
    to: `/admin/identity?member=${member.id}`,
    toast: expect.stringContaining("it waits again") as string,
  });
  expect((await stored()).of?.state).toBe("SENT");
});

test("a PAN of two accounts is accepted with the tick that confirms it, and refused without", async () => {
  const { db } = harness.database;
  const other = await harness.person(companyId, "USER");
  for (const { id } of [member, other]) await saveIdentity(db, companyId, id, { panHash: "one" });
  const before = await stored();
  const accept = { intent: "accept", decision: "ACCEPT" };
  expect(await send(accept)).toEqual({ code: "IDENTITY_SHARED" });
  expect(await stored()).toEqual(before);
  await send({ ...accept, confirmsShared: "on" });
  expect((await stored()).of?.state).toBe("VERIFIED");
});

test("the form of a document's reason names it in the list of the contract", async () => {
  const again = { "documents[0].id": document, "documents[0].reason": "Too dark" };
  expect((await send({ intent: "ask", decision: "ASK", ...again })).to).toBe(
    "/admin/identity?undo=1",
  );
  const { of, documents } = await stored();
  expect(of?.state).toBe("ASKED");
  expect(documents).toMatchObject([{ state: "REFUSED", reason: "Too dark" }]);
});

const REFUSED: [string, Record<string, string>, string][] = [
  [
    "asking again without a reason",
    { decision: "ASK", "documents[0].reason": "" },
    "INVALID_INPUT",
  ],
  ["asking again for nothing", { decision: "ASK" }, "REASON_REQUIRED"],
  ["a refusal without a reason", { decision: "REFUSE", reason: "" }, "REASON_REQUIRED"],
  ["a decision that is none", { decision: "KEEP" }, "INVALID_INPUT"],
  ["an earlier version", { decision: "ACCEPT", version: "1" }, "IDENTITY_SENT_AGAIN"],
  ["nobody's case", { decision: "ACCEPT", id: crypto.randomUUID() }, "MEMBER_NOT_FOUND"],
];

test.each(REFUSED)("%s is refused, and changes nothing", async (_name, body, code) => {
  const before = await stored();
  expect(await send(body)).toEqual({ code });
  expect(await stored()).toEqual(before);
});

test("a viewer, another company's admin and a late undo change nothing", async () => {
  const viewer = await harness.person(companyId, "ADMIN", { adminRole: "VIEWER" });
  const elsewhere = await harness.person(await harness.company(), "ADMIN");
  const before = await stored();
  const accept = { intent: "accept", decision: "ACCEPT" };
  expect(await send(accept, viewer)).toEqual({ code: "ADMIN_ROLE_TOO_LOW" });
  expect(await send(accept, elsewhere)).toEqual({ code: "MEMBER_NOT_FOUND" });
  const decidedAt = new Date().toISOString();
  const undo = { intent: "undo", decidedAt };
  expect(await send(undo)).toMatchObject({ to: "/admin/identity" });
  expect(await send({ ...undo, decidedAt: "yesterday" })).toMatchObject({ to: "/admin/identity" });
  expect(await stored()).toEqual(before);
  // A case that another admin has decided meanwhile stays decided, and the form says so.
  await send({ decision: "REFUSE", reason: "Another person's" });
  const decided = await stored();
  expect(await send(accept, await harness.person(companyId, "ADMIN"))).toEqual({
    code: "IDENTITY_ALREADY_DECIDED",
  });
  expect(await stored()).toEqual(decided);
});
