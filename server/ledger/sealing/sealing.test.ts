import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restoreBackup, writeBackup } from "@ops/backups/backups";
import { createDatabase, runText } from "@db/client";
import { insertAudit } from "@server/platform/queries/audit";
import { lastCheckpoint } from "@server/ledger/queries/sealing";
import { type TestDatabase, testDatabase } from "@db/testing/test-database";
import { checkpointHash } from "@server/ledger/rules/checkpoint";
import { faultsIn, type Trusted, verifyDatabase } from "@server/verification/verify-database";
import { createLocalStorage } from "@server/files/storage/storage";
import { type LedgerFixture, ledgerFixture } from "@server/testing/ledger-fixture";
import { PAUSE_MS, createSealer, sealAll } from "./seal-timer";
import { signingKey } from "./signing-key";

const key = signingKey(Buffer.alloc(32, 1).toString("base64"));
const logger = pino({ level: "silent" });

let database: TestDatabase;
let fixture: LedgerFixture;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const fresh = async (count = 5) => {
  fixture = await ledgerFixture(database.db);
  await fixture.approve(count);
  return fixture;
};
const seal = () => sealAll({ database, key });

/** The report of the test's company; those of earlier tests are not verified again. */
async function look(trusted: Trusted = {}) {
  const { companies } = await verifyDatabase(database.db, trusted, {
    companyIds: [fixture.companyId],
  });
  const [own] = companies;
  if (!own) throw new Error("The company is not in the report.");
  return own;
}

const audit = (action: string, db = database.db) =>
  insertAudit(db, {
    companyId: fixture.companyId,
    actorRole: "SYSTEM",
    action,
    subjectType: "test",
    subjectId: "1",
  });

const TABLES = ["allocations", "audit_entries", "audit_seals", "checkpoints", "merkle_nodes"];

/** Acts as an owner of the database does: without triggers, in a transaction that is undone. */
async function asOwner(act: () => Promise<void>, statements: string[]): Promise<void> {
  const { db } = database;
  const each = (word: string) =>
    Promise.all(
      TABLES.map((table) => runText(db, `ALTER TABLE ${table} ${word} TRIGGER USER`, [])),
    );
  const copies = TABLES.map(
    (table) => `CREATE TABLE IF NOT EXISTS kept_${table} AS TABLE ${table}`,
  );
  for (const copy of copies) await runText(db, copy, []);
  await each("DISABLE");
  try {
    for (const statement of statements) await runText(db, statement, []);
    await act();
  } finally {
    for (const table of TABLES) {
      const names = (
        await runText(
          db,
          "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'",
          [table],
        )
      ).map(({ name }) => `"${String(name)}"`);
      await runText(
        db,
        `DELETE FROM ${table}; INSERT INTO ${table} (${names.join(", ")}) SELECT ${names.join(", ")} FROM kept_${table}; DROP TABLE kept_${table}`,
        [],
      );
    }
    await each("ENABLE");
  }
}

