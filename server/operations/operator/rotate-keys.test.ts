import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listKeyReaders } from "@db/queries/key-readers";
import { hasTextsOf } from "@db/queries/secret-checks";
import { keyReaders, recoveryCodes, secretChecks, users } from "@db/schema";
import type { Config } from "@server/config/environment";
import { checkSecrets } from "@server/identity/check-secret";
import { givenSecrets, readSecretsFile } from "@server/identity/given-secrets";
import { openSecrets } from "@server/identity/open-secrets";
import { type KeyReport, reportKeys } from "@server/identity/report-keys";
import { createSecrets, type Secrets } from "@server/identity/secrets";
import { createCaller } from "@server/procedures/router";
import { freshActor } from "@server/testing/actors";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  type UserRow,
} from "@server/testing/member-harness";
import { type KeyDeps, retireKeys, rotateKeys } from "./rotate-keys";
import type { Operator } from "./operator";
import { runCommand } from "./run";

const FIRST = "the secret of the settings, thirty-two signs";
let harness: MemberHarness;
let folder: string;
const reports: KeyReport[] = [];
beforeAll(async () => {
  harness = await memberHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "keys-"));
  await db().delete(users);
  await db().delete(secretChecks);
  await db().delete(keyReaders);
  await db().delete(recoveryCodes);
});
afterEach(async () => {
  await Promise.all(reports.splice(0).map((one) => one.stop()));
  rmSync(folder, { recursive: true });
});

const db = () => harness.database.db;
const kycOf = (at: number) => `ABCD${String(at).padStart(8, "0")}`;
const silent = { info: () => undefined, warn: () => undefined, error: vi.fn<() => void>() };
const settings = (name = "keys"): Config => ({
  ...harness.deps.config,
  ...{ appSecret: FIRST, appSecretNumber: 1, otherSecrets: [] },
  appSecretsFile: path.join(folder, name),
});
/** What a process has that starts with these settings. */
const process = async (config = settings()): Promise<KeyDeps> => {
  await checkSecrets(db(), givenSecrets(config));
  return { database: harness.database, config, secrets: openSecrets(config) };
};
/** An instance that serves: it takes up and reports its keys. */
const instance = async (name: string, config = settings()): Promise<Secrets> => {
  const { secrets } = await process(config);
  const report = reportKeys({ database: harness.database, secrets, logger: silent, name });
  reports.push(report);
  await report.now();
  return secrets;
};
async function people(count: number, secrets: Secrets): Promise<UserRow[]> {
  const companyId = await harness.company();
  return Promise.all(
    Array.from({ length: count }, (_, at) =>
      harness.person(companyId, "USER", {
        kycEncrypted: secrets.encrypt("kyc", kycOf(at)),
        referralCode: `ROTA${String(at).padStart(4, "A")}`,
      }),
    ),
  );
}
const uses = (config = settings()) =>
  (readSecretsFile(config.appSecretsFile ?? "") ?? []).map(({ number, use }) => [number, use]);

/** Calls of one instance until `isOver`: it reads each member, and saves a number for its own. */
async function serve(
  secrets: Secrets,
  { persons, own, isOver }: { persons: UserRow[]; own: number; isOver: () => boolean },
): Promise<{ calls: number; failed: unknown[]; saved: Map<string, string> }> {
  const { deps } = harness.elsewhere();
  const context = await harness.context({ role: "NOBODY" });
  const result = { calls: 0, failed: [] as unknown[], saved: new Map<string, string>() };
  for (let round = 0; !isOver() || round < 2; round += 1) {
    for (const [at, person] of persons.entries()) {
      const site = (await harness.context(freshActor(person), { at: person.companyId })).site;
      const api = createCaller({
        ...context,
        ...{ deps: { ...deps, secrets }, db: deps.database.db, site },
        company: site.kind === "company" ? site.company : null,
        actor: freshActor(person),
        transact: (run) => deps.database.db.transaction(run),
      });
      try {
        result.calls += 1;
        await api.members.profile();
        if (at % 2 !== own || (at + round) % 3 !== 0) continue;
        const kycDocumentNumber = kycOf(1000 * (round + 1) + at);
        await api.members.updateProfile({ currentPassword: PASSWORD, kycDocumentNumber });
        result.saved.set(person.id, kycDocumentNumber);
      } catch (error) {
        result.failed.push(error);
      }
    }
  }
  return result;
}

