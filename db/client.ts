import type { ExtractTablesWithRelations } from "drizzle-orm";
import { type PgDatabase, PgTransaction } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT, PostgresJsSession } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { isConflict } from "./errors";
import type { Rows, Values } from "./pool/link";
import { Pool } from "./pool/pool";
import { runTransaction, type Session } from "./pool/transaction";
import * as schema from "./schema";

export { errorCode, isDatabaseAway, violatedCheck, violatedConstraint } from "./errors";

type Schema = typeof schema;

/** Drizzle on the pool, or a transaction of it. */
export type Executor = PgDatabase<
  PostgresJsQueryResultHKT,
  Schema,
  ExtractTablesWithRelations<Schema>
>;

export interface Database {
  db: Executor;
  /** One statement, its values as parameters: `` await database.sql`SELECT ${1}::int AS one` ``. */
  sql(strings: TemplateStringsArray, ...values: unknown[]): Promise<Rows>;
  /** Answers when the database does; throws an error of `isDatabaseAway` otherwise. */
  ping(): Promise<void>;
  /** Connections open and in use, and callers waiting for one. */
  load(): { open: number; busy: number; waiting: number };
  /** Lets what is under way finish for five seconds, then closes every connection. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Most connections at once; 10 unless told. */
  max?: number;
  applicationName?: string;
  /** 30 s unless told. */
  statementTimeoutMs?: number;
  /** How long a transaction may wait for us; 30 s unless told. */
  idleInTransactionTimeoutMs?: number;
  logger?: { debug(fields: object, message: string): void };
}

/** A client of one database. Opens connections as they are needed, and outlives the server. */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    url: singleHost(options.url),
    max: options.max ?? 10,
    applicationName: options.applicationName ?? "prelaunch",
    connectTimeoutMs: 5000,
    waitTimeoutMs: 10_000,
    statementTimeoutMs: options.statementTimeoutMs ?? 30_000,
    idleInTransactionTimeoutMs: options.idleInTransactionTimeoutMs ?? 30_000,
  });
  const { logger } = options;
  const db = drizzle(poolClient(pool, options.url), {
    schema,
    // The text only: parameters are people's data.
    logger: logger ? { logQuery: (text) => logger.debug({ sql: text }, "query") } : false,
  });
  return {
    db,
    sql: (strings, ...values) =>
      pool.statement(
        strings.reduce((a, b, i) => `${a}$${i}${b}`),
        values,
      ),
    ping: async () => void (await pool.statement("SELECT 1")),
    load: () => pool.load,
    close: () => pool.close(),
  };
}

/** Runs SQL text with `$1`-style parameters in the executor's transaction, or on the pool. */
export async function runText(db: Executor, text: string, parameters: unknown[]): Promise<Rows> {
  const session: unknown = db._.session;
  if (!(session instanceof PostgresJsSession)) throw new Error("Not one of our executors.");
  const rows: Rows = await (session.queryObjects(text, parameters) as Promise<Rows>);
  return rows;
}

const TRIES = 4;

/**
 * All or nothing. Inside a transaction it joins it. A transaction that another one stood in the
 * way of (serialisation failure, deadlock) is run again, three times at most, so `run` must do
 * nothing but SQL that it would mind doing twice.
 */
export async function transact<T>(db: Executor, run: (tx: Executor) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return run(db);
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction(run);
    } catch (error) {
      if (tried === TRIES || !isConflict(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** tried));
    }
  }
}

function isTransaction(db: object): boolean {
  return db instanceof PgTransaction;
}

/**
 * The part of a postgres.js client that drizzle uses, on our pool. The client behind it only
 * carries the options and never connects.
 */
function poolClient(pool: Pool, url: string): postgres.Sql {
  const carrier = postgres(url, { max: 1 });
  const own = {
    unsafe: (text: string, parameters?: unknown[]) => new Statement(pool, text, parameters),
    begin: (run: (client: object) => Promise<unknown>) =>
      pool.lend((link) => runTransaction(link, (session) => run(sessionClient(session)))),
    end: () => pool.close(),
  };
  return new Proxy(carrier, {
    get: (target, name): unknown =>
      Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(target, name),
    apply: () => {
      throw new Error("Only drizzle may use this client.");
    },
  });
}

function sessionClient(session: Session): object {
  return {
    unsafe: (text: string, parameters?: unknown[]) => new Statement(session, text, parameters),
    savepoint: (run: (client: object) => Promise<unknown>) =>
      session.savepoint((inner) => run(sessionClient(inner))),
  };
}

/** Sent when it is awaited, as objects or, through `values()`, as arrays. */
class Statement implements PromiseLike<Rows> {
  readonly #on: Pick<Session, "statement" | "values">;
  readonly #text: string;
  readonly #parameters: unknown[];

  constructor(on: Pick<Session, "statement" | "values">, text: string, parameters: unknown[] = []) {
    this.#on = on;
    this.#text = text;
    this.#parameters = parameters;
  }

  then<A = Rows, B = never>(
    resolve?: ((rows: Rows) => A | PromiseLike<A>) | null,
    reject?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return this.#on.statement(this.#text, this.#parameters).then(resolve, reject);
  }

  values(): Promise<Values> {
    return this.#on.values(this.#text, this.#parameters);
  }
}

function singleHost(url: string): string {
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
  if (authority.slice(authority.lastIndexOf("@") + 1).includes(",")) {
    throw new Error("DATABASE_URL may name one host only.");
  }
  return url;
}
