import { setTimeout as after } from "node:timers/promises";
import {
  drizzle,
  type NodePgQueryResultHKT,
  NodePgSession,
  NodePgTransaction,
} from "drizzle-orm/node-postgres";
import { type PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { isConflict, isDatabaseAway, TransactionOverError } from "./errors";
import { Pool, type PoolOptions, type PoolWaits, runAlone } from "./pool";

export { followStatements, type PoolWaits } from "./pool";
export * from "./errors";

/** A Drizzle database on the pool, or one of its transactions. */
export type Executor = PgDatabase<NodePgQueryResultHKT>;

/** An executor for reads: it has no methods that write. */
export type Reader = Pick<
  Executor,
  "_" | "select" | "selectDistinct" | "selectDistinctOn" | "$count" | "execute"
>;

/** Rows as objects; dates, times, `bigint` and `numeric` are strings. */
export type Rows = Record<string, unknown>[];

export interface Database {
  db: Executor;
  /**
   * Runs one statement with the values as parameters: `` await database.sql`SELECT ${1}::int AS
   * one` ``.
   */
  sql: (strings: TemplateStringsArray, ...values: unknown[]) => Promise<Rows>;
  /** Resolves when the database answers; rejects with an error of `isDatabaseAway` otherwise. */
  ping(): Promise<void>;
  /**
   * Runs one statement that must not be in a transaction, on a connection of its own without
   * timeouts. A pooler in transaction mode refuses such a connection (`isSettingRefused`).
   */
  alone(statement: string): Promise<void>;
  /**
   * Returns the numbers of open, busy and allowed connections, of callers that wait, and of waits
   * so far.
   */
  load(): { open: number; busy: number; most: number; waiting: number; waits: PoolWaits };
  /** Gives running statements `closeGraceMs` to finish, then closes every connection. */
  close(): Promise<void>;
}

/** A client of one database. Opens connections as needed, and reconnects after a server restart. */
export function createDatabase(options: PoolOptions): Database {
  const pool = new Pool(options);
  const db = drizzle(pool);
  return {
    db,
    sql(strings, ...values) {
      const text = strings.reduce((before, next, n) => `${before}$${n}${next}`);
      return runText(db, text, values);
    },
    ping: async () => void (await db.execute("SELECT 1")),
    alone: (statement) => runAlone(options, statement),
    load: () => pool.load(),
    close: () => pool.close(),
  };
}

export interface TransactionOptions {
  /** Reads only, and sees the database as it is at one moment. */
  isSnapshot?: boolean;
  /** Number of attempts of a transaction that meets a conflict; 4 by default. */
  tries?: number;
}

/**
 * Runs a transaction, or joins the executor's. One that fails on a serialization conflict or a
 * deadlock runs again, so `run` must have no side effects other than SQL. Rejects with the error of
 * `run`.
 */
export async function transact<T>(
  db: Executor,
  run: (tx: Executor) => Promise<T>,
  { isSnapshot = false, tries = 4 }: TransactionOptions = {},
): Promise<T> {
  const pool = clientOf(db);
  if (!(pool instanceof Pool)) return run(db);
  for (let tried = 1; ; tried += 1) {
    try {
      return await runOnce(pool, run, isSnapshot);
    } catch (error) {
      if (tried >= tries || !isConflict(error)) throw error;
    }
    await after(Math.random() * 20 * 2 ** tried);
  }
}

type None = Record<string, never>;

/**
 * Replaces Drizzle's own `transaction`, which keeps a connection whose BEGIN failed, and reports
 * success when COMMIT rolled back.
 */
async function runOnce<T>(
  pool: Pool,
  run: (tx: Executor) => Promise<T>,
  isSnapshot: boolean,
): Promise<T> {
  const client = await pool.borrow();
  const own = new Transaction(pool, client);
  const dialect = new PgDialect();
  const session = new NodePgSession(own as unknown as pg.Client, dialect, undefined);
  const tx: Executor = new NodePgTransaction<None, None>(dialect, session, undefined);
  try {
    // The settings are part of BEGIN, since a transaction-mode pooler refuses settings of a
    // session, or lets them reach other sessions.
    const begin = isSnapshot ? "begin isolation level repeatable read read only" : "begin";
    await own.send({ text: `${begin}; ${pool.limits}` });
    const answer = await Promise.race([run(tx), own.lost]);
    own.isOver = true;
    const { command } = await own.send({ text: "commit" });
    if (command !== "COMMIT")
      throw new Error("The transaction was rolled back by a failure in it.");
    for (const act of own.afterCommit) act();
    return answer;
  } catch (error) {
    own.isOver = true;
    own.isLost ||= isDatabaseAway(error);
    // The status is known once the server is ready again, so a failed BEGIN is rolled back too.
    if (!own.isLost) await own.send({ text: "rollback" }).catch(() => undefined);
    throw error;
  } finally {
    client.off("error", own.lose);
    client.release(own.isLost || client.getTransactionStatus() !== "I");
  }
}

/** The connection of a transaction, as Drizzle and `runText` use it. */
class Transaction {
  isOver = false;
  isLost = false;
  isUnlimited = false;
  readonly afterCommit: (() => void)[] = [];
  #before: Promise<unknown> = Promise.resolve();
  lose: (error: Error) => void = () => undefined;
  readonly lost = new Promise<never>((_, reject) => (this.lose = reject));

  constructor(
    readonly pool: Pool,
    readonly client: pg.PoolClient,
  ) {
    this.lost.catch(() => undefined);
    client.once("error", this.lose);
  }

  query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    // Another transaction may have the connection by now.
    if (this.isOver) throw new TransactionOverError("The transaction is over.");
    return this.send(statement, values);
  }

  /** A connection takes one statement at a time: others wait, in the order in which they came. */
  async send(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const send = () => this.pool.send(this.client, statement, values, this.isUnlimited);
    const sent = this.#before.then(send, send);
    this.#before = sent;
    try {
      return await sent;
    } catch (error) {
      this.isLost ||= isDatabaseAway(error);
      throw error;
    }
  }
}

/** Returns the pool or the connection that sends an executor's statements. */
const clientOf = (db: Reader) =>
  (db._.session as unknown as { client: Pick<Transaction, "query"> }).client;

/**
 * Runs SQL text with `$1`-style parameters in the executor's transaction, or on the pool. Without
 * parameters the text may contain several statements; returns the rows of the last one. `name` prepares it.
 */
export async function runText<Row = Record<string, unknown>>(
  db: Reader,
  text: string,
  parameters: unknown[],
  name?: string,
): Promise<Row[]> {
  const results = [await clientOf(db).query({ text, ...(name && { name }) }, parameters)].flat();
  return (results.at(-1)?.rows ?? []) as Row[];
}

/**
 * Runs `act` once the executor's transaction has committed, and never after a rollback; outside a
 * transaction, at once. `act` must not throw. A process that ends in between does not run it.
 */
export function afterCommit(db: Executor, act: () => void): void {
  const client = clientOf(db);
  if (client instanceof Transaction) client.afterCommit.push(act);
  else act();
}

/** Lifts the timeouts of statements and locks for the rest of a transaction. */
export async function withoutTimeouts(tx: Executor): Promise<void> {
  const client = clientOf(tx);
  if (client instanceof Transaction) client.isUnlimited = true;
  await runText(tx, "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0", []);
}
