import { randomBytes } from "node:crypto";
import { type Database, type Executor, runText } from "@db/client";
import { newId } from "@db/ids";
import { PLATFORM_ID } from "@db/platform";
import { insertAudit } from "@db/queries/activity";
import { describeTables, type Table } from "@db/tables";
import { createRandom } from "@server/operations/demo/random";
import { faultsIn, verifyDatabase } from "@server/operations/verify-database";
import { sealAll } from "@server/sealing/sealer";
import { signingKey } from "@server/sealing/signing-key";
import { ledgerFixture } from "./ledger-fixture";

interface Area {
  table: string;
  /** All of the table's columns, unless named. */
  columns?: string[];
  /** All rows, unless named. */
  rows?: string;
  acts?: readonly Act[];
}

const ACTS = ["flip", "delete", "swap", "insert", "copy"] as const;
type Act = (typeof ACTS)[number];

/** Stored with an order of any status, and computed again from the others. */
const ORDER_FIGURES = [
  "company_id",
  "amount_paise",
  "fee_bps",
  "quantity",
  "fee_paise",
  "total_paise",
  "status",
  "held_quantity",
  "held_reward",
];

/**
 * What verification claims to cover. A change anywhere in it is to be found, whoever makes it. Every
 * table of the product is here or in `NOT_COVERED`.
 */
const COVERED: readonly Area[] = [
  { table: "allocations" },
  {
    table: "audit_entries",
    // The last entries are not sealed yet: only their number is known.
    rows: "EXISTS (SELECT 1 FROM audit_seals s WHERE s.company_id = t.company_id AND s.entry_id = t.id)",
  },
  { table: "audit_seals" },
  { table: "audit_unsealed" },
  { table: "checkpoints" },
  { table: "merkle_nodes" },
  { table: "sealing_keys" },
  { table: "supplies" },
  {
    table: "orders",
    columns: [
      ...ORDER_FIGURES,
      "id",
      "member_id",
      "order_number",
      "price_micro_rupees",
      "approved_quantity",
      "approved_amount_paise",
      "approved_fee_paise",
      "received_paise",
      "referrer_id",
      "reward_bps",
    ],
    rows: "status IN ('APPROVED', 'REVERSED')",
  },
  { table: "orders", columns: ORDER_FIGURES, rows: "status IN ('OPEN', 'PENDING')" },
  { table: "companies", columns: ["total_supply"], acts: ["flip", "swap"] },
  {
    table: "payment_claims",
    columns: ["company_id", "id", "member_id", "order_id", "status", "amount_paise"],
    rows: "status IN ('APPLIED', 'CONFIRMED')",
  },
  {
    table: "payment_credits",
    columns: [
      "company_id",
      "id",
      "method",
      "reference",
      "amount_paise",
      "applied_paise",
      "refunded_paise",
      "claim_id",
    ],
  },
  {
    table: "payment_applications",
    columns: ["company_id", "order_id", "claim_id", "credit_id", "amount_paise"],
  },
  { table: "payment_refunds", columns: ["company_id", "credit_id", "amount_paise"] },
  {
    table: "figures",
    // A figure is the sum of its slots, so that a slot's name and a slot of nothing mean nothing.
    columns: ["company_id", "figure", "about", "count", "amount"],
    rows: "t.count <> 0 OR t.amount <> 0",
  },
  { table: "holdings" },
];

/** Tables that verification leaves out, and why. */
const NOT_COVERED: Record<string, string> = Object.fromEntries(
  (
    [
      ["the audit log has each change", "agreed_policies beneficiaries brands domains prices"],
      ["the audit log has each change", "announcements pending_changes super_admins users medias"],
      ["secrets and short-lived states", "idempotency_keys login_throttles messages"],
      ["secrets and short-lived states", "one_time_codes passkeys recovery_codes second_steps"],
      ["secrets and short-lived states", "key_readers secret_checks sessions super_admin_sessions"],
      ["secrets and short-lived states", "altered_admins notice_mailings order_digests"],
      ["the results of verification", "verifications"],
      ["what the last night deleted, also in the audit log", "retention_runs"],
      ["what a bank states; the credits have what was confirmed", "statements statement_lines"],
      ["how an account's files are laid out", "statement_mappings"],
      ["secrets, and what a bank told of", "payment_webhooks payment_notices"],
      ["files that wait for their import", "held_statements"],
      ["how an admin arranges a list", "order_views order_columns"],
      ["the place of a page, counted again each night", "list_counts"],
    ] as const
  ).flatMap(([reason, tables]) => tables.split(" ").map((table) => [table, reason])),
);

/** Tables that nobody has decided about. */
export async function undecidedTables({ db }: Database): Promise<string[]> {
  const decided = new Set([...COVERED.map(({ table }) => table), ...Object.keys(NOT_COVERED)]);
  return (await describeTables(db)).map(({ name }) => name).filter((name) => !decided.has(name));
}

type Random = ReturnType<typeof createRandom>;
type Row = Record<string, string | null>;
type Column = Table["columns"][number];