test("two instances under load take up the new key without a restart, and no call fails", async () => {
  const [one, two] = [await instance("one"), await instance("two")];
  const persons = await people(24, one);
  const link = one.keyedHash("media-link", "file.1");
  const code = one.keyedHash("one-time-code", "id:123456");
  let isOver = false;
  const given = { persons, isOver: () => isOver };
  const load = Promise.all([serve(one, { ...given, own: 0 }), serve(two, { ...given, own: 1 })]);
  // A third has the key of before only, as an instance that takes up nothing: the control.
  const stale = serve(createSecrets(FIRST), { ...given, own: 2 });
  await rotateKeys(await process());
  isOver = true;
  const results = await load;
  for (const { calls, failed } of results) {
    expect(failed).toEqual([]);
    expect(calls).toBeGreaterThanOrEqual(2 * persons.length);
  }
  expect((await stale).failed.length).toBeGreaterThan(0);
  expect(one.numbers()).toEqual([2, 1]);
  expect(two.numbers()).toEqual([2, 1]);
  expect(uses()).toEqual([
    [2, "present"],
    [1, "read"],
  ]);
  expect(statSync(settings().appSecretsFile ?? "").mode & 0o777).toBe(0o600);
  expect(await hasTextsOf(db(), 1)).toBe(false);
  const saved = new Map(results.flatMap((result) => [...result.saved]));
  expect(saved.size).toBeGreaterThan(0);
  const alone = (await process()).secrets;
  for (const [at, person] of persons.entries()) {
    const { kycEncrypted } = await harness.row(person);
    expect(alone.decrypt("kyc", kycEncrypted ?? "")).toBe(saved.get(person.id) ?? kycOf(at));
  }
  // Links and codes of before.
  expect(two.matches("media-link", "file.1", link)).toBe(true);
  expect(two.matches("one-time-code", "id:123456", code)).toBe(true);
  // Again: it goes on, and there is nothing to do.
  expect(await rotateKeys(await process())).toBe(0);
  expect(uses()).toHaveLength(2);
}, 60_000);

test.each(["added", "read", "present", "written"] as const)(
  "ended after the step %s and begun again, it goes on there, and both keys are read meanwhile",
  async (last) => {
    const one = await instance("one");
    const [person] = await people(1, one);
    if (!person) throw new Error("There is nobody.");
    const read = async (by: Secrets) =>
      by.decrypt("kyc", (await harness.row(person)).kycEncrypted ?? "");
    const ended = rotateKeys(await process(), {
      afterStep(step) {
        if (step === last) throw new Error("The process ends.");
      },
    });
    await expect(ended).rejects.toThrow("The process ends.");
    const [, key] = readSecretsFile(settings().appSecretsFile ?? "") ?? [];
    expect(key).toBeDefined();
    // An instance that serves, and one that starts now.
    for (const by of [one, (await process()).secrets]) expect(await read(by)).toBe(kycOf(0));
    expect(await rotateKeys(await process())).toBe(1);
    expect(uses()).toEqual([
      [2, "present"],
      [1, "read"],
    ]);
    expect(await read(one)).toBe(kycOf(0));
    expect(await hasTextsOf(db(), 1)).toBe(false);
  },
);

test("a text of a new key is read at once, before the file is looked at again", async () => {
  const late = (await process()).secrets;
  await rotateKeys(await process());
  const text = (await process()).secrets.encrypt("kyc", "NEW");
  const hash = (await process()).secrets.keyedHash("media-link", "file.1");
  expect(late.numbers()).toEqual([1]);
  expect(late.decrypt("kyc", text)).toBe("NEW");
  expect(openSecrets(settings()).matches("media-link", "file.1", hash)).toBe(true);
  // A number that no file has is refused as before.
  expect(() => late.decrypt("kyc", text.replace("v2", "v7"))).toThrow("The key 7 is not given.");
  // The file goes away: the keys stay.
  rmSync(settings().appSecretsFile ?? "");
  expect(late.refresh()).toBe(false);
  expect(late.decrypt("kyc", text)).toBe("NEW");
});

test("an instance without the new key, or with another of its number, holds the exchange up", async () => {
  const elsewhere = settings("copy");
  await instance("here");
  const there = await instance("there", elsewhere);
  const brief = { patienceMs: 600 };
  const again = async () => rotateKeys(await process(), brief);
  await expect(again()).rejects.toThrow("there: do not read key 2. Copy APP_SECRETS_FILE");
  expect(uses()).toEqual([
    [1, "present"],
    [2, "read"],
  ]);
  // Another key of the same number is no key of the database.
  const [file, copy] = [settings().appSecretsFile ?? "", elsewhere.appSecretsFile ?? ""];
  const text = readFileSync(file, "utf8");
  writeFileSync(copy, text.replace(/^(2 read \S+) .*$/m, `$1 ${"another".repeat(9)}`));
  await reports.at(-1)?.now();
  await expect(again()).rejects.toThrow("there: do not read key 2");
  expect(silent.error).toHaveBeenCalled();
  copyFileSync(file, copy);
  await reports.at(-1)?.now();
  // It reads the new one, and writes with it once it has the next copy.
  await expect(again()).rejects.toThrow("there: do not write with key 2");
  copyFileSync(file, copy);
  await reports.at(-1)?.now();
  expect(await again()).toBe(0);
  expect(there.numbers()).toEqual([2, 1]);
});

