import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MEMBER_COLUMNS } from "@db/member-columns";
import { users } from "@db/schema";
import type { Caller } from "@server/http/router";
import { type MemberHarness, memberHarness } from "@server/testing/member-harness";

const MARK = "zqmark";
const KYC = "ZQKYC12345678";

let harness: MemberHarness;
let companyId: string;
let admin: Caller;
beforeAll(async () => {
  harness = await memberHarness();
  companyId = await harness.company();
  admin = await harness.as(await harness.person(companyId, "ADMIN"));
});
afterAll(() => harness.close());

/** A member with personal data in every column that may hold it. */
async function marked() {
  const person = await harness.person(companyId, "USER");
  await harness.database.db
    .update(users)
    .set({
      name: `${MARK} name`,
      dateOfBirth: "1990-01-02",
      pincode: "400001",
      gender: "other",
      kycEncrypted: harness.deps.secrets.encrypt("kyc", KYC),
      walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      emailVerifiedAt: new Date(),
      mobileVerifiedAt: new Date(),
      mailsNotices: true,
      mailsEachOrder: true,
    })
    .where(eq(users.id, person.id));
  return harness.row(person);
}

test("deletion erases every column listed as personal", async () => {
  const person = await marked();
  await admin.members.remove({ id: person.id });
  const row = await harness.row(person);
  for (const [name, { erased }] of Object.entries(MEMBER_COLUMNS)) {
    if (!erased) continue;
    expect(Reflect.get(row, name), name).toEqual(erased(person.id));
    expect(Reflect.get(row, name), name).not.toEqual(Reflect.get(person, name) ?? "nothing");
  }
});

test("a masked column is never shown in full, and a hidden one never at all", async () => {
  const person = await marked();
  const member = await harness.as(person);
  const shown = JSON.stringify([
    await member.members.profile(),
    await admin.members.find({ id: person.id }),
    await admin.members.list({}),
    await admin.exports.members({}),
  ]);
  expect(shown).toContain(MARK);
  expect(shown).not.toContain(KYC);
  for (const [name, { shown: how }] of Object.entries(MEMBER_COLUMNS)) {
    const stored: unknown = Reflect.get(person, name);
    if (how !== "plain" && typeof stored === "string") expect(shown, name).not.toContain(stored);
  }
});

test("the company's export has exactly the columns listed for it", async () => {
  await marked();
  const { records } = await admin.exports.members({});
  const columns = Object.entries(MEMBER_COLUMNS).flatMap(([name, { isExported }]) =>
    isExported ? [name] : [],
  );
  expect(Object.keys(records[0] ?? {}).sort()).toEqual([...columns, "id"].sort());
});
