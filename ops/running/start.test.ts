/** @module-tag full */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listSecretChecks } from "@server/access/queries/app-secret-checks";
import { companies } from "@db/schema";
import { SchemaError, migrate } from "@db/startup/migrate";
import { type TestDatabase, testDatabase } from "@db/testing/test-database";
import { readConfig } from "@server/platform/config/environment";
import { createSecrets } from "@server/platform/config/secrets";
import { runProcess, EXIT, formatFailure } from "@ops/operator/run";
import { DEMO_COMPANIES, demoCompanyId } from "@ops/demo/companies";

import { isStartError, start } from "./start";

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ isEmpty: true });
});
afterEach(() => database.drop());

const environment = () => ({ NODE_ENV: "test", DATABASE_URL: database.url });

/** Starts and stops the product; returns null, or the error of the start. */
const failureOf = async (env: Readonly<Record<string, string | undefined>>): Promise<unknown> => {
  try {
    await (await start(readConfig(env), pino({ level: "silent" }))).stop();
    return null;
  } catch (error) {
    return error;
  }
};

test("a schema newer than the program refuses the start and every command with one line", async () => {
  await migrate(database);
  await database.sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 4102444800000)`;
  const failure = await failureOf(environment());
  expect(failure).toBeInstanceOf(SchemaError);
  expect(isStartError(failure)).toBe(true);
  expect(await runProcess(environment(), ["super-admin", "list"]).catch(formatFailure)).toEqual({
    text: "The database is of a newer version of Prelaunch than this one: start that version.",
    code: EXIT.refused,
  });
});

test("DEMO=1 refuses a database that has real companies before it is changed", async () => {
  const withDemo = { ...environment(), DEMO: "1" };
  // An empty database becomes the demo's.
  expect(await failureOf(withDemo)).toBeNull();
  const company = {
    name: "Real",
    email: "o@example.test",
    mobile: "+910000000000",
    tokenName: "T",
    tokenSymbol: "T",
    totalSupply: 7,
  };
  // The demo's own companies, and one that a super admin made while it ran, do not cause a refusal.
  const own = DEMO_COMPANIES.map((demo) => ({ ...company, id: demoCompanyId(demo) }));
  await database.db
    .insert(companies)
    .values([...own, { ...company, settings: { isOfDemo: true } }]);
  expect(await failureOf(withDemo)).toBeNull();
  await database.db.insert(companies).values(company);
  const failure = await failureOf(withDemo);
  expect(failure).toMatchObject({
    message: "DEMO must not be 1 here: this database has companies that are not of the demo.",
  });
  expect(isStartError(failure)).toBe(true);
  expect(await failureOf(environment())).toBeNull();
});

describe("APP_SECRET", () => {
  const RIGHT = "the secret of the first start, long enough";
  const WRONG = "another secret, which is long enough, too";
  const LINE = "APP_SECRET is not the one that this database was first started with.";
  /** Without the secrets themselves, which a log must not have. */
  const PRINTS =
    /^APP_SECRET is not the one that this database was first started with: that one has the fingerprint ([0-9a-f]{8}), this one (?!\1)[0-9a-f]{8}\.$/;
  const withSecret = (APP_SECRET: string) => ({ ...environment(), APP_SECRET });

  /** Makes the database of a version without check values. */
  const fromBefore = async () => {
    await migrate(database);
    await database.db.insert(companies).values({
      name: "Long ago",
      email: "o@example.test",
      mobile: "+910000000000",
      tokenName: "T",
      tokenSymbol: "T",
      totalSupply: 7,
      panEncrypted: createSecrets(RIGHT).encrypt("pan", "AAACP1234C"),
    });
  };

  test("a secret that differs from the first start's refuses the start", async () => {
    expect(await failureOf(withSecret(RIGHT))).toBeNull();
    const failure = await failureOf(withSecret(WRONG));
    expect(failure).toMatchObject({ message: expect.stringMatching(PRINTS) as string });
    expect(isStartError(failure)).toBe(true);
    expect(await failureOf(withSecret(RIGHT))).toBeNull();
  });

  test("an older database accepts only the secret that decrypts its data", async () => {
    await fromBefore();
    expect(await failureOf(withSecret(WRONG))).toMatchObject({ message: LINE });
    expect(await listSecretChecks(database.db)).toEqual({});
    expect(await failureOf(withSecret(RIGHT))).toBeNull();
    expect(await listSecretChecks(database.db)).toHaveProperty("own");
    expect(await failureOf(withSecret(WRONG))).toMatchObject({
      message: expect.stringMatching(PRINTS) as string,
    });
  });

  test("an exchange of secrets needs the database's secret, and the same new one in every instance", async () => {
    await fromBefore();
    const settings = (APP_SECRET: string, APP_SECRET_PREVIOUS = "") => ({
      ...withSecret(APP_SECRET),
      APP_SECRET_PREVIOUS,
    });
    const read = RIGHT.replaceAll(" ", "-");
    expect(await failureOf(settings(RIGHT))).toBeNull();
    expect(await failureOf(settings(WRONG, read))).toMatchObject({
      message: expect.stringMatching(PRINTS) as string,
    });
    // Each instance first reads with the coming secret too; then the two are exchanged, one
    // instance after the other.
    expect(await failureOf(settings(RIGHT, WRONG))).toBeNull();
    expect(await failureOf(settings(WRONG, RIGHT))).toBeNull();
    expect(await failureOf(settings(RIGHT, WRONG))).toBeNull();
    const mistyped = await failureOf(settings(`${WRONG} typo`, RIGHT));
    expect(mistyped).toMatchObject({
      message: expect.stringMatching(/^APP_SECRET is not the new/) as string,
    });
    expect(isStartError(mistyped)).toBe(true);
    expect(await failureOf(settings(RIGHT, `${WRONG} typo`))).toMatchObject({
      message: expect.stringMatching(/^APP_SECRET_PREVIOUS is not the new/) as string,
    });
    // The new secret alone is refused before the rotation, and the old one once the new one has
    // written.
    expect(await failureOf(settings(WRONG))).toMatchObject({
      message: expect.stringMatching(PRINTS) as string,
    });
    const written = createSecrets(WRONG).encrypt("pan", "AAACP1234C");
    await database.sql`UPDATE companies SET pan_encrypted = ${written}`;
    expect(await failureOf(settings(RIGHT))).toMatchObject({
      message: expect.stringMatching(/^Texts by another secret are stored/) as string,
    });
    await runProcess(settings(WRONG, RIGHT), ["secrets", "rotate"]);
    expect(await failureOf(settings(WRONG))).toBeNull();
    expect(await failureOf(settings(RIGHT))).toMatchObject({
      message: expect.stringMatching(PRINTS) as string,
    });
  });

  test("of two concurrent starts with different secrets, one succeeds, and only its secret is valid from then on", async () => {
    await migrate(database);
    const secrets = [RIGHT, WRONG];
    const first = await Promise.all(secrets.map((secret) => failureOf(withSecret(secret))));
    expect(first.filter((failure) => failure === null)).toHaveLength(1);
    for (const [at, secret] of secrets.entries()) {
      const again = await failureOf(withSecret(secret));
      expect(again === null).toBe(first[at] === null);
    }
  });

  test("commands refuse a wrong secret with one line; a backup works with any", async () => {
    expect(await failureOf(withSecret(RIGHT))).toBeNull();
    const type = (...words: string[]) => runProcess(withSecret(WRONG), words).catch(formatFailure);
    expect(await type("super-admin", "add", "root@platform.example")).toEqual({
      text: expect.stringMatching(PRINTS) as string,
      code: EXIT.refused,
    });
    expect(await type("ledger", "verify")).toContain("0 ledgers hold.");
    const folder = mkdtempSync(path.join(tmpdir(), "start-"));
    try {
      const env = {
        ...withSecret(WRONG),
        BACKUP_DIR: folder,
        BACKUP_KEY: "a key of a backup, of forty signs or more",
      };
      await database.sql`
        INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply)
        VALUES (gen_random_uuid(), 'A company', 'o@example.test', '+910000000000', 'T', 'T', 7)`;
      const written = await runProcess(env, ["db", "backup", path.join(folder, "all")]);
      expect(written).toMatch(/^Wrote|^Written/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