describe("sealing", () => {
  test("sealing covers every allocation and audit entry, and counts the unsealed ones", async () => {
    await fresh(7);
    const before = await look();
    expect(before.faults).toEqual([]);
    expect(before.sealedAudit).toMatchObject({ sealed: 0, unsealed: 7 });
    expect(before.sealedAllocations.unsealed).toBe(before.allocations);
    expect(before.sealedAllocations.unsealedSeconds).toBeGreaterThan(0);
    expect(await seal()).toEqual(new Map());
    const after = await look();
    expect(after.faults).toEqual([]);
    expect(after.sealedAudit).toEqual({ sealed: 7, unsealed: 0, unsealedSeconds: 0 });
    expect(after.sealedAllocations).toEqual({
      sealed: after.allocations,
      unsealed: 0,
      unsealedSeconds: 0,
    });
    await audit("test.later");
    expect((await look()).sealedAudit).toMatchObject({ sealed: 7, unsealed: 1 });
  });

  test("sealing finds entries in any order of their commits", async () => {
    await fresh(1);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const slow = database.db.transaction(async (tx) => {
      await audit("test.slow", tx);
      begun();
      await held;
    });
    await hasBegun;
    await audit("test.quick");
    await seal();
    expect((await look()).sealedAudit.sealed).toBe(2);
    release();
    await slow;
    expect((await look()).sealedAudit.unsealed).toBe(1);
    await seal();
    expect(await look()).toMatchObject({ faults: [], sealedAudit: { sealed: 3, unsealed: 0 } });
  });

  test("several sealing instances seal each entry once", async () => {
    await fresh(3);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([audit(`test.a${round}`), audit(`test.b${round}`), seal(), seal(), seal()]);
    }
    await seal();
    const { rows } = await database.db.execute<{ number: string }>(
      sql`SELECT entry_id FROM audit_seals WHERE company_id = ${fixture.companyId} GROUP BY 1 HAVING count(*) > 1`,
    );
    expect(rows).toEqual([]);
    expect(await look()).toMatchObject({ faults: [], sealedAudit: { sealed: 13, unsealed: 0 } });
  });

  test("the sealer runs by itself, and stops", { tags: ["full"] }, async () => {
    await fresh(1);
    const sealer = createSealer({ database, key, logger });
    sealer.start();
    await expect.poll(async () => (await look()).sealedAudit.unsealed, { timeout: 60_000 }).toBe(0);
    await sealer.stop();
    await audit("test.after-stop");
    expect((await look()).sealedAudit.unsealed).toBe(1);
    await seal();
  });

  test(
    "an entry is sealed in the first round after its commit, whatever the number of companies",
    { tags: ["full"], timeout: 120_000 },
    async () => {
      const rounds: number[] = [];
      const watched = createDatabase({
        url: database.url,
        logger: {
          debug: (fields) => {
            // The statement that begins a round.
            if (
              "sql" in fields &&
              String(fields.sql).startsWith("SELECT company_id FROM audit_un")
            ) {
              rounds.push(Date.now());
            }
          },
        },
      });
      const sealer = createSealer({ database: watched, key, logger });
      const companies = await Promise.all([1, 2, 3, 4, 5].map(() => ledgerFixture(database.db)));
      sealer.start();
      const committed = await Promise.all(
        companies.map(async (company) => {
          const times: number[] = [];
          for (let n = 0; n < 10; n += 1) {
            await company.approve(1);
            times.push(Date.now());
            await new Promise((resolve) => setTimeout(resolve, 300));
          }
          return { companyId: company.companyId, times };
        }),
      );
      const companyIds = companies.map(({ companyId }) => companyId);
      const isSealed = async () => {
        const report = await verifyDatabase(database.db, {}, { companyIds });
        return report.companies.every(
          ({ sealedAudit, sealedAllocations }) =>
            sealedAudit.unsealed + sealedAllocations.unsealed === 0,
        );
      };
      await expect.poll(isSealed, { timeout: 50_000 }).toBe(true);
      await sealer.stop();
      await watched.close();

      for (const { companyId, times } of committed) {
        for (const log of ["AUDIT", "ALLOCATIONS"] as const) {
          const signed = await database.sql`
          SELECT size::int, (extract(epoch FROM signed_at) * 1000)::float8 AS at FROM checkpoints
           WHERE company_id = ${companyId}::uuid AND log = ${log} ORDER BY number`;
          for (const [n, time] of times.entries()) {
            // Each approval adds at least one entry to each log; the first n + 1 are sealed by then.
            const seal = signed.find(({ size }) => Number(size) > n);
            const between = rounds.filter((at) => at > time + 1 && at <= Number(seal?.at));
            expect(between.length, `${log} ${n}`).toBeLessThanOrEqual(1);
          }
        }
      }
      // Two pauses and what a round takes are less than the five seconds.
      expect(PAUSE_MS * 2).toBeLessThan(5000);
    },
  );

  test(
    "sealing grows a tree over several levels in parts, like one that is built at once",
    { tags: ["full"] },
    async () => {
      await fresh(1);
      for (const count of [100, 1, 60, 300]) {
        await fixture.approve(count);
        await seal();
      }
      const report = await look();
      expect(report.faults).toEqual([]);
      expect(report.sealedAllocations.sealed).toBeGreaterThan(512);
    },
  );

  test("sealing keeps the public keys of earlier signers; a key that is not trusted is reported", async () => {
    await fresh(1);
    await seal();
    const second = signingKey(Buffer.alloc(32, 2).toString("base64"));
    await fixture.approve(1);
    await sealAll({ database, key: second });
    expect((await look()).faults).toEqual([]);
    expect((await look({ publicKeys: [key.publicKey, second.publicKey] })).faults).toEqual([]);
    expect((await look({ publicKeys: [second.publicKey] })).faults).toEqual([
      { kind: "checkpoint", log: "ALLOCATIONS", number: 1, fault: "unknown-key" },
      { kind: "checkpoint", log: "AUDIT", number: 1, fault: "unknown-key" },
    ]);
  });
});

