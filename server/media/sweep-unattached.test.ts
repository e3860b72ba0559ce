import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { medias, users } from "@db/schema";
import { resultCode } from "@server/testing/order-harness";
import {
  type MemberHarness,
  memberHarness,
  PASSWORD,
  type UserRow,
} from "@server/testing/member-harness";
import { hugePng, pdf } from "@server/testing/sample-files";
import type { Storage } from "@server/files/storage/storage";
import { storeFile } from "./store-file";
import { sweepUnattached } from "./sweep-unattached";
import { freshActor } from "@server/testing/actors";

let harness: MemberHarness;
let owner: UserRow;
beforeAll(async () => {
  harness = await memberHarness();
  owner = await harness.person(await harness.company(), "USER");
});
afterAll(() => harness.close());

let counter = 0;
const upload = async (bytes?: Buffer, fileName = "a.pdf") => {
  counter += 1;
  const sent = bytes ?? pdf(`file ${counter}`);
  const file = { fieldName: "medias", fileName, bytes: sent };
  return (await storeFile(harness.deps, freshActor(owner), file)).id;
};
const picture = () => upload(hugePng((counter += 1), 8), "a.png");
const row = async (id: string) =>
  (await harness.database.db.select().from(medias).where(eq(medias.id, id)))[0];
