/** @module-tag full */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  countHashesBefore,
  deleteSecretCheck,
  encryptedTexts,
  listSecretChecks,
} from "@server/access/queries/app-secret-checks";
import { companies, idempotencyKeys, messages, recoveryCodes, twoFactors, users } from "@db/schema";
import { createCaller } from "@server/http/router";
import { checkSecrets, secretExchangeState } from "@server/access/throttles/app-secret";
import { canDecrypt, createSecrets, type Secrets } from "@server/platform/config/secrets";
import { freshActor } from "@server/testing/actors";
import { PASSWORD, memberHarness, type UserRow } from "@server/testing/member-harness";
import { rotateSecrets } from "./secrets";
import { duringTests } from "@server/testing/during-tests";

/** The secret of the harness. */
const OLD = "a secret of tests, thirty-two signs or more";
const NEW = "another secret, of thirty-two signs or more";
const before = createSecrets(OLD, { previous: NEW, ofDatabase: OLD });
const after = createSecrets(NEW, { previous: OLD, ofDatabase: OLD });
const alone = createSecrets(NEW);

const harness = duringTests(memberHarness);

const db = () => harness.database.db;
/** Returns the arguments of the command after the restart with the new secret. */
const needed = () => ({
  ...harness.deps,
  secrets: after,
  config: { ...harness.deps.config, appSecret: NEW, appSecretPrevious: OLD },
});
/** Returns the purposes of the texts that the new secret cannot read. */
async function textsOfOld(): Promise<string[]> {
  const found: string[] = [];
  for await (const { purpose, text } of encryptedTexts(db(), 3)) {
    if (!canDecrypt(alone, purpose, text)) found.push(purpose);
  }
  return found;
}
const kycOf = (at: number) => `ABCD${String(at).padStart(8, "0")}`;
/** Adds people to a company, each with a document number. */
async function people(count: number, secrets: Secrets = before): Promise<UserRow[]> {
  const companyId = await harness.company({
    panEncrypted: secrets.encrypt("pan", "AAACP1234C"),
  });
  return Promise.all(
    Array.from({ length: count }, (_, at) =>
      harness.person(companyId, "USER", {
        kycEncrypted: secrets.encrypt("kyc", kycOf(at)),
        referralCode: `KEYS${String(at).padStart(4, "A")}`,
      }),
    ),
  );
}
const readBy = async (secrets: Secrets, person: UserRow) =>
  secrets.decrypt("kyc", (await harness.row(person)).kycEncrypted ?? "");

test("a rotation encrypts the texts of every column again; then the new secret alone reads them", async () => {
  const [person] = await people(1);
  if (!person) throw new Error("There is nobody.");
  const { companyId, id } = person;
  await db()
    .insert(messages)
    .values({
      companyId,
      channel: "EMAIL",
      address: "a",
      template: "orderExpired",
      language: "en",
      paramsEncrypted: before.encrypt("message", "{}"),
    });
  await db()
    .insert(twoFactors)
    .values({ personId: id, companyId, secretEncrypted: before.encrypt("second-step", "S") });
  const key = { companyId, actorId: id, requestHash: "h" };
  await db()
    .insert(idempotencyKeys)
    .values([
      { ...key, key: "sealed", response: before.encrypt("idempotency", "[]") },
      // The last one is plain text, which APP_SECRET never encrypted.
      { ...key, key: "plain", response: { v1: "x" } },
    ]);
  expect(await textsOfOld()).toEqual(["pan", "kyc", "message", "second-step", "idempotency"]);
  expect(await rotateSecrets(needed())).toBe(5);
  expect(await rotateSecrets(needed())).toBe(0);
  expect(await textsOfOld()).toEqual([]);
  expect(await readBy(alone, person)).toBe(kycOf(0));
  const rows = await db().select().from(idempotencyKeys).where(eq(idempotencyKeys.actorId, id));
  const answers = new Map(rows.map((row) => [row.key, row.response]));
  expect(answers.get("plain")).toEqual({ v1: "x" });
  expect(alone.decrypt("idempotency", String(answers.get("sealed")))).toBe("[]");
  const [company] = await db().select().from(companies).where(eq(companies.id, companyId));
  expect(alone.decrypt("pan", company?.panEncrypted ?? "")).toBe("AAACP1234C");
  await db().delete(idempotencyKeys);
});

test("a rotation loses no text that members read and save meanwhile by both secrets", async () => {
  const persons = await people(40);
  const saved = new Map<string, string>();
  let isOver = false;
  /** Runs one instance: it reads each member, and saves a new number for every other one. */
  const instance = async (secrets: Secrets, from: number): Promise<number> => {
    const { deps } = harness.elsewhere();
    const context = await harness.context({ role: "NOBODY" });
    let calls = 0;
    for (let round = 0; !isOver || round < 1; round += 1) {
      for (const [at, person] of persons.entries()) {
        const site = (await harness.context(freshActor(person), { at: person.companyId })).site;
        const company = site.kind === "company" ? site.company : null;
        const api = createCaller({
          ...context,
          deps: { ...deps, secrets },
          db: deps.database.db,
          site,
          company,
          actor: freshActor(person),
          transact: (run) => deps.database.db.transaction(run),
        });
        expect((await api.members.profile()).kycDocumentNumber).toMatch(/[0-9]{4}$/);
        calls += 1;
        // Each member is saved by one instance, so that its last number is known.
        if (at % 2 !== from || (at + round) % 3 !== 0) continue;
        const kycDocumentNumber = kycOf(1000 * (round + 1) + at);
        await api.members.updateProfile({ currentPassword: PASSWORD, kycDocumentNumber });
        saved.set(person.id, kycDocumentNumber);
      }
    }
    return calls;
  };
  const load = Promise.all([instance(before, 0), instance(after, 1)]);
  // The command may fail, and says so, while an instance still writes with the old key.
  for (let times = 0; times < 5; times += 1) await rotateSecrets(needed(), 7).catch(() => 0);
  isOver = true;
  expect((await load).every((calls) => calls >= persons.length)).toBe(true);
  await rotateSecrets(needed(), 7);
  expect(await textsOfOld()).toEqual([]);
  expect(saved.size).toBeGreaterThan(0);
  for (const [at, person] of persons.entries()) {
    expect(await readBy(alone, person)).toBe(saved.get(person.id) ?? kycOf(at));
  }
});

