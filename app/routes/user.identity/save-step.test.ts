import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { panHash, saveIdentity, storedIdentity } from "@server/testing/identity-fixtures";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { pageContext, sendForm } from "@server/testing/page-actions";
import { action as upload } from "../user.identity.documents/route";
import { action } from "./route";
import { duringTests } from "@server/testing/during-tests";

const identity = {
  asks: "ALWAYS",
  abovePaise: null,
  evidence: ["PAN", "ADDRESS"],
  renewMonths: 0,
  mostUnverified: null,
  mostVerified: null,
} as const;
const TAKEN = "XYZPQ9876K";

const harness = duringTests(memberHarness);
let companyId: string;
let member: UserRow;
let picture: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  companyId = await harness.company({ settings: { identity } });
  const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } });
  picture = new Uint8Array(await drawn.jpeg().toBuffer());
  await saveIdentity(harness.database.db, companyId, (await harness.person(companyId, "USER")).id, {
    panHash: panHash(harness.deps.secrets, companyId, TAKEN),
    verifiedAt: new Date(),
  });
});
beforeEach(async () => {
  member = await harness.person(companyId, "USER", { isApproved: false });
});

const as = () => harness.as(member);
const answer = (step: string, body: Record<string, string> | FormData) =>
  sendForm(action, { as, path: `/user/identity?step=${step}&buy=600`, body });
const withFile = (bytes: Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.set("documentId", new File([bytes], "card.jpg"));
  return form;
};
const stored = () => storedIdentity(harness.database.db, { companyId, memberId: member.id });

test("a form without scripts answers each question, and leads to the next, with the purchase", async () => {
  const pan = { typedName: "Asha Rao", pan: "abcpe1234f" };
  expect((await answer("pan", pan)).to).toBe("/user/identity?step=pan-picture&buy=600");
  const next = await answer("pan-picture", withFile(picture));
  expect(next.to).toBe("/user/identity?step=address&buy=600");
  const address = { address: "12 Lake Road, Pune 411001" };
  expect((await answer("address", address)).to).toBe("/user/identity?step=send&buy=600");
  expect(await answer("send", {})).toEqual({ code: "INVALID_INPUT" });
  expect((await stored()).of?.state).toBe("DRAFT");
  expect((await answer("send", { isTrue: "on" })).to).toBe("/user/identity?buy=600");
  const { of } = await stored();
  expect(of).toMatchObject({ state: "SENT", sentCount: 1 });
  // Evidence that is being checked does not change, however late a form comes.
  expect(await answer("address", { address: "99 Other Road, Pune" })).toEqual({
    code: "IDENTITY_BEING_CHECKED",
  });
  expect(await answer("pan-picture", withFile(picture))).toEqual({
    code: "IDENTITY_BEING_CHECKED",
  });
  expect((await answer("send", { isTrue: "on" })).to).toBe("/user/identity?buy=600");
  expect((await stored()).of).toEqual(of);
});

test.each<[string, string, Record<string, string> | FormData, string]>([
  ["a company's PAN", "pan", { typedName: "Asha Rao", pan: "ABCCE1234F" }, "INVALID_INPUT"],
  ["another account's PAN", "pan", { typedName: "Asha Rao", pan: TAKEN }, "IDENTITY_PAN_TAKEN"],
  ["no picture", "pan-picture", {}, "FILE_REQUIRED"],
  [
    "a script",
    "pan-picture",
    withFile(new TextEncoder().encode("<svg/>")),
    "FILE_TYPE_UNSUPPORTED",
  ],
  ["a document that is not asked", "second-front", {}, "IDENTITY_KIND_REQUIRED"],
  ["a short address", "address", { address: "Pune" }, "INVALID_INPUT"],
  ["nothing to send", "send", { isTrue: "on" }, "IDENTITY_INCOMPLETE"],
])("%s is refused beside the question, and changes nothing", async (_name, step, body, code) => {
  expect(await answer(step, body)).toEqual({ code });
  expect(await stored()).toEqual({ of: undefined, documents: [] });
});

test("an address of no step is not found", async () => {
  expect(await answer("other", {})).toEqual({ code: "NOT_FOUND" });
  expect(await stored()).toEqual({ of: undefined, documents: [] });
});

test("a chosen picture is kept at once, and a refused one says why", async () => {
  const path = "/user/identity/documents?kind=PAN&side=FRONT";
  const send = async (to: string, body: FormData) => {
    const request = new Request(`http://house.example${to}`, { method: "POST", body });
    const response = await upload({ request, context: pageContext(as), params: {} });
    return [response.status, (await response.json()) as unknown] as const;
  };
  expect((await send(path, withFile(new TextEncoder().encode("text"))))[0]).toBe(415);
  expect((await send(path, new FormData()))[0]).toBe(400);
  expect((await send("/user/identity/documents?kind=CAT", withFile(picture)))[0]).toBe(400);
  expect((await stored()).documents).toEqual([]);
  const [status, body] = await send(path, withFile(picture));
  const [kept] = (await stored()).documents;
  expect([status, body]).toEqual([200, { id: kept?.id }]);
});
