import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { medias, users } from "@db/schema";
import { refusalFrom } from "@server/access/call/refusal-from";
import type { Caller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  type UserRow,
} from "@server/testing/member-harness";
import { eq } from "drizzle-orm";
import { MEMBER_COLUMNS } from "@db/member-columns";

let harness: MemberHarness;
let companyId: string;
let adminApi: Caller;
beforeAll(async () => {
  harness = await memberHarness();
  companyId = await harness.company();
  adminApi = await harness.as(await harness.person(companyId, "ADMIN"));
});
afterAll(() => harness.close());

async function upload(person: UserRow, background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 3, height: 3, channels: 3, background } })
    .png()
    .toBuffer();
  const files = [{ fileName: "picture.png", bytes }];
  const [added] = await (await harness.as(person)).media.add({ files });
  return added?.id ?? "";
}

test("deletion reports how long an order can still be paid, and works after it is cancelled", async () => {
  const buyer = await harness.person(companyId, "USER");
  const api = await harness.as(buyer);
  const { orderNumber } = await api.orders.create({ amount: "100" });
  const refused = await adminApi.members.remove({ id: buyer.id }).catch(refusalFrom);
  expect(refused).toMatchObject({ code: "MEMBER_HAS_OPEN_ORDER" });
  const seconds = Number(Reflect.get(refused ?? {}, "retryAfterSeconds"));
  expect(seconds).toBeGreaterThan(600);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(await harness.row(buyer)).toEqual(buyer);
  await api.orders.cancel({ purchaseId: orderNumber });
  expect(await resultCode(adminApi.members.remove({ id: buyer.id }))).toBe("ok");
});

test("deletion removes a person's pictures and keeps the proofs of orders", async () => {
  const person = await harness.person(companyId, "USER");
  const neighbour = await harness.person(companyId, "USER");
  const api = await harness.as(person);
  const face = await upload(person, "teal");
  const unused = await upload(person, "navy");
  const earlier = await upload(person, "gold");
  const slip = await upload(person, "plum");
  const theirs = await upload(neighbour, "teal");
  await api.members.updateProfile({ currentPassword: PASSWORD, profileImageId: face });
  expect((await harness.row(person)).avatarMediaId).toBe(face);

  const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
  const payment = { purchaseId, paymentMethod: "UPI", amount: "100", consent: true } as const;
  const submit = (receiptId: string | undefined, referenceNumber: string) =>
    api.orders.submit({ ...payment, receiptId, referenceNumber });
  const { id: orderId } = await submit(earlier, "412345678901");
  await adminApi.orders.reject({ orderId, reason: "No money came" });
  await submit(slip, "412345678902");
  await adminApi.orders.reject({ orderId, reason: "Again none" });

  await adminApi.members.remove({ id: person.id });
  const left = await harness.database.db.select().from(medias);
  expect(left.map(({ id }) => id).sort()).toEqual([earlier, slip, theirs].sort());
  expect(await harness.deps.storage.get(`${companyId}/${face}.png`)).toBeNull();
  expect(await harness.deps.storage.get(`${companyId}/${unused}.png`)).toBeNull();
  expect(await harness.deps.storage.get(`${companyId}/${slip}.png`)).not.toBeNull();
});

const MARK = "zqmark";
const KYC = "ZQKYC12345678";

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
      showsName: true,
    })
    .where(eq(users.id, person.id));
  return harness.row(person);
}

test("deletion erases every column listed as personal", async () => {
  const person = await marked();
  await adminApi.members.remove({ id: person.id });
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
    await adminApi.members.find({ id: person.id }),
    await adminApi.members.list({}),
    await adminApi.exports.members({}),
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
  const { records } = await adminApi.exports.members({});
  const columns = Object.entries(MEMBER_COLUMNS).flatMap(([name, { isExported }]) =>
    isExported ? [name] : [],
  );
  expect(Object.keys(records[0] ?? {}).sort()).toEqual([...columns, "id"].sort());
});
