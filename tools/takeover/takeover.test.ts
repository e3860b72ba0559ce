/** @module-tag full */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runText } from "@db/client";
import { knownMigrations } from "@db/startup/migrate";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { restoreBackup } from "@ops/backups/backups";
import { DEMO_COMPANIES, demoCompanyId } from "@ops/demo/companies";
import { formatFailure, runProcess } from "@ops/operator/run";
import { refusalFrom } from "@server/access/call/refusal-from";
import { createLocalStorage } from "@server/files/storage/storage";
import { appRouter, type Caller } from "@server/http/router";
import { memberHarness, type MemberHarness } from "@server/testing/member-harness";
import { TAKEOVER_KEY, TAKEOVER_SECRET, takeoverFile, TAKEOVERS } from "./installation";

/** Reads and exports, which are mutations that read. */
const READS = Object.entries<unknown>(appRouter._def.procedures)
  .filter(
    ([name, procedure]) =>
      name.startsWith("exports.") ||
      Reflect.get(Object(Reflect.get(Object(procedure), "_def")), "type") === "query",
  )
  .map(([name]) => name);
const COMPANY = demoCompanyId(DEMO_COMPANIES[0]!);

let harness: MemberHarness;
let folder: string;
beforeAll(async () => {
  harness = await memberHarness();
  folder = await mkdtemp(path.join(tmpdir(), "takeover-"));
});
afterAll(async () => {
  await harness.close();
  await rm(folder, { recursive: true });
});

describe.each(TAKEOVERS)("an installation of $version", ({ version, migrations }) => {
  let database: TestDatabase;
  const environment = (DATABASE_URL = database.url) => ({
    NODE_ENV: "test",
    APP_SECRET: TAKEOVER_SECRET,
    BACKUP_DIR: folder,
    BACKUP_KEY: TAKEOVER_KEY,
    STORAGE_DIR: path.join(folder, version),
    DATABASE_URL,
  });
  const type = (...words: string[]) => runProcess(environment(), words);
  beforeAll(async () => {
    database = await testDatabase({ isEmpty: true });
    const known = knownMigrations().slice(0, migrations);
    const storage = createLocalStorage(environment().STORAGE_DIR);
    await restoreBackup({ database, storage }, takeoverFile(version), TAKEOVER_KEY, { known });
  });
  afterAll(() => database.drop());

  const one = async (query: string, ...values: unknown[]) => {
    const [row] = await runText(database.db, query, values);
    return Object.values(row ?? {}).map(String);
  };
  const order = (status: string) =>
    one(
      "SELECT id, order_number, member_id FROM orders WHERE company_id = $1 AND status = $2 ORDER BY id LIMIT 1",
      COMPANY,
      status,
    );
  const personOf = async (id: string) => harness.elsewhere(database.url).row({ id });
  const adminOf = async () => {
    const [id = ""] = await one(
      "SELECT id FROM users WHERE company_id = $1 AND role = 'ADMIN' ORDER BY id LIMIT 1",
      COMPANY,
    );
    return personOf(id);
  };

  /** Calls every read as a member, an admin and a super admin; returns what failed, and how. */
  async function failedReads(): Promise<string[]> {
    const there = harness.elsewhere(database.url);
    const [orderId = "", purchaseId = "", memberId = ""] = await order("APPROVED");
    const [member, admin] = [await personOf(memberId), await adminOf()];
    const common = { page: 1, limit: 100, companyId: COMPANY, orderId, purchaseId };
    const callers: [Caller, object][] = [
      [await there.as(member), { ...common, id: member.id }],
      [await there.as(admin), { ...common, id: member.id, orderIds: [orderId] }],
      [await there.asSuperAdmin(), { ...common, id: COMPANY }],
    ];
    const failed: string[] = [];
    for (const [caller, input] of callers) {
      for (const name of READS) {
        const call = name
          .split(".")
          .reduce<unknown>((at, part) => Reflect.get(Object(at), part), caller);
        try {
          await Reflect.apply(call as () => unknown, undefined, [input]);
        } catch (error) {
          if (!refusalFrom(error)) failed.push(`${name}: ${formatFailure(error).text}`);
        }
      }
    }
    return failed;
  }

  test("it is migrated, its ledger and its rewards hold, every list opens and an order is approved", async () => {
    await type("db", "migrate");
    expect(await type("ledger", "verify")).toMatch(/Everything is sealed\.[^]*\n2 ledgers hold\.$/);
    expect(await type("referral", "recompute")).toContain("Every reward agrees");
    expect(await failedReads()).toEqual([]);
    const [orderId = ""] = await order("PENDING");
    const admin = await harness.elsewhere(database.url).as(await adminOf());
    await admin.orders.approve({ orderId });
    expect(await one("SELECT status FROM orders WHERE id = $1", orderId)).toEqual(["APPROVED"]);
    expect(await type("ledger", "verify")).toContain("2 ledgers hold.");
  });

  test("it has every kind of order, reward and language, payments, proofs, a document and seals", async () => {
    const counts = await one(`SELECT
      (SELECT string_agg(DISTINCT status, ' ' ORDER BY status) FROM orders) AS states,
      (SELECT string_agg(DISTINCT language, ' ' ORDER BY language) FROM users) AS languages,
      (SELECT string_agg(DISTINCT reward_state, ' ' ORDER BY reward_state) FROM orders) AS rewards,
      (SELECT min(number) FROM (VALUES
        ((SELECT count(*) FROM payments)), ((SELECT count(*) FROM statement_lines)),
        ((SELECT count(*) FROM medias)), ((SELECT count(*) FROM checkpoints)),
        ((SELECT count(*) FROM companies WHERE settings ? 'documents'))) AS all_of (number)) > 0`);
    expect(counts).toEqual([
      "APPROVED CANCELLED EXPIRED OPEN PENDING REJECTED REVERSED",
      "en hi",
      "ALLOCATED ON_HOLD WITHDRAWN",
      "true",
    ]);
  });

  test("its backup is restored, which its ledger survives", async () => {
    const target = await testDatabase({ isEmpty: true });
    try {
      const env = environment(target.url);
      expect(await runProcess(env, ["backup", "restore", takeoverFile(version)])).toMatch(
        /^Restored: \d{4,} rows, \d+ files\.$/,
      );
      expect(await runProcess(env, ["ledger", "verify"])).toContain("2 ledgers hold.");
    } finally {
      await target.drop();
    }
  });

  test.each([
    ["orders", "hold_ends_at"],
    ["payments", "amount_paise"],
    ["users", "pincode"],
    ["companies", "settings"],
    ["audit_seals", "hash"],
  ])("the control: without the column of %s %s, it is not taken over", async (table, column) => {
    await runText(database.db, `ALTER TABLE ${table} RENAME ${column} TO dropped`, []);
    try {
      const verified: Promise<unknown[]> = type("ledger", "verify").then(() => []);
      const found: Promise<unknown[]>[] = [verified, failedReads()];
      const faults = found.map((one) => one.catch((error: unknown) => [error]));
      expect((await Promise.all(faults)).flat()).not.toEqual([]);
    } finally {
      await runText(database.db, `ALTER TABLE ${table} RENAME dropped TO ${column}`, []);
    }
  });
});
