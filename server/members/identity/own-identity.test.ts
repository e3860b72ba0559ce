import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { IdentityRules } from "@db/vocabulary";
import { companies, identityDocuments } from "@db/schema";
import {
  findIdentity,
  listIdentityDocuments,
  saveIdentity,
} from "@server/members/queries/identity";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { hugePng, pdf } from "@server/testing/sample-files";
import { panHash } from "./details";
import { duringTests } from "@server/testing/during-tests";

const RULES: IdentityRules = {
  asks: "ALWAYS",
  abovePaise: null,
  evidence: ["PAN", "SECOND", "SELFIE", "ADDRESS"],
  renewMonths: 12,
  mostUnverified: null,
  mostVerified: null,
};
const PAN = "ABCPE1234F";

const harness = duringTests(memberHarness);
let companyId: string;
let picture: Buffer;
beforeAll(async () => {
  companyId = await harness.company({ settings: { identity: RULES } });
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
});
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

const member = () => harness.person(companyId, "USER", { isApproved: false });
const file = (bytes: Uint8Array, fileName = "card.jpg") => ({
  fileName,
  bytes: new Uint8Array(bytes),
});
const stored = (person: UserRow) =>
  listIdentityDocuments(harness.database.db, companyId, person.id);

/** Answers each question of the company, without sending. */
async function answered(person: UserRow, pan = PAN) {
  const { identity } = await harness.as(person);
  await identity.save({ typedName: person.name, pan: ` ${pan.toLowerCase()} ` });
  await identity.save({ secondKind: "PASSPORT", secondNumber: "z 123 4567" });
  await identity.save({ address: "12 Lake Road\nPune 411001" });
  for (const [kind, side] of [
    ["PAN", "FRONT"],
    ["PASSPORT", "FRONT"],
    ["PASSPORT", "BACK"],
    ["SELFIE", "FRONT"],
  ] as const) {
    await identity.addDocument({ kind, side, file: file(picture) });
  }
  return identity;
}
const send = { isTrue: true };

