import { beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { newId } from "@db/ids";
import { auditEntries, identityDocuments } from "@db/schema";
import { panHash, sealDetails } from "@server/members/identity/details";
import { sealFile } from "@server/members/identity/seal-file";
import { listIdentityDocuments, saveIdentity } from "@server/members/queries/identity";
import {
  type CompanyFixture,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;

beforeAll(async () => {
  company = await harness.company();
});

const PICTURE = new Uint8Array([255, 216, 1, 2, 3]);
const REASON = "Income Tax Office, letter 12 of 2026";

/** Stores a case that was sent, with a picture of the PAN and one that was not sent. */
async function evidenceOf({ id: memberId }: Person): Promise<void> {
  const { deps, database } = harness;
  await saveIdentity(database.db, company.id, memberId, {
    state: "SENT",
    sentCount: 1,
    sentAt: new Date(),
    sentIp: "203.0.113.7",
    typedName: "Rahul Sharma",
    panHash: panHash(deps.secrets, company.id, "ABCPE1234F"),
    detailsEncrypted: sealDetails(deps.secrets, {
      pan: "ABCPE1234F",
      secondNumber: null,
      address: "12 Lake Road, Pune",
      place: null,
    }),
  });
  for (const state of ["SENT", "DRAFT"] as const) {
    const id = newId();
    const storageKey = `${company.id}/identity/${id}`;
    const { file, keyEncrypted } = sealFile(deps.secrets, id, PICTURE);
    await deps.storage.put(storageKey, file);
    await database.db.insert(identityDocuments).values({
      companyId: company.id,
      id,
      memberId,
      kind: state === "SENT" ? "PAN" : "SELFIE",
      side: "FRONT",
      state,
      storageKey,
      keyEncrypted,
      contentType: "image/jpeg",
      sizeBytes: PICTURE.length,
      sha256: "0".repeat(64),
    });
  }
}

test("a second owner confirms the file, and each reading is in the activity", async () => {
  const [first, second] = [await company.anotherAdmin(), await company.anotherAdmin()];
  const [one, two] = [await company.as(first, { key: newId() }), await company.as(second)];
  const member = await company.member();
  const asked = { memberId: member.id, reason: REASON };
  expect(await resultCode(one.identityFile.request(asked))).toBe("IDENTITY_NOTHING_SENT");
  await evidenceOf(member);
  const documents = await listIdentityDocuments(harness.database.db, company.id, member.id);
  const again = documents.flatMap((one) =>
    one.state === "SENT" ? [{ id: one.id, reason: "Too dark" }] : [],
  );
  await one.identity.decide({ id: member.id, decision: "ASK", documents: again });

  expect(await resultCode(one.identityFile.request(asked))).toBe("NEEDS_SECOND_ADMIN");
  const mailed = (await harness.messages("changeWaiting")).map(({ userId }) => userId);
  expect(mailed).toEqual(expect.arrayContaining([first.id, second.id]));
  const [waiting] = (await one.identityFile.ofMember({ memberId: member.id })).files;
  expect(waiting).toMatchObject({ isReady: false, reason: REASON });
  const id = waiting?.id ?? "";
  expect(await resultCode(one.identityFile.read({ id }))).toBe("IDENTITY_FILE_NOT_READY");
  expect(await resultCode(one.changes.confirm({ id }))).toBe("OWN_CHANGE");
  await two.changes.confirm({ id });

  const { person, documents: filed, decisions, reason } = await one.identityFile.read({ id });
  expect(reason).toBe(REASON);
  expect(person).toMatchObject({ pan: "ABCPE1234F", typedName: "Rahul Sharma", state: "ASKED" });
  expect(filed.map(({ kind, bytes }) => [kind, bytes])).toEqual([["PAN", PICTURE]]);
  expect(decisions).toMatchObject([{ action: "identity.decided ASK", reason: "Too dark" }]);
  const audit = await harness.database.db
    .select({ action: auditEntries.action, after: auditEntries.after })
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, member.id));
  expect(audit.at(-1)).toEqual({
    action: "identity.file-read",
    after: { reason: REASON, pictures: 1 },
  });
});

test("nobody but an owner of the company asks for the file or reads it", async () => {
  const member = await company.member();
  await evidenceOf(member);
  const [first, second] = [await company.anotherAdmin(), await company.anotherAdmin()];
  const owner = await company.as(first, { key: newId() });
  const asked = { memberId: member.id, reason: REASON };
  await resultCode(owner.identityFile.request(asked));
  const [waiting] = (await owner.identityFile.ofMember({ memberId: member.id })).files;
  const id = waiting?.id ?? "";
  await (await company.as(second)).changes.confirm({ id });

  const cashier = await company.as(await company.member({ role: "ADMIN", adminRole: "CASHIER" }));
  const other = await harness.company();
  const abroad = await other.as(await other.anotherAdmin());
  expect(await resultCode(cashier.identityFile.request(asked))).toBe("ADMIN_ROLE_TOO_LOW");
  expect(await resultCode(cashier.identityFile.read({ id }))).toBe("ADMIN_ROLE_TOO_LOW");
  expect(await resultCode(abroad.identityFile.request(asked))).toBe("MEMBER_NOT_FOUND");
  expect(await resultCode(abroad.identityFile.read({ id }))).toBe("IDENTITY_FILE_NOT_READY");
  const own = await company.as(member);
  expect(await resultCode(own.identityFile.read({ id }))).toBe("WRONG_ROLE");
});

test("an owner finds by a PAN anybody, and by name or Member ID those who have left", async () => {
  const [present, former] = [await company.member(), await company.member()];
  for (const one of [present, former]) await evidenceOf(one);
  const { db } = harness.database;
  await saveIdentity(db, company.id, former.id, { endedAt: new Date(), typedName: "Uma Bose" });
  await saveIdentity(db, company.id, present.id, { typedName: "Uma Das" });
  const owner = (await company.as(await company.anotherAdmin())).identityFile;
  const found = async (search: string, by = owner) =>
    (await by.kept({ search })).map(({ id }) => id);
  expect(await found("uma")).toEqual([former.id]);
  expect(await found(former.referralCode.toLowerCase())).toEqual([former.id]);
  expect(await found(present.referralCode)).toEqual([]);
  expect(await found("%")).toEqual([]);
  const byPan = await found("abcpe 1234f");
  expect(byPan).toEqual(expect.arrayContaining([former.id, present.id]));
  const cashier = await company.as(await company.member({ role: "ADMIN", adminRole: "CASHIER" }));
  expect(await resultCode(cashier.identityFile.kept({ search: "uma" }))).toBe("ADMIN_ROLE_TOO_LOW");
  const other = await harness.company();
  expect(await found("abcpe1234f", (await other.as(other.admin)).identityFile)).toEqual([]);
});
