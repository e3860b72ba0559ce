import { is, Param, Placeholder, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { type Executor, executorBy, type Reader, type Send, senderOf } from "./client";
import { nameOf, type Statement } from "./statement";

/**
 * Statements whose text Drizzle builds once per process instead of at each call, which costs more
 * than the rest of a call. A placeholder (`named`) stands for each value; what would be computed while
 * the text is built, such as a column's `$defaultFn`, is to be such a value too.
 */

/** The values of a statement, by the names of its placeholders. */
type Values = Readonly<Record<string, unknown>>;

/** A query of Drizzle's builder. */
interface Query<Result> {
  toSQL(): { sql: string };
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> };
}

/**
 * Drizzle's own queries are sent when they are awaited, not when they are called. Those that are sent
 * together have to keep the order of their calls.
 */
const asDrizzle = () => Promise.resolve();

/** Whose statement is sent at the moment. */
let sending: Send | null = null;

/** Builds statements that any executor then runs. */
const builder = executorBy((statement, values) => {
  if (!sending) throw new Error("A prepared statement was not sent at once.");
  return sending(statement, values);
});

/** What else is known of a statement. */
type Kind = Pick<Statement, "takesRows">;

/** A query of Drizzle's builder that is built at its first call. */
export function prepared<Result>(
  build: (db: Executor) => Query<Result>,
  kind: Kind = {},
): (db: Reader, values: Values) => Promise<Result> {
  let statement: ReturnType<Query<Result>["prepare"]> | null = null;
  return async (db, values) => {
    await asDrizzle();
    if (!statement) {
      const query = build(builder);
      statement = query.prepare(nameOf(query.toSQL().sql));
    }
    const send = senderOf(db);
    sending = (sent, parameters) => send({ ...sent, ...kind }, parameters);
    try {
      // Drizzle calls `builder` before it first awaits anything.
      return statement.execute(values);
    } finally {
      sending = null;
    }
  };
}

/** The same for a statement of `sql`; a null is sent as NULL, whatever its column's type. */
export function preparedSql<Row extends pg.QueryResultRow>(
  build: (db: Executor) => SQL,
  kind: Kind = {},
): (db: Reader, values: Values) => Promise<pg.QueryResult<Row>> {
  let statement: Statement | null = null;
  let parameters: ((values: Values) => unknown)[] = [];
  return async (db, values) => {
    await asDrizzle();
    if (!statement) {
      const built = new PgDialect().sqlToQuery(build(builder));
      statement = { text: built.sql, name: nameOf(built.sql), ...kind };
      parameters = built.params.map(parameterOf);
    }
    return senderOf(db)(
      statement,
      parameters.map((valueIn) => valueIn(values)),
    );
  };
}

function parameterOf(parameter: unknown): (values: Values) => unknown {
  if (is(parameter, Placeholder)) {
    return (values) => valueOf(values, parameter.name);
  }
  if (is(parameter, Param) && is(parameter.value, Placeholder)) {
    const { encoder, value: placeholder } = parameter;
    return (values) => {
      const value = valueOf(values, placeholder.name);
      return value === null ? null : encoder.mapToDriverValue(value);
    };
  }
  return () => parameter;
}

function valueOf(values: Values, name: string): unknown {
  const value = values[name];
  if (value === undefined) throw new Error(`The statement has no value for "${name}".`);
  return value;
}

/** A statement of which several may be joined (`joinRows`): its arrays are rows. */
export const TAKES_ROWS = { takesRows: true } as const;

/** Rows as the value of a statement that takes rows: an array of JSON texts. */
export const rowsOf = (...rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(row));

/**
 * The elements of an array, as `listed (item, place)` with their place from 1; `name` is its placeholder.
 * The planner takes it for one row, however many there are: it looks each up by its key, and finds no plan
 * for some number of elements better than the one for all, for which it would plan anew at each call.
 */
export const elementsOf = (name: string, type: "jsonb" | "uuid"): SQL => sql`
  (SELECT ${sql.placeholder(name)}::${sql.raw(type)}[] AS items OFFSET 0) AS given
  CROSS JOIN LATERAL (
    SELECT item, place FROM unnest(items) WITH ORDINALITY AS one (item, place) LIMIT cardinality(items)
  ) AS listed`;

/** The rows of `rowsOf`, one by one. */
export const listedRows = elementsOf("rows", "jsonb");

/** A placeholder of one value. */
export const named = (name: string): Placeholder => sql.placeholder(name);

/** Placeholders in the place of the values of a record, given the names that `namesOf` lists. */
export const namedAll = <T>(names: string): T =>
  Object.fromEntries(names.split(" ").map((name) => [name, named(name)])) as T;

/** The names of the values that a record has. */
export const namesOf = (values: object): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .join(" ");

/** Makes one of each key: a statement for each set of columns. */
export function perKey<Made>(make: (key: string) => Made): (key: string) => Made {
  const made = new Map<string, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
