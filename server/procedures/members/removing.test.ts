import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { medias } from "@db/schema";
import { refusalFrom } from "@server/context/refusal-from";
import type { Caller } from "@server/procedures/router";
import { outcome } from "@server/testing/money-world";
import {
  PASSWORD,
  type PeopleWorld,
  peopleWorld,
  type UserRow,
} from "@server/testing/people-world";

let world: PeopleWorld;
let companyId: string;
let desk: Caller;
beforeAll(async () => {
  world = await peopleWorld();
  companyId = await world.company();
  desk = await world.as(await world.person(companyId, "ADMIN"));
});
afterAll(() => world.close());

async function upload(person: UserRow, background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 3, height: 3, channels: 3, background } })
    .png()
    .toBuffer();
  const files = [{ fileName: "picture.png", bytes }];
  const [added] = await (await world.as(person)).media.add({ files });
  return added?.id ?? "";
}

test("deleting says how long an order may still be paid, and works once it was given up", async () => {
  const buyer = await world.person(companyId, "USER");
  const api = await world.as(buyer);
  const { orderNumber } = await api.orders.create({ amount: "100" });
  const refused = await desk.members.remove({ id: buyer.id }).catch(refusalFrom);
  expect(refused).toMatchObject({ code: "MEMBER_HAS_OPEN_ORDER" });
  const seconds = Number(Reflect.get(refused ?? {}, "retryAfterSeconds"));
  expect(seconds).toBeGreaterThan(600);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(await world.row(buyer)).toEqual(buyer);
  await api.orders.cancel({ purchaseId: orderNumber });
  expect(await outcome(desk.members.remove({ id: buyer.id }))).toBe("ok");
});

test("deleting takes a person's pictures along, and leaves the proofs of the books", async () => {
  const person = await world.person(companyId, "USER");
  const neighbour = await world.person(companyId, "USER");
  const api = await world.as(person);
  const [face, unused, earlier, slip] = await Promise.all(
    ["teal", "navy", "gold", "plum"].map((colour) => upload(person, colour)),
  );
  const theirs = await upload(neighbour, "teal");
  await api.members.updateProfile({ currentPassword: PASSWORD, profileImageId: face });
  expect((await world.row(person)).avatarMediaId).toBe(face);

  const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
  const payment = { purchaseId, paymentMethod: "UPI", amount: "100", consent: true } as const;
  const submit = (receiptId: string | undefined, referenceNumber: string) =>
    api.orders.submit({ ...payment, receiptId, referenceNumber });
  const { id: orderId } = await submit(earlier, "412345678901");
  await desk.orders.reject({ orderId, reason: "No money came" });
  await submit(slip, "412345678902");
  await desk.orders.reject({ orderId, reason: "Again none" });

  await desk.members.remove({ id: person.id });
  const left = await world.database.db.select().from(medias);
  expect(left.map(({ id }) => id).sort()).toEqual([earlier, slip, theirs].sort());
  expect(await world.deps.storage.get(`${companyId}/${face}.png`)).toBeNull();
  expect(await world.deps.storage.get(`${companyId}/${unused}.png`)).toBeNull();
  expect(await world.deps.storage.get(`${companyId}/${slip}.png`)).not.toBeNull();
});
