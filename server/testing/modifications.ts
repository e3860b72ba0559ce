import { randomBytes } from "node:crypto";
import { type Database, type Executor, runText, transact } from "@db/client";
import { newId } from "@db/ids";
import { campaigns } from "@db/schema";
import { insertAudit } from "@server/platform/queries/audit";
import { describeTables } from "@db/tables";
import { createRandom } from "@db/random";
import { faultsIn, verifyDatabase } from "@server/verification/verify-database";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import { signingKey } from "@server/ledger/sealing/signing-key";
import { ledgerFixture } from "./ledger-fixture";
import { ACTS, COVERED } from "./modification-areas";
import { modify, type Place, rowsOf } from "./modify-row";

export interface ModificationResult {
  tried: number;
  /** Descriptions of modifications that verification did not find. */
  missed: string[];
  /** Faults reported for the unmodified database. */
  falseAlarms: string[];
  /** Number of times that each kind of modification was applied to each table. */
  counts: Record<string, number>;
  seconds: number;
}

/**
 * Fills an empty database with sealed ledgers of three companies and the platform, signed by two keys
 * in turn, and opens it to an attacker who owns it: only the primary keys remain, without triggers and
 * other constraints.
 */
export async function prepareModifications(database: Database): Promise<void> {
  const { db } = database;
  const keys = [1, 2].map((n) => signingKey(Buffer.alloc(32, n).toString("base64")));
  const fixtures = [];
  for (let n = 0; n < 3; n += 1) fixtures.push(await ledgerFixture(db));
  // The first ledger has more than 256 allocations, so that roots of subtrees are stored.
  for (const [round, sizes] of [
    [60, 4, 2],
    [60, 3, 1],
    [30, 0, 5],
  ].entries()) {
    for (const [at, size] of sizes.entries()) await fixtures[at]?.approve(size);
    await insertAudit(db, {
      companyId: null,
      actorRole: "SUPER_ADMIN",
      action: "company.added",
      subjectType: "company",
      subjectId: fixtures[round]?.companyId ?? "",
      after: { name: "A", count: round },
    });
    const key = keys[round === 0 ? 0 : 1];
    if (!key) throw new Error("There are two keys.");
    const refused = await sealAll({ database, key });
    if (refused.size > 0) throw new Error([...refused.values()].join(" "));
  }
  for (const fixture of fixtures) {
    await fixture.hold();
    await fixture.refund();
    await db.insert(campaigns).values({
      companyId: fixture.companyId,
      name: "A",
      startsAt: new Date(0),
      endsAt: new Date(1),
      rewardBps: 500,
      whoRefers: "ALL",
    });
    await insertAudit(db, {
      companyId: fixture.companyId,
      actorRole: "SYSTEM",
      action: "order.expired",
      subjectType: "order",
      subjectId: newId(),
    });
  }
  const open = await runText(
    db,
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'f'
      UNION ALL
     SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'c'
      UNION ALL
     SELECT format('DROP INDEX %s', indexrelid::regclass) FROM pg_index i
       JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
      WHERE i.indisunique AND NOT i.indisprimary
        AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)
      UNION ALL
     SELECT format('ALTER TABLE %s DISABLE TRIGGER USER', c.oid::regclass)
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
    [],
  );
  for (const { statement } of open) await runText(db, String(statement), []);
}

/** Number of concurrent modifications, each in a transaction of its own that sees no other. */
const LANES = 3;

/**
 * Applies random modifications to a prepared database, each in a transaction that is rolled back,
 * and verifies after each. The same seed gives the same modifications on the same database.
 */
export async function tryModifications(
  { db }: Database,
  { count, seed }: { count: number; seed: number },
): Promise<ModificationResult> {
  const startedAt = performance.now();
  const tables = await describeTables(db);
  const places: Place[] = [];
  // Every modification is rolled back, so the rows are read once.
  for (const area of COVERED) {
    const table = tables.find(({ name }) => name === area.table);
    if (!table) throw new Error(`There is no table ${area.table}.`);
    places.push({ area, table, rows: await rowsOf(db, table, area.rows) });
  }
  const result: ModificationResult = {
    tried: 0,
    missed: [],
    falseAlarms: [],
    counts: {},
    seconds: 0,
  };
  const alarms = async () => {
    const report = await verifyDatabase(db);
    if (faultsIn(report) > 0) result.falseAlarms.push(JSON.stringify(report));
  };
  await alarms();
  const shares = Array.from({ length: LANES }, (_, lane) => Math.ceil((count - lane) / LANES));
  await Promise.all(
    shares.map(async (share, lane) => {
      // Each lane has its own random sequence, since the lanes take turns as the database answers.
      const random = createRandom(seed + lane);
      for (let tried = 0; tried < share;) {
        const place = random.pick(places);
        const act = random.pick(place.area.acts ?? ACTS);
        const outcome = await attempt(db, async (tx) => {
          const done = await modify(tx, random, place, act);
          return done && { said: done.said, isFound: await isFound(tx, done.companyIds) };
        });
        // The modification changed nothing, such as a swap of equal values.
        if (!outcome) continue;
        tried += 1;
        result.tried += 1;
        const name = `${act} ${place.table.name}`;
        result.counts[name] = (result.counts[name] ?? 0) + 1;
        if (!outcome.isFound) result.missed.push(outcome.said);
      }
    }),
  );
  await alarms();
  result.seconds = (performance.now() - startedAt) / 1000;
  return result;
}

/** Verifies the modified companies first; only if they show no fault, the whole database. */
async function isFound(tx: Executor, companyIds: string[]): Promise<boolean> {
  const ofThese = await verifyDatabase(tx, {}, { companyIds });
  return faultsIn(ofThese) > 0 || faultsIn(await verifyDatabase(tx)) > 0;
}

class RolledBack extends Error {}

/** Runs an act in a transaction that is always rolled back. */
async function attempt<T>(db: Executor, run: (tx: Executor) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await transact(db, async (tx) => {
      result = { value: await run(tx) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (!result) throw new Error("The transaction did not run.");
  return result.value;
}

/** Returns a seed for a run without one; it is printed, so that the run can be repeated. */
export const newSeed = (): number => randomBytes(4).readUInt32BE();