describe("a member's identity", () => {
  test("a member answers each question once, sends, and waits", async () => {
    const person = await member();
    const identity = await answered(person);
    const before = await identity.mine();
    expect(before).toMatchObject({
      standing: "TO_SEND",
      mayChange: true,
      typed: { pan: "XXXXXX234F", secondKind: "PASSPORT", address: "12 Lake Road\nPune 411001" },
    });
    expect(before.steps.map(({ step, isDone }) => [step, isDone])).toEqual([
      ["pan", true],
      ["pan-picture", true],
      ["second", true],
      ["second-front", true],
      ["second-back", true],
      ["selfie", true],
      ["address", true],
    ]);
    expect(await resultCode(identity.send({ isTrue: false }))).toBe("IDENTITY_NOT_CONFIRMED");
    expect(await resultCode(identity.send({ ...send, purchase: "1e5" }))).toBe("FIELD_INVALID");
    const sent = await identity.send({ ...send, place: "18.52, 73.85", purchase: "60000" });
    expect(sent).toMatchObject({ purchase: "60000" });
    expect(sent).toMatchObject({ standing: "SENT", mayChange: false });
    expect(await identity.send(send)).toEqual(sent);
    expect(await findIdentity(harness.database.db, companyId, person.id)).toMatchObject({
      state: "SENT",
      sentCount: 1,
      sentIp: "203.0.113.7",
      panHash: panHash(harness.deps.secrets, companyId, PAN),
    });
    expect(await resultCode(identity.save({ pan: PAN }))).toBe("IDENTITY_BEING_CHECKED");
    const again = identity.addDocument({ kind: "PAN", side: "FRONT", file: file(picture) });
    expect(await resultCode(again)).toBe("IDENTITY_BEING_CHECKED");
    expect((await stored(person)).map(({ state }) => state)).toEqual(Array(4).fill("SENT"));
    expect((await harness.audited(person.id)).map(({ action }) => action)).toEqual([
      "identity.sent",
    ]);
  });

  test("what is missing is not sent, and a picture replaces the one before", async () => {
    const person = await member();
    const { identity } = await harness.as(person);
    expect(await resultCode(identity.send(send))).toBe("IDENTITY_INCOMPLETE");
    const back = { kind: "PASSPORT", side: "BACK", file: file(picture) } as const;
    expect(await resultCode(identity.addDocument(back))).toBe("IDENTITY_NOT_ASKED");
    await identity.addDocument({ kind: "PAN", side: "FRONT", file: file(picture) });
    const [first] = await stored(person);
    await identity.addDocument({ kind: "PAN", side: "FRONT", file: file(picture) });
    const [only, ...others] = await stored(person);
    expect(others).toEqual([]);
    expect(only?.id).not.toBe(first?.id);
    expect(await harness.deps.storage.get(first?.storageKey ?? "")).toBeNull();
  });

  test("a company that asks nothing takes nothing", async () => {
    const elsewhere = await harness.company();
    const person = await harness.person(elsewhere, "USER");
    const { identity } = await harness.as(person);
    expect((await identity.mine()).standing).toBe("NOT_ASKED");
    expect(await resultCode(identity.save({ pan: PAN }))).toBe("IDENTITY_NOT_ASKED");
    expect(await findIdentity(harness.database.db, elsewhere, person.id)).toBeUndefined();
  });

  test("a PAN that is verified under another account is refused, and few can be tried", async () => {
    const [owner, other] = [await member(), await member()];
    const pan = "XYZPQ9876K";
    await saveIdentity(harness.database.db, companyId, owner.id, {
      panHash: panHash(harness.deps.secrets, companyId, pan),
      verifiedAt: new Date(),
    });
    const { identity } = await harness.as(other);
    expect(await resultCode(identity.save({ pan }))).toBe("IDENTITY_PAN_TAKEN");
    expect(await findIdentity(harness.database.db, companyId, other.id)).toBeUndefined();
    for (let tried = 1; tried < 5; tried += 1) await resultCode(identity.save({ pan }));
    expect(await resultCode(identity.save({ pan }))).toBe("THROTTLED");
    expect(await resultCode(identity.save({ pan: "ABCCE1234F" }))).toBe("IDENTITY_PAN_INVALID");
  });

  test(
    "a renewal begins a month before the end, asks for new pictures and keeps the PAN",
    { tags: ["full"] },
    async () => {
      const person = await member();
      const identity = await answered(person);
      await identity.send(send);
      const { db } = harness.database;
      const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000);
      const verifiedAt = days(0);
      const decided = { state: "VERIFIED", verifiedAt, verifiedUntil: days(60) } as const;
      await saveIdentity(db, companyId, person.id, decided);
      await db
        .update(identityDocuments)
        .set({ state: "ACCEPTED", decidedAt: verifiedAt })
        .where(eq(identityDocuments.memberId, person.id));
      expect(await identity.mine()).toMatchObject({ standing: "VERIFIED", mayChange: false });
      expect(await resultCode(identity.save({ address: "1 New Road, Delhi" }))).toBe(
        "IDENTITY_VERIFIED",
      );
      await saveIdentity(db, companyId, person.id, { verifiedUntil: days(20) });
      await identity.save({ pan: "XYZPQ1111K" });
      const renewed = await identity.mine();
      expect(renewed).toMatchObject({ standing: "VERIFIED", mayChange: true });
      expect(renewed.typed).toMatchObject({ pan: "XXXXXX234F", isPanFixed: true });
      expect(renewed.steps.filter(({ isDone }) => !isDone).map(({ step }) => step)).toEqual([
        "pan-picture",
        "second-front",
        "second-back",
        "selfie",
      ]);
    },
  );
});