export interface ModificationResult {
  tried: number;
  /** Modifications that verification did not find, as text. */
  missed: string[];
  /** Faults reported for the unmodified database. */
  falseAlarms: string[];
  /** How often each act was applied to each table. */
  counts: Record<string, number>;
  seconds: number;
}

/**
 * Fills an empty database with sealed ledgers of three companies and the platform, signed by two
 * keys in turn, and opens it to an attacker who owns it: no trigger, no constraint but the primary
 * keys is left.
 */
export async function prepareModifications(database: Database): Promise<void> {
  const { db } = database;
  const keys = [1, 2].map((n) => signingKey(Buffer.alloc(32, n).toString("base64")));
  const fixtures = [];
  for (let n = 0; n < 3; n += 1) fixtures.push(await ledgerFixture(db));
  // The first has more than 256 allocations, so that roots of subtrees are stored.
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

/** Modifications at the same time, each in a transaction of its own that sees no other. */
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
  // Every modification is undone, so the rows are read once.
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
      // A sequence of its own, since the lanes take turns as the database answers.
      const random = createRandom(seed + lane);
      for (let tried = 0; tried < share;) {
        const place = random.pick(places);
        const act = random.pick(place.area.acts ?? ACTS);
        const outcome = await attempt(db, async (tx) => {
          const done = await modify(tx, random, place, act);
          return done && { said: done.said, isFound: await isFound(tx, done.companyIds) };
        });
        // Nothing was changed, such as by a swap of equal values.
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

/** Looks at the modified companies first: only what they do not show needs all of the database. */
async function isFound(tx: Executor, companyIds: string[]): Promise<boolean> {
  const ofThese = await verifyDatabase(tx, {}, { companyIds });
  return faultsIn(ofThese) > 0 || faultsIn(await verifyDatabase(tx)) > 0;
}

class RolledBack extends Error {}

/** Runs in a transaction that is always rolled back. */
async function attempt<T>(db: Executor, run: (tx: Executor) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await db.transaction(async (tx) => {
      result = { value: await run(tx) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (!result) throw new Error("The transaction did not run.");
  return result.value;
}

const quoted = (name: string) => `"${name}"`;

/** An area with its rows before any modification. */
interface Place {
  area: Area;
  table: Table;
  rows: readonly Row[];
}

interface Modification {
  /** What was done. */
  said: string;
  /** The companies whose rows were changed. */
  companyIds: string[];
}

/** Modifies the table; null if nothing is different. */
async function modify(
  tx: Executor,
  random: Random,
  { area, table, rows }: Place,
  act: Act,
): Promise<Modification | null> {
  const row = random.pick(rows);
  const columns = table.columns.filter(({ name }) => area.columns?.includes(name) ?? true);
  const name = quoted(table.name);
  const at = (one: Row) => table.key.map((key) => `${key}=${one[key] ?? ""}`).join(" ");
  const done = (said: string, ...changed: Row[]): Modification => ({
    said: `${act} ${table.name}${said}`,
    companyIds: [...new Set(changed.flatMap((one) => companyOf(table, one) ?? []))],
  });
  const set = (one: Row, column: Column, value: string | null) => {
    const { where, values } = keyOf(table, one, 1);
    return runText(
      tx,
      `UPDATE ${name} SET ${quoted(column.name)} = $1::text::${column.type} WHERE ${where}
       RETURNING ${quoted(column.name)}::text AS value`,
      [value, ...values],
    );
  };
  const insert = async (one: Row): Promise<Modification | null> => {
    const names = table.columns.map((column) => quoted(column.name)).join(", ");
    const values = table.columns.map(({ type }, n) => `$${n + 1}::text::${type}`).join(", ");
    const inserted = await runText(
      tx,
      `INSERT INTO ${name} (${names}) VALUES (${values}) ON CONFLICT DO NOTHING RETURNING 1`,
      table.columns.map((column) => one[column.name] ?? null),
    );
    return inserted.length > 0 ? done(` ${JSON.stringify(one)}`, row, one) : null;
  };
  switch (act) {
    case "flip": {
      const column = random.pick(columns);
      const value = flipped(random, column.type, row[column.name] ?? null);
      const changed = { ...row, [column.name]: value };
      if (table.key.includes(column.name) && (await exists(tx, table, changed))) return null;
      const [now] = await set(row, column, value);
      // A type may write the new value as the old one.
      if (now?.value === row[column.name]) return null;
      const words = `.${column.name} of ${at(row)}: ${row[column.name]} -> ${value}`;
      return done(words, row, changed);
    }
    case "delete": {
      const { where, values } = keyOf(table, row, 0);
      await runText(tx, `DELETE FROM ${name} WHERE ${where}`, values);
      return done(` ${at(row)}`, row);
    }
    case "swap": {
      const other = random.pick(rows);
      const column = random.pick(columns);
      // A swap of a key that is all of the row's identity would give the same rows.
      if (table.key.includes(column.name) || row[column.name] === other[column.name]) return null;
      // In the order of the rows: another lane may swap the same two.
      const swaps: [Row, Row][] = [
        [row, other],
        [other, row],
      ];
      if (rows.indexOf(row) > rows.indexOf(other)) swaps.reverse();
      for (const [one, from] of swaps) await set(one, column, from[column.name] ?? null);
      return done(`.${column.name} of ${at(row)} and ${at(other)}`, row, other);
    }
    case "insert": {
      const key = random.pick(table.columns.filter((column) => table.key.includes(column.name)));
      const value =
        key.type === "uuid" ? randomUuid(random) : flipped(random, key.type, row[key.name] ?? null);
      return insert({ ...row, [key.name]: value });
    }
    case "copy": {
      const companies = [...new Set(rows.map((one) => one["company_id"] ?? null))];
      const to = random.pick([...companies, PLATFORM_ID]);
      if (!("company_id" in row) || to === row["company_id"]) return null;
      return insert({ ...row, company_id: to });
    }
  }
}

const companyOf = (table: Table, row: Row): string | null =>
  row[table.name === "companies" ? "id" : "company_id"] ?? null;

/** The condition for a row's primary key, with its values after `before` other parameters. */
const keyOf = (table: Table, row: Row, before: number) => ({
  where: table.key
    .map((name, n) => {
      const type = table.columns.find((column) => column.name === name)?.type ?? "text";
      return `${quoted(name)} = $${before + n + 1}::text::${type}`;
    })
    .join(" AND "),
  values: table.key.map((name) => row[name] ?? null),
});

/** The rows in question, as PostgreSQL writes them. */
function rowsOf(db: Executor, table: Table, where = "true"): Promise<Row[]> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text AS ${quoted(name)}`);
  return runText<Row>(
    db,
    `SELECT ${columns.join(", ")} FROM ${quoted(table.name)} t WHERE ${where}
      ORDER BY ${table.key.map(quoted).join(", ")}`,
    [],
  );
}

/** Whether there is a row with this key. */
async function exists(tx: Executor, table: Table, row: Row): Promise<boolean> {
  const { where, values } = keyOf(table, row, 0);
  const found = await runText(tx, `SELECT 1 FROM ${quoted(table.name)} WHERE ${where}`, values);
  return found.length > 0;
}

const randomUuid = (random: Random): string => {
  const hex = [...newId().replaceAll("-", "")]
    .map((digit, at) => (at > 16 ? random.below(16).toString(16) : digit))
    .join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

/** Another value of the type, as PostgreSQL reads it. */
function flipped(random: Random, type: string, value: string | null): string {
  switch (type) {
    case "bigint":
    case "integer": {
      const by = random.pick([1, 2, 7, 10, 100, 495, random.below(1000) + 1]);
      return String(Number(value ?? 0) + (random.percent(50) ? by : -by));
    }
    case "uuid":
      return value === null ? randomUuid(random) : withOther(random, value, "0123456789abcdef");
    case "boolean":
      return value === "true" ? "false" : "true";
    case "jsonb": {
      const parsed: unknown = value === null ? null : JSON.parse(value);
      const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
      const [first] = isObject ? Object.keys(parsed) : [];
      const change = random.pick(["x", 1, null, [random.below(9)]]);
      return JSON.stringify(
        isObject
          ? { ...parsed, [random.percent(50) && first ? first : "added"]: change }
          : { change },
      );
    }
    case "timestamp with time zone": {
      const by = random.pick(["1 microsecond", "-1 millisecond", "1 second", "-3 days"]);
      return shifted(value ?? "2026-01-01 00:00:00+00", by);
    }
    default:
      if (value === null || value === "") return "x";
      return withOther(random, value, "0123456789abcdefxyzAPR");
  }
}

/** A text with one sign replaced. */
function withOther(random: Random, value: string, signs: string): string {
  for (;;) {
    const at = random.below(value.length);
    // The hyphens of a UUID are not its digits.
    if (value[at] === "-" && signs.length === 16) continue;
    const sign = random.pick([...signs]);
    if (sign !== value[at]) return `${value.slice(0, at)}${sign}${value.slice(at + 1)}`;
  }
}

/** A time as PostgreSQL writes it, moved; microseconds are beyond a Date. */
function shifted(value: string, by: string): string {
  const [amount = "0", unit = ""] = by.split(" ");
  if (unit.startsWith("microsecond")) {
    const [whole = "", zone = "+00"] = value.split(/(?=[+-]\d\d$)/);
    const [time = "", fraction = ""] = whole.split(".");
    const micros = (Number(fraction.padEnd(6, "0")) + 1) % 1_000_000;
    return `${time}.${String(micros).padStart(6, "0")}${zone}`;
  }
  const factor = unit.startsWith("milli") ? 1 : unit.startsWith("second") ? 1000 : 86_400_000;
  return new Date(new Date(value).getTime() + Number(amount) * factor).toISOString();
}

/** A seed for a run that names none; it is printed, so that the run can be repeated. */
export const newSeed = (): number => randomBytes(4).readUInt32BE();