/** Moves a file's day to its end, and some seconds beyond. */
const passDay = (id: string, seconds = 1) =>
  harness.database.db
    .update(medias)
    .set({ sweepAfter: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(medias.id, id));
const sweep = (storage: Storage = harness.deps.storage) =>
  sweepUnattached(harness.database.db, storage);
const attachPicture = async (profileImageId: string) =>
  (await harness.as(owner)).members.updateProfile({ currentPassword: PASSWORD, profileImageId });

test("a file that nothing refers to is deleted a day after its upload, and not before", async () => {
  const [young, old] = [await upload(), await upload()];
  const stored = await row(young);
  const DAY = 24 * 3600 * 1000;
  expect((stored?.sweepAfter?.getTime() ?? 0) - (stored?.createdAt.getTime() ?? 0)).toBe(DAY);
  await passDay(young, -60);
  await passDay(old);
  const { storageKey = "" } = (await row(old)) ?? {};
  await sweep();
  expect(await row(old)).toBeUndefined();
  expect(await harness.deps.storage.get(storageKey)).toBeNull();
  expect(await row(young)).toBeDefined();
  expect(await harness.deps.storage.get(stored?.storageKey ?? "")).not.toBeNull();
});

test(
  "a proof, an earlier proof, a person's picture and a brand's picture are kept for good",
  { tags: ["full"] },
  async () => {
    const api = await harness.as(owner);
    const admin = await harness.as(await harness.person(owner.companyId, "ADMIN"));
    const [earlier, proof, face, logo, unused] = [
      await upload(),
      await upload(),
      await picture(),
      await picture(),
      await upload(),
    ];
    await attachPicture(face);
    const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
    const payment = { purchaseId, paymentMethod: "UPI", amount: "100", consent: true } as const;
    const submit = (receiptId: string, referenceNumber: string) =>
      api.orders.submit({ ...payment, receiptId, referenceNumber });
    const { id: orderId } = await submit(earlier, "412345678901");
    await admin.orders.reject({ orderId, reason: "No money came" });
    await submit(proof, "412345678902");
    await harness.database.db.execute(
      sql`INSERT INTO brands (company_id, version, data) VALUES (${owner.companyId}, 1, ${JSON.stringify({ iconUrl: `/media/${logo}` })}::jsonb)`,
    );
    const kept = [earlier, proof, face, logo];
    for (const id of [...kept, unused]) await passDay(id);
    await sweep();
    for (const id of kept) expect(await row(id)).toMatchObject({ sweepAfter: null });
    expect(await row(unused)).toBeUndefined();
  },
);

test("a file that is sent again counts its day from then", async () => {
  const bytes = pdf("sent twice");
  const id = await upload(bytes);
  await passDay(id, -1);
  expect(await upload(bytes)).toBe(id);
  expect((await row(id))?.sweepAfter?.getTime()).toBeGreaterThan(Date.now() + 3600_000);
  await passDay(id);
  await sweep();
  const again = await upload(bytes);
  expect(again).not.toBe(id);
  expect(await row(again)).toBeDefined();
});

/** A file that is being attached in an open transaction while the sweep runs. */
async function attachDuringSweep(): Promise<"kept" | "lost"> {
  const id = await picture();
  await passDay(id);
  await harness.database.db.transaction(async (tx) => {
    await tx.update(users).set({ avatarMediaId: id }).where(eq(users.id, owner.id));
    await sweep();
  });
  await sweep();
  return (await row(id)) ? "kept" : "lost";
}

test("a file that is being attached is never deleted", { tags: ["full"] }, async () => {
  expect(await attachDuringSweep()).toBe("kept");
  // The control: without the foreign key, the sweep does not see who attaches it.
  const other = await memberHarness();
  const mine = [harness, owner] as const;
  harness = other;
  owner = await other.person(await other.company(), "USER");
  await other.database.db.execute(sql`ALTER TABLE users DROP CONSTRAINT users_avatar`);
  expect(await attachDuringSweep()).toBe("lost");
  [harness, owner] = mine;
  await other.close();
});

test(
  "a file that is being deleted cannot be attached: its owner is asked to upload it again",
  { tags: ["full"] },
  async () => {
    const [face, proof] = [await picture(), await upload()];
    await passDay(face);
    await passDay(proof);
    const api = await harness.as(owner);
    let attaching: Promise<string[]> | undefined;
    const slow: Storage = {
      ...harness.deps.storage,
      async delete(key) {
        attaching ??= Promise.all([
          resultCode(attachPicture(face)),
          resultCode(
            api.orders.submit({
              paymentMethod: "UPI",
              amount: "100",
              referenceNumber: "412345678909",
              receiptId: proof,
              consent: true,
            }),
          ),
        ]);
        // Until both wait for the rows.
        for (let waiting = 0; waiting < 2;) {
          const { rows } = await harness.database.db.execute<{ n: number }>(
            sql`SELECT count(*)::int AS n FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
          );
          waiting = rows[0]?.n ?? 0;
        }
        await harness.deps.storage.delete(key);
      },
    };
    await sweep(slow);
    expect(await attaching).toEqual(["MEDIA_NOT_FOUND", "RECEIPT_NOT_FOUND"]);
    expect((await harness.row(owner)).avatarMediaId).not.toBe(face);
  },
);

test("a storage that is away keeps the file, which is tried again an hour later", async () => {
  const [stuck, other] = [await upload(), await upload()];
  await passDay(stuck);
  await passDay(other);
  const { storageKey } = (await row(stuck)) ?? {};
  const away: Storage = {
    ...harness.deps.storage,
    delete: (key) =>
      key === storageKey ? Promise.reject(new Error("away")) : harness.deps.storage.delete(key),
  };
  await expect(sweep(away)).rejects.toThrow("1 files were not deleted.");
  expect(await row(other)).toBeUndefined();
  expect((await row(stuck))?.sweepAfter?.getTime()).toBeGreaterThan(Date.now() + 1800_000);
  await passDay(stuck);
  await sweep();
  expect(await row(stuck)).toBeUndefined();
});

test("a file of another company with the same id stays", async () => {
  const due = await upload();
  const file = await row(due);
  if (!file) throw new Error("There is no file.");
  const companyId = await harness.company();
  const other = await harness.person(companyId, "USER");
  await harness.database.db.insert(medias).values({
    ...file,
    companyId,
    ownerId: other.id,
    storageKey: "another",
  });
  await harness.database.db
    .update(medias)
    .set({ sweepAfter: sql`now() - interval '1 second'` })
    .where(and(eq(medias.id, due), eq(medias.companyId, file.companyId)));
  await sweep();
  const left = await harness.database.db.select().from(medias).where(eq(medias.id, due));
  expect(left.map((one) => one.companyId)).toEqual([companyId]);
  await harness.database.db.delete(medias).where(eq(medias.id, due));
});