describe("a member's documents", () => {
  test("a document is stored encrypted, and names nobody", async () => {
    const person = await member();
    const { identity } = await harness.as(person);
    const added = await identity.addDocument({ kind: "PAN", side: "FRONT", file: file(picture) });
    const opened = await identity.ownDocument(added);
    const shown = await sharp(opened.bytes).metadata();
    expect([shown.format, shown.width, shown.height]).toEqual(["webp", 40, 30]);
    const [row] = await stored(person);
    const kept = await harness.deps.storage.get(row?.storageKey ?? "");
    expect(row?.storageKey).toBe(`${companyId}/identity/${added.id}`);
    expect(kept?.includes("WEBP")).toBe(false);
    // A file that was changed, or put in another's place, does not open.
    kept?.writeUInt8((kept.at(-1) ?? 0) ^ 1, kept.length - 1);
    await harness.deps.storage.put(row?.storageKey ?? "", kept ?? Buffer.alloc(0));
    await expect(identity.ownDocument(added)).rejects.toThrow();
  });

  test("a document opens for its member, and once sent for cashiers and owners, who are named", async () => {
    const person = await member();
    const identity = await answered(person, "KLMPN5555A");
    const [document] = await stored(person);
    const id = document?.id ?? "";
    const owner = await harness.as(await harness.person(companyId, "ADMIN"));
    expect(await resultCode(owner.identity.openDocument({ id }))).toBe("MEDIA_NOT_FOUND");
    await identity.send(send);
    const admin = async (adminRole: "CASHIER" | "VIEWER") =>
      harness.as(await harness.person(companyId, "ADMIN", { adminRole }));
    const neighbour = await harness.as(await member());
    const elsewhere = await harness.company({ settings: { identity: RULES } });
    const stranger = await harness.as(await harness.person(elsewhere, "USER"));
    const foreign = await harness.as(await harness.person(elsewhere, "ADMIN"));
    const root = await harness.asSuperAdmin();
    const nobody = await harness.caller({ at: companyId });
    const before = (await harness.audited(person.id)).length;
    const viewer = await admin("VIEWER");
    const calls: (() => Promise<unknown>)[] = [
      () => neighbour.identity.ownDocument({ id }),
      () => stranger.identity.ownDocument({ id }),
      () => foreign.identity.openDocument({ id }),
      () => viewer.identity.openDocument({ id }),
      () => root.identity.openDocument({ id }),
      () => root.identity.ownDocument({ id }),
      () => nobody.identity.openDocument({ id }),
      () => neighbour.identity.openDocument({ id }),
      () => owner.media.open({ id }),
    ];
    const codes = [];
    for (const call of calls) codes.push(await resultCode(call()));
    expect(codes).toEqual([
      "MEDIA_NOT_FOUND",
      "MEDIA_NOT_FOUND",
      "MEDIA_NOT_FOUND",
      "ADMIN_ROLE_TOO_LOW",
      "WRONG_ROLE",
      "WRONG_ROLE",
      "NOT_SIGNED_IN",
      "WRONG_ROLE",
      "MEDIA_NOT_FOUND",
    ]);
    expect(await harness.audited(person.id)).toHaveLength(before);
    await (await admin("CASHIER")).identity.openDocument({ id });
    await owner.identity.openDocument({ id });
    const entries = (await harness.audited(person.id)).slice(before);
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        action: "identity.document-opened",
        after: { document: "PAN" },
      });
    }
  });

  test("a bomb, a form, a script, a Word file and a HEIC are refused, and nothing is kept", async () => {
    const person = await member();
    const { identity } = await harness.as(person);
    const tried = async (bytes: Uint8Array, name?: string) =>
      resultCode(identity.addDocument({ kind: "PAN", side: "FRONT", file: file(bytes, name) }));
    const heic = Buffer.concat([
      Buffer.from("0000001866747970686569630000000068656963", "hex"),
      Buffer.alloc(64),
    ]);
    expect(await tried(hugePng(20_000, 20_000))).toBe("IMAGE_TOO_LARGE");
    expect(await tried(heic, "photo.heic")).toBe("FILE_HEIC");
    expect(await tried(Buffer.from("<svg onload='x()'/>"))).toBe("FILE_TYPE_UNSUPPORTED");
    // It has fields and no page that can be drawn.
    expect(await tried(pdf("/AcroForm << /Fields [] >>"))).toBe("FILE_UNREADABLE");
    expect(await stored(person)).toEqual([]);
  });

  test("while the company asks nothing any more, what was sent stays, and opens", async () => {
    const elsewhere = await harness.company({ settings: { identity: RULES } });
    const person = await harness.person(elsewhere, "USER");
    const caller = await harness.as(person);
    const added = await caller.identity.addDocument({
      kind: "SELFIE",
      side: "FRONT",
      file: file(picture),
    });
    await harness.database.db
      .update(companies)
      .set({ settings: {} })
      .where(eq(companies.id, elsewhere));
    const later = await harness.as(person);
    expect((await later.identity.ownDocument(added)).contentType).toBe("image/webp");
  });
});
