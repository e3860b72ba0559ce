import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSecretCheck } from "@db/queries/secret-checks";
import { companies } from "@db/schema";
import { SchemaError, migrate } from "@db/migrate";
import { type TestDatabase, testDatabase } from "@db/testing/test-database";
import { readConfig } from "@server/config/environment";
import { createSecrets } from "@server/identity/secrets";
import { runProcess, EXIT, formatFailure } from "@server/operations/operator/run";
import { DEMO_COMPANIES } from "@server/operations/demo/companies";
import { demoCompanyId } from "@server/operations/demo/company-history";
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
  // An empty one becomes the demo's.
  expect(await failureOf(withDemo)).toBeNull();
  const company = {
    name: "Real",
    email: "o@example.test",
    mobile: "+910000000000",
    tokenName: "T",
    tokenSymbol: "T",
    totalSupply: 7,
  };
  // The demo's own companies, and one that a super admin made while it ran, are no reason.
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
  const withSecret = (APP_SECRET: string) => ({ ...environment(), APP_SECRET });

  /** A database from a version without check values. */
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
    expect(failure).toMatchObject({ message: LINE });
    expect(isStartError(failure)).toBe(true);
    expect(await failureOf(withSecret(RIGHT))).toBeNull();
  });

  test("an older database accepts only the secret that decrypts its data", async () => {
    await fromBefore();
    expect(await failureOf(withSecret(WRONG))).toMatchObject({ message: LINE });
    expect(await findSecretCheck(database.db)).toBeUndefined();
    expect(await failureOf(withSecret(RIGHT))).toBeNull();
    expect(await findSecretCheck(database.db)).toBeDefined();
    expect(await failureOf(withSecret(WRONG))).toMatchObject({ message: LINE });
  });

  test("another number needs the keys of all texts, and is the same in every instance", async () => {
    await fromBefore();
    expect(await failureOf(withSecret(RIGHT))).toBeNull();
    const second = { ...withSecret(WRONG), APP_SECRET_NUMBER: "2" };
    const missing = await failureOf(second);
    expect(missing).toMatchObject({ message: expect.stringMatching(/^Texts of key 1/) as string });
    expect(isStartError(missing)).toBe(true);
    const read = RIGHT.replaceAll(" ", "-");
    expect(read).not.toBe(RIGHT);
    // A mistyped old secret, and then, once number 2 has begun, a mistyped new one
    expect(await failureOf({ ...second, APP_SECRETS_READ: `1:${read}` })).toMatchObject({
      message: LINE,
    });
    await database.sql`UPDATE companies SET pan_encrypted = NULL`;
    expect(await failureOf(second)).toBeNull();
    const mistyped = { ...withSecret(`${WRONG} typo`), APP_SECRET_NUMBER: "2" };
    expect(await failureOf(mistyped)).toMatchObject({
      message: "The secret of number 2 is not the one that this database was first started with.",
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

  test("commands that need it are refused with one line; a backup works with any secret", async () => {
    expect(await failureOf(withSecret(RIGHT))).toBeNull();
    const type = (...words: string[]) => runProcess(withSecret(WRONG), words).catch(formatFailure);
    expect(await type("super-admin", "add", "root@platform.example")).toEqual({
      text: LINE,
      code: EXIT.refused,
    });
    expect(await type("ledger", "verify")).toContain("0 ledgers hold.");
    const folder = mkdtempSync(path.join(tmpdir(), "start-"));
    try {
      expect(await type("db", "backup", path.join(folder, "all"))).toContain("Written to");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