test("a text that changes between reading and writing stays as it was changed", async () => {
  const [person] = await people(1);
  if (!person) throw new Error("There is nobody.");
  const change = () =>
    db()
      .update(users)
      .set({ kycEncrypted: after.encrypt("kyc", "NEWER") })
      .where(eq(users.id, person.id));
  const stale = before.encrypt("kyc", "STALE");
  const replaced: boolean[] = [];
  for await (const { purpose, text, replace } of encryptedTexts(db(), 10)) {
    if (canDecrypt(alone, purpose, text)) continue;
    if (purpose === "kyc") await change();
    replaced.push(await replace(after.encrypt(purpose, after.decrypt(purpose, text))));
  }
  // Only the company's number was replaced.
  expect(replaced).toEqual([true, false]);
  expect(await readBy(alone, person)).toBe("NEWER");
  // The rotation would overwrite this change if it did not compare.
  await change();
  await db().update(users).set({ kycEncrypted: stale }).where(eq(users.id, person.id));
  expect(await readBy(after, person)).toBe("STALE");
  await rotateSecrets(needed());
});

test("a rotation that was interrupted continues with the texts that are left", async () => {
  const persons = await people(9);
  let left = 4;
  const encrypt: Secrets["encrypt"] = (purpose, plain) => {
    if (left === 0) throw new Error("The process ends.");
    left -= 1;
    return after.encrypt(purpose, plain);
  };
  const ended = rotateSecrets({ ...needed(), secrets: { ...after, encrypt } }, 2);
  await expect(ended).rejects.toThrow("The process ends.");
  expect(await textsOfOld()).toHaveLength(10 - 4);
  // Both keys can read meanwhile.
  for (const [at, person] of persons.entries()) expect(await readBy(after, person)).toBe(kycOf(at));
  expect(await rotateSecrets(needed(), 2)).toBe(10 - 4);
  for (const [at, person] of persons.entries()) expect(await readBy(alone, person)).toBe(kycOf(at));
});

test("a rotation names texts that it cannot read, leaves them, and encrypts the rest", async () => {
  const [person, damaged] = await people(2);
  if (!person || !damaged) throw new Error("There is nobody.");
  const text = createSecrets("a third secret of thirty-two signs, or more");
  const foreign = text.encrypt("kyc", "LOST");
  await db().update(users).set({ kycEncrypted: foreign }).where(eq(users.id, damaged.id));
  await expect(rotateSecrets(needed())).rejects.toThrow("1 cannot be read by the secrets given");
  expect(await readBy(alone, person)).toBe(kycOf(0));
  expect((await harness.row(damaged)).kycEncrypted).toBe(foreign);
  await db().update(users).set({ kycEncrypted: null }).where(eq(users.id, damaged.id));
});

test("an exchange is told step by step, and the rotation makes the new secret that of the database", async () => {
  const [person] = await people(1);
  if (!person) throw new Error("There is nobody.");
  const given = (appSecret: string, appSecretPrevious: string | null) => ({
    appSecret,
    appSecretPrevious,
  });
  const step = async (...of: Parameters<typeof given>) => {
    await checkSecrets(db(), given(...of));
    return (await secretExchangeState(db(), given(...of))).exchange;
  };
  const rotate = (...of: Parameters<typeof given>) => {
    const deps = needed();
    return rotateSecrets({ ...deps, config: { ...deps.config, ...given(...of) } });
  };
  expect(await step(OLD, null)).toBe("NONE");
  expect(await step(OLD, NEW)).toBe("COMING");
  await expect(rotate(OLD, NEW)).rejects.toThrow("exchange the two in every instance first");
  expect(await step(NEW, OLD)).toBe("EXCHANGED");
  await expect(step(NEW, null)).rejects.toThrow("APP_SECRET is not the one");
  const { id: personId } = person;
  const codeHash = before.keyedHash("recovery-code", `${personId}:x`);
  await db().insert(recoveryCodes).values({ personId, codeHash });
  expect(await rotate(NEW, OLD)).toBe(2);
  const { own } = await listSecretChecks(db());
  const since = own?.createdAt ?? new Date(0);
  expect(Date.now() - since.getTime()).toBeLessThan(60_000);
  expect(await step(NEW, OLD)).toBe("ROTATED");
  // Hashes cannot be made anew: their owners make new codes, or the previous secret stays.
  expect(await countHashesBefore(db(), since)).toMatchObject({ recoveryCodes: 1, calls: 0 });
  expect(after.matches("recovery-code", `${personId}:x`, codeHash)).toBe(true);
  // A further exchange begins where this one ended.
  expect(await step(NEW, "a third secret of thirty-two signs, or more")).toBe("COMING");
  expect(await step(NEW, null)).toBe("NONE");
  await expect(step(OLD, null)).rejects.toThrow("APP_SECRET is not the one");
  await deleteSecretCheck(db(), "own");
});