describe("an owner of the database", () => {
  test("an owner of the database cannot delete the audit log", { tags: ["full"] }, async () => {
    await fresh(4);
    await seal();
    await asOwner(async () => {
      expect((await look()).faults).toEqual([
        { kind: "audit", sequence: 1, fault: "entry-missing" },
      ]);
    }, [`DELETE FROM audit_entries WHERE company_id = '${fixture.companyId}'`]);
    await asOwner(async () => {
      expect((await look()).faults).toEqual([{ kind: "audit", sequence: 1, fault: "hash" }]);
    }, [`UPDATE audit_entries SET after = '{}' WHERE company_id = '${fixture.companyId}'`]);
  });

  test(
    "an owner of the database cannot cut off the end of both logs with their seals, beside a kept checkpoint",
    { tags: ["full"] },
    async () => {
      await fresh(1);
      await seal();
      const { companyId } = fixture;
      await fixture.approve(1);
      await seal();
      const last = await lastCheckpoint(database.db, companyId, "AUDIT");
      if (!last) throw new Error("There is a checkpoint.");
      const anchors = [
        { companyId, log: "AUDIT" as const, number: last.number, hash: checkpointHash(last) },
      ];
      expect((await look({ anchors })).faults).toEqual([]);
      const cut = ["audit_seals", "audit_entries"].map(
        (table) =>
          `DELETE FROM ${table} WHERE company_id = '${companyId}' AND ${table === "audit_seals" ? "sequence > 1" : "id NOT IN (SELECT entry_id FROM audit_seals)"}`,
      );
      await asOwner(async () => {
        expect((await look()).faults).not.toContainEqual(
          expect.objectContaining({ kind: "audit" }),
        );
        expect((await look({ anchors })).faults).toContainEqual({
          kind: "checkpoint",
          log: "AUDIT",
          number: 2,
          fault: "anchor",
        });
      }, [...cut, `DELETE FROM checkpoints WHERE company_id = '${companyId}' AND number > 1`]);
    },
  );

  test(
    "an owner of the database cannot end the verification by an impossible value",
    { tags: ["full"] },
    async () => {
      await fresh(1);
      await seal();
      const before = fixture;
      await fresh(1);
      await seal();
      const { companyId } = before;
      const check = "ALTER TABLE companies DROP CONSTRAINT companies_supply";
      await asOwner(async () => {
        const { companies } = await verifyDatabase(database.db);
        const faultsOf = (id: string) => companies.find(({ company }) => company.id === id)?.faults;
        expect(faultsOf(companyId)).toMatchObject([{ kind: "unreadable" }]);
        expect(faultsOf(fixture.companyId)).toEqual([]);
      }, [check, `UPDATE companies SET total_supply = -1 WHERE id = '${companyId}'`]);
      await database.sql`UPDATE companies SET total_supply = 1000000000000 WHERE id = ${companyId}`;
    },
  );

  test(
    "an owner of the database gets no signature for a changed ledger",
    { tags: ["full"] },
    async () => {
      await fresh(2);
      await seal();
      await fixture.approve(1);
      await asOwner(async () => {
        expect((await seal()).get(fixture.companyId)).toMatch(/differ from checkpoint 1/);
      }, [
        `UPDATE allocations SET hashed_bytes = replace(hashed_bytes, 'quantity=100', 'quantity=900') WHERE company_id = '${fixture.companyId}' AND sequence = 1`,
      ]);
      expect(await seal()).toEqual(new Map());
      expect((await look()).faults).toEqual([]);
    },
  );
});

test(
  "a backup contains the seals, and a restored database continues sealing",
  { tags: ["full"] },
  async () => {
    await fresh(3);
    await seal();
    await audit("test.unsealed");
    const folder = await mkdtemp(path.join(tmpdir(), "sealing-"));
    const restored = await testDatabase({ isEmpty: true });
    try {
      const file = path.join(folder, "backup");
      const storage = createLocalStorage(folder);
      await writeBackup({ database, storage }, file, "k".repeat(32));
      await restoreBackup({ database: restored, storage }, file, "k".repeat(32));
      const own = async () =>
        (await verifyDatabase(restored.db)).companies.find(
          ({ company }) => company.id === fixture.companyId,
        );
      expect(await own()).toMatchObject({ faults: [], sealedAudit: { sealed: 3, unsealed: 1 } });
      await sealAll({ database: restored, key });
      expect(await own()).toMatchObject({ faults: [], sealedAudit: { sealed: 4, unsealed: 0 } });
      expect(await restored.sql`SELECT * FROM audit_unsealed`).toEqual([]);
      expect(faultsIn(await verifyDatabase(restored.db))).toBe(0);
    } finally {
      await restored.drop();
      await rm(folder, { recursive: true });
    }
  },
);
