import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { medias } from "@db/schema";
import { refusalFrom } from "@server/access/call/refusal-from";
import type { Caller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  type UserRow,
} from "@server/testing/member-harness";

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
