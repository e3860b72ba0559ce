import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { IdentityRules } from "@db/vocabulary";
import { identityDocuments, orders } from "@db/schema";
import { transact } from "@db/client";
import { lockMember } from "@server/access/queries/members";
import { eraseMember } from "@server/members/administration/erase-member";
import {
  findIdentity,
  listIdentityDocuments,
  saveIdentity,
} from "@server/members/queries/identity";
import { type OrderHarness, orderHarness, type Person } from "@server/testing/order-harness";
import { PASSWORD } from "@server/testing/member-harness";
import { deleteOldIdentity } from "./retention";
import { duringTests } from "@server/testing/during-tests";

const RULES: IdentityRules = {
  asks: "ABOVE",
  abovePaise: 10_000_000_00,
  evidence: ["PAN", "SELFIE"],
  renewMonths: 0,
  mostUnverified: null,
  mostVerified: null,
};

const harness = duringTests(orderHarness);
let company: Awaited<ReturnType<OrderHarness["company"]>>;
let picture: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  company = await harness.company({ settings: { identity: RULES } });
  const drawn = sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } });
  picture = new Uint8Array(await drawn.png().toBuffer());
});

const documentsOf = ({ id }: Person) => listIdentityDocuments(harness.database.db, company.id, id);

/** A member with a picture of each kind. */
async function shown() {
  const person = await company.member();
  const api = await company.as(person);
  await api.identity.save({ typedName: "Asha Rao", pan: "ABCPE1234F" });
  for (const kind of ["PAN", "SELFIE"] as const) {
    await api.identity.addDocument({
      kind,
      side: "FRONT",
      file: { fileName: "a.png", bytes: picture },
    });
  }
  return { person, api };
}
const age = (person: Person, days: number) =>
  harness.database.sql`
    UPDATE identity_documents SET created_at = created_at - make_interval(days => ${days}::int),
           decided_at = decided_at - make_interval(days => ${days}::int)
     WHERE member_id = ${person.id}`;
const due = () => deleteOldIdentity(harness.deps);

test("a refused picture and one that was never sent go after 90 days, an accepted one stays", async () => {
  const { person } = await shown();
  const [pan, selfie] = await documentsOf(person);
  const { db } = harness.database;
  const decide = (id: string | undefined, state: "ACCEPTED" | "REFUSED") =>
    db
      .update(identityDocuments)
      .set({ state, decidedAt: new Date() })
      .where(eq(identityDocuments.id, id ?? ""));
  await decide(pan?.id, "ACCEPTED");
  await decide(selfie?.id, "REFUSED");
  await age(person, 89);
  expect(await due()).toEqual({ documents: 0, people: 0 });
  await age(person, 2);
  expect(await due()).toEqual({ documents: 1, people: 0 });
  expect((await documentsOf(person)).map(({ id }) => id)).toEqual([pan?.id]);
  expect(await harness.deps.storage.get(selfie?.storageKey ?? "")).toBeNull();
  expect(await harness.deps.storage.get(pan?.storageKey ?? "")).not.toBeNull();
  const told = await harness.database.sql`
    SELECT after FROM audit_entries WHERE company_id = ${company.id} AND action = 'company.retention-applied'`;
  expect(told).toEqual([{ after: { pictures: 1, people: 0 } }]);
});

test("the end of an account keeps a buyer's documents for five years, and nobody else's", async () => {
  const [buyer, visitor] = [await shown(), await shown()];
  const { db } = harness.database;
  for (const { person } of [buyer, visitor]) {
    await saveIdentity(db, company.id, person.id, {
      state: "SENT",
      sentCount: 1,
      sentAt: new Date(),
    });
    await db
      .update(identityDocuments)
      .set({ state: "SENT" })
      .where(eq(identityDocuments.memberId, person.id));
  }
  await buyer.api.orders.submit({ paymentMethod: "MANUAL", amount: "1000", consent: true });
  for (const { person } of [buyer, visitor]) {
    const { files } = await transact(db, async (tx) => {
      const row = await lockMember(tx, company.id, person.id);
      if (!row) throw new Error("The member is gone.");
      return eraseMember(harness.deps, tx, row, new Date());
    });
    expect(files).toHaveLength(person === visitor.person ? 2 : 0);
  }
  expect(await documentsOf(visitor.person)).toEqual([]);
  expect(await findIdentity(db, company.id, visitor.person.id)).toBeUndefined();
  expect(await due()).toEqual({ documents: 0, people: 0 });
  const kept = await findIdentity(db, company.id, buyer.person.id);
  expect(kept?.endedAt).not.toBeNull();
  await db
    .update(orders)
    .set({ createdAt: new Date(Date.now() - 5.01 * 365.25 * 24 * 3_600_000) })
    .where(eq(orders.memberId, buyer.person.id));
  expect(await due()).toEqual({ documents: 2, people: 1 });
  expect(await documentsOf(buyer.person)).toEqual([]);
  expect(await findIdentity(db, company.id, buyer.person.id)).toBeUndefined();
});

test("a member's own data has what they showed, with the pictures", async () => {
  const { api } = await shown();
  const { identity } = await api.members.downloadData({ currentPassword: PASSWORD });
  expect(identity).toMatchObject({ state: "DRAFT", name: "Asha Rao", pan: "XXXXXX234F" });
  const [pan] = identity?.documents ?? [];
  expect(pan).toMatchObject({ kind: "PAN", side: "FRONT", state: "DRAFT" });
  const [, base64 = ""] = pan?.picture?.split("base64,") ?? [];
  expect((await sharp(Buffer.from(base64, "base64")).metadata()).width).toBe(9);
});