test("a second command at the same time is refused, and one that stopped counts no more", async () => {
  await instance("one");
  const first = rotateKeys(await process(), {
    async afterStep(step) {
      if (step !== "added") return;
      const second = rotateKeys(await process());
      await expect(second).rejects.toThrow("The keys are being changed already.");
    },
  });
  await first;
  expect(await listKeyReaders(db(), 30)).toHaveLength(1);
  await reports.splice(0)[0]?.stop();
  expect(await listKeyReaders(db(), 30)).toEqual([]);
});

test("an old key is retired only once nothing needs it, or for what may end", async () => {
  const one = await instance("one");
  const [person] = await people(1, one);
  if (!person) throw new Error("There is nobody.");
  await db()
    .insert(recoveryCodes)
    .values({
      ...{ personId: person.id, companyId: person.companyId },
      codeHash: one.keyedHash("recovery-code", `${person.id}:x`),
    });
  const retire = async (isNow: boolean) => retireKeys(await process(), { isNow });
  expect(await retire(false)).toEqual([]);
  const ended = rotateKeys(await process(), {
    afterStep(step) {
      if (step === "written") throw new Error("The process ends.");
    },
  });
  await expect(ended).rejects.toThrow("The process ends.");
  // The texts are not encrypted again yet.
  await expect(retire(true)).rejects.toThrow('Texts of key 1 are stored: run "secrets rotate"');
  expect(uses()).toHaveLength(2);
  await rotateKeys(await process());
  await expect(retire(false)).rejects.toThrow(
    "Still by key 1: 1 recovery codes, links and counters of the last 24 hours.",
  );
  expect(uses()).toHaveLength(2);
  // A text by it that appears meanwhile: the key is put back.
  const own = await process();
  const stale = createSecrets(FIRST).encrypt("kyc", "LATE");
  let isWritten = false;
  const secrets: Secrets = {
    ...own.secrets,
    refresh() {
      isWritten ||= uses().length === 1;
      return own.secrets.refresh();
    },
  };
  const save = (text: string) => db().update(users).set({ kycEncrypted: text });
  const retiring = retireKeys({ ...own, secrets }, { isNow: true });
  await vi.waitUntil(() => isWritten, { interval: 1 });
  await save(stale);
  await expect(retiring).rejects.toThrow("Texts of key 1 are stored");
  expect(uses()).toHaveLength(2);
  expect(one.decrypt("kyc", stale)).toBe("LATE");
  expect(await rotateKeys(await process())).toBe(1);
  expect(await retire(true)).toEqual([1]);
  expect(uses()).toEqual([[2, "present"]]);
  expect(one.numbers()).toEqual([2]);
  expect(await db().select({ id: secretChecks.id }).from(secretChecks)).toEqual([{ id: 2 }]);
  expect(one.decrypt("kyc", (await harness.row(person)).kycEncrypted ?? "")).toBe("LATE");
  // The next exchange is a third key.
  expect(await rotateKeys(await process())).toBe(1);
  expect(one.numbers()).toEqual([3, 2]);
});

test("the commands say what they did, what still needs the old key, and which key is in use", async () => {
  await instance("one");
  const run = async (...words: string[]) =>
    runCommand({ deps: { ...harness.deps, ...(await process()) } } as unknown as Operator, words);
  expect(await run("secrets", "retire")).toBe("There is one key: there is nothing to do.");
  expect(await run("secrets", "rotate")).toMatch(
    /^Key 2 writes in every instance\. 0 texts .*\nKeep a copy of .*\nStill by key 1: links/,
  );
  expect(await run("secrets", "list")).toBe("1\tread\n2\tpresent\none\twrites with 2\treads 1, 2");
  await expect(run("secrets", "retire")).rejects.toThrow("Still by key 1: links and counters");
  await expect(run("secrets", "retire", "soon")).rejects.toThrow('"soon" should read now.');
  expect(await run("secrets", "retire", "now")).toBe("No instance reads key 1 any more.");
  expect(await run("secrets", "list")).toBe("2\tpresent\none\twrites with 2\treads 2");
});
