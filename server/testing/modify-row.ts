import { type Executor, runText } from "@db/client";
import { newId } from "@db/ids";
import { PLATFORM_ID } from "@db/platform";
import type { Table } from "@db/tables";
import type { createRandom } from "@db/random";
import type { Act, Area } from "./modification-areas";

type Random = ReturnType<typeof createRandom>;
type Row = Record<string, string | null>;
type Column = Table["columns"][number];

const quoted = (name: string) => `"${name}"`;

/** An area with its rows before any modification. */
export interface Place {
  area: Area;
  table: Table;
  rows: readonly Row[];
}

interface Modification {
  /** Description of the modification. */
  said: string;
  /** Companies whose rows were changed. */
  companyIds: string[];
}

/** Modifies the table; null if nothing is different. */
export async function modify(
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
      // The type may normalise the new value to the old one.
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
      // Rows are swapped in their order, as another lane may swap the same two.
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

/** Returns the condition for a row's primary key, with its values after `before` other parameters. */
const keyOf = (table: Table, row: Row, before: number) => ({
  where: table.key
    .map((name, n) => {
      const type = table.columns.find((column) => column.name === name)?.type ?? "text";
      return `${quoted(name)} = $${before + n + 1}::text::${type}`;
    })
    .join(" AND "),
  values: table.key.map((name) => row[name] ?? null),
});

/** Returns the rows that match a condition, as PostgreSQL's text. */
export function rowsOf(db: Executor, table: Table, where = "true"): Promise<Row[]> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text AS ${quoted(name)}`);
  return runText<Row>(
    db,
    `SELECT ${columns.join(", ")} FROM ${quoted(table.name)} t WHERE ${where}
      ORDER BY ${table.key.map(quoted).join(", ")}`,
    [],
  );
}

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

/** Returns another value of the type, as PostgreSQL reads it. */
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
    case "date": {
      const day = new Date(value ?? "2026-01-01");
      return new Date(day.getTime() + random.pick([-1, 1, 30]) * 86_400_000)
        .toISOString()
        .slice(0, 10);
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

/** Replaces one character of a text. */
function withOther(random: Random, value: string, signs: string): string {
  for (;;) {
    const at = random.below(value.length);
    // The hyphens of a UUID are not digits.
    if (value[at] === "-" && signs.length === 16) continue;
    const sign = random.pick([...signs]);
    if (sign !== value[at]) return `${value.slice(0, at)}${sign}${value.slice(at + 1)}`;
  }
}

/** Shifts a time in PostgreSQL's text; a Date has no microseconds. */
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
