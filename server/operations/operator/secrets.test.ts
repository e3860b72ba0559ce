import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countEncrypted, encryptAgain, hasTextsOf } from "@db/queries/secret-checks";
import { companies, idempotencyKeys, messages, twoFactors, users } from "@db/schema";
import { createCaller } from "@server/procedures/router";
import { createSecrets, type Secrets } from "@server/identity/secrets";
import { freshActor } from "@server/testing/actors";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  type UserRow,
} from "@server/testing/member-harness";
import { rotateSecrets } from "./rotate-texts";
import { secretCommands } from "./secrets";
import type { Operator } from "./operator";

/** The secret of the harness. */
const OLD = "a secret of tests, thirty-two signs or more";
const NEW = "another secret, of thirty-two signs or more";
const before = createSecrets(OLD, { others: [{ number: 2, secret: NEW }] });
const after = createSecrets(NEW, { number: 2, others: [{ number: 1, secret: OLD }] });
const alone = createSecrets(NEW, { number: 2 });

let harness: MemberHarness;
beforeAll(async () => {
  harness = await memberHarness();
});
afterAll(() => harness.close());

const db = () => harness.database.db;
/** What the command is given, after the restart with the new secret. */
const needed = (secrets: Secrets = after, others = [{ number: 1, secret: OLD }]) => ({
  ...harness.deps,
  secrets,
  config: { ...harness.deps.config, appSecretNumber: 2, otherSecrets: others },
});
const kycOf = (at: number) => `ABCD${String(at).padStart(8, "0")}`;
/** People of a company, each with a document number. */
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

test("encrypts the texts of every column again; then the new key alone reads them", async () => {
  const [person] = await people(1);
  if (!person) throw new Error("There is nobody.");
  const { companyId, id } = person;
  await db()
    .insert(messages)
    .values({
      ...{ companyId, channel: "EMAIL", address: "a", template: "orderExpired", language: "en" },
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
      // Not encrypted, and not a text of ours
      { ...key, key: "plain", response: { v1: "x" } },
    ]);
  expect(await rotateSecrets(needed())).toBe(5);
  expect(await rotateSecrets(needed())).toBe(0);
  expect(await hasTextsOf(db(), 1)).toBe(false);
  expect((await countEncrypted(db())).map(({ purpose, number }) => [purpose, number])).toEqual(
    ["pan", "kyc", "message", "second-step", "idempotency"].map((purpose) => [purpose, 2]),
  );
  expect(await readBy(alone, person)).toBe(kycOf(0));
  const rows = await db().select().from(idempotencyKeys).where(eq(idempotencyKeys.actorId, id));
  const answers = new Map(rows.map((row) => [row.key, row.response]));
  expect(answers.get("plain")).toEqual({ v1: "x" });
  expect(alone.decrypt("idempotency", String(answers.get("sealed")))).toBe("[]");
  const [company] = await db().select().from(companies).where(eq(companies.id, companyId));
  expect(alone.decrypt("pan", company?.panEncrypted ?? "")).toBe("AAACP1234C");
  await db().delete(idempotencyKeys);
});

test("under load nothing is lost: members read and save while both keys write", async () => {
  const persons = await people(40);
  const saved = new Map<string, string>();
  let isOver = false;
  /** One instance: it reads each member, and saves a new number for every other one. */
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
          ...{ deps: { ...deps, secrets }, db: deps.database.db, site, company },
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
  // While an instance still writes with the old key it may not come to an end; that is said.
  for (let times = 0; times < 5; times += 1) await rotateSecrets(needed(), 7).catch(() => 0);
  isOver = true;
  expect((await load).every((calls) => calls >= persons.length)).toBe(true);
  await rotateSecrets(needed(), 7);
  expect(await hasTextsOf(db(), 1)).toBe(false);
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
  const result = await encryptAgain(db(), {
    ...{ present: 2, limit: 10 },
    async again({ purpose, text }) {
      if (purpose === "kyc") await change();
      return after.encrypt(purpose, after.decrypt(purpose, text));
    },
  });
  // The company's number alone.
  expect(result).toEqual({ done: 1, unreadable: 0 });
  expect(await readBy(alone, person)).toBe("NEWER");
  // Without the comparison the change would be lost.
  await change();
  await db().update(users).set({ kycEncrypted: stale }).where(eq(users.id, person.id));
  expect(await readBy(after, person)).toBe("STALE");
  await rotateSecrets(needed());
});

test("ended in between and begun again, it goes on with what is left", async () => {
  const persons = await people(9);
  let left = 4;
  const ended = encryptAgain(db(), {
    ...{ present: 2, limit: 2 },
    again({ purpose, text }) {
      if (left === 0) throw new Error("The process ends.");
      left -= 1;
      return after.encrypt(purpose, after.decrypt(purpose, text));
    },
  });
  await expect(ended).rejects.toThrow("The process ends.");
  expect(await hasTextsOf(db(), 1)).toBe(true);
  // Both keys read in the meantime.
  for (const [at, person] of persons.entries()) expect(await readBy(after, person)).toBe(kycOf(at));
  expect(await rotateSecrets(needed(), 2)).toBe(10 - 4);
  for (const [at, person] of persons.entries()) expect(await readBy(alone, person)).toBe(kycOf(at));
});

test("says what it cannot read, leaves it, and does the rest", async () => {
  const [person, damaged] = await people(2);
  if (!person || !damaged) throw new Error("There is nobody.");
  const text = createSecrets("a third secret of thirty-two signs, or more", { number: 3 });
  const foreign = text.encrypt("kyc", "LOST");
  await db().update(users).set({ kycEncrypted: foreign }).where(eq(users.id, damaged.id));
  await expect(rotateSecrets(needed())).rejects.toThrow("1 cannot be read by the keys given");
  expect(await readBy(alone, person)).toBe(kycOf(0));
  expect((await harness.row(damaged)).kycEncrypted).toBe(foreign);
  await db().update(users).set({ kycEncrypted: null }).where(eq(users.id, damaged.id));
});

test("the commands show what each key has, and that nothing is to do", async () => {
  const [person] = await people(1);
  if (!person) throw new Error("There is nobody.");
  const run = (name: string, deps = needed()) => {
    const command = secretCommands.find((one) => one.name === name);
    if (!command) throw new Error("There is no such command.");
    return command.run({ deps } as unknown as Operator, [], {});
  };
  expect(await run("secrets list")).toMatch(/^1\tread\tpan 1\tkyc 1\n2\tpresent\tpan/);
  expect(await run("secrets rotate")).toBe(
    "2 texts were encrypted again. No text needs key 1 any more.",
  );
  const { id: actorId, companyId } = person;
  const sealed = (by: Secrets, key: string) => ({
    ...{ companyId, actorId, key, requestHash: by.keyedHashes("idempotency", "call")[0] ?? "" },
    response: by.encrypt("idempotency", "[]"),
  });
  await db()
    .insert(idempotencyKeys)
    .values([
      ...[sealed(before, "old"), sealed(after, "new")],
      // Of a procedure that moves money: by no key.
      { companyId, actorId, key: "money", requestHash: "ab12", response: { id: "x" } },
    ]);
  expect(await run("secrets rotate")).toMatch(
    /^1 texts were .* any more\.\n1 answers of calls with an Idempotency-Key do: /,
  );
  await db().delete(idempotencyKeys);
  expect(await run("secrets rotate", needed(alone, []))).toBe(
    "Every text is of key 2: there is nothing to do.",
  );
});
