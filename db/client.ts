import { setTimeout as after } from "node:timers/promises";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { type PgDatabase, PgTransaction } from "drizzle-orm/pg-core";
import type pg from "pg";
import { errorCode, isConflict, isDatabaseAway, TransactionOverError } from "./errors";
import { openPool, type PoolOptions, type PoolWaits, runAlone } from "./pool";

export type { PoolWaits } from "./pool";
export {
  errorCode,
  isDatabaseAway,
  isTimedOut,
  violatedReference,
  violatedCheck,
  violatedConstraint,
} from "./errors";

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
  /** One statement, its values as parameters: `` await database.sql`SELECT ${1}::int AS one` ``. */
  sql(strings: TemplateStringsArray, ...values: unknown[]): Promise<Rows>;
  /** Resolves when the database answers; rejects with an error of `isDatabaseAway` otherwise. */
  ping(): Promise<void>;
  /**
   * Runs one statement that must not be in a transaction, on a connection of its own without
   * timeouts. A pooler in transaction mode refuses such a connection (`isSettingRefused`).
   */
  alone(statement: string): Promise<void>;
  /** Number of open and busy connections and of those allowed, callers that wait, waits so far. */
  load(): { open: number; busy: number; most: number; waiting: number; waits: PoolWaits };
  /** Gives running statements `closeGraceMs` to finish, then closes every connection. */
  close(): Promise<void>;
}

/** Time limits of a transaction on the server, in milliseconds; see `setRoleDefaults` for other statements. */
export interface DatabaseOptions extends PoolOptions {
  /** Of a statement. */
  statementTimeoutMs?: number;
  /** Of waiting for a lock that another transaction holds. */
  lockTimeoutMs?: number;
  /** Of an open transaction that sends nothing. */
  idleInTransactionTimeoutMs?: number;
  logger?: { debug(fields: object, message: string): void };
}

export const STATEMENT_MS = 30_000;
export const LOCK_MS = 5000;
export const IDLE_MS = 30_000;

/** Runs a statement of this text and notes how long it took. */
type Follow = (text: string, run: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>;

let follow: Follow | null = null;

/** Has all databases of this process follow their statements, for traces; null ends it. */
export function followStatements(given: Follow | null): void {
  follow = given;
}

type Statement = pg.QueryConfig & { query_timeout?: number };
type Send = (statement: Statement, values: unknown[]) => Promise<pg.QueryResult>;

/** The send function of each Drizzle session; nested transactions share it. */
const senders = new WeakMap<object, Send>();
/** What a transaction's session runs after its commit. */
const commitActs = new WeakMap<object, (() => void)[]>();
/** Sessions of transactions without a statement timeout. */
const unlimited = new WeakSet<object>();
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** A statement was refused because an earlier one of its transaction had failed. */
const IN_FAILED_TRANSACTION = "25P02";

/** A client of one database. Opens connections as needed, and reconnects after a server restart. */
export function createDatabase(options: DatabaseOptions): Database {
  const { pool, borrow, waits, close } = openPool(options);
  const { statementTimeoutMs = STATEMENT_MS, lockTimeoutMs = LOCK_MS } = options;
  const { idleInTransactionTimeoutMs = IDLE_MS, logger } = options;
  // With BEGIN: a transaction-mode pooler refuses a session's settings, or lets them reach others.
  const limits = `SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;

  const executorOn = (send: Send): Executor => {
    const query: Send = (statement, values) => {
      const { text } = statement;
      // The text only: parameters are personal data.
      logger?.debug({ sql: text }, "query");
      const run = () =>
        unlimited.has(db._.session)
          ? send({ ...statement, query_timeout: LONGEST_TIMEOUT_MS }, values)
          : send(statement, values);
      return follow ? follow(text, run) : run();
    };
    // Drizzle calls no other method of a client.
    const db: Executor = drizzle({ query } as pg.Client);
    senders.set(db._.session, query);
    return db;
  };

  const db = executorOn(async (statement, values) => {
    const client = await borrow();
    let isLost = false;
    try {
      return await client.query(statement, values);
    } catch (error) {
      isLost = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(isLost);
    }
  });

  // Drizzle's own keeps a connection whose BEGIN failed, and reports success when COMMIT rolled back.
  db.transaction = async (run, config) => {
    const client = await borrow();
    const acts: (() => void)[] = [];
    let isOver = false;
    let isLost = false;
    let lastCommand = "";
    let failure: unknown;
    let lose: (error: Error) => void = () => undefined;
    const lost = new Promise<never>((_, reject) => (lose = reject));
    client.once("error", lose);
    const own = executorOn(async (statement, values) => {
      const { text } = statement;
      if (isOver && text !== "commit" && text !== "rollback") {
        throw new TransactionOverError("The transaction is over.");
      }
      const sent = text.startsWith("begin")
        ? { ...statement, text: `${text}; ${limits}` }
        : statement;
      try {
        const result = await client.query(sent, values);
        lastCommand = result.command;
        return result;
      } catch (error) {
        isLost ||= isDatabaseAway(error);
        // Statements behind a failed one fail with its error.
        if (errorCode(error) !== IN_FAILED_TRANSACTION) failure = error;
        throw failure ?? error;
      }
    });
    commitActs.set(own._.session, acts);
    try {
      const result = await Promise.race([
        own.transaction((tx) => run(tx).finally(() => (isOver = true)), config),
        lost,
      ]);
      if (lastCommand !== "COMMIT") {
        throw new Error("The transaction was rolled back: a statement in it had failed.");
      }
      for (const act of acts) act();
      return result;
    } finally {
      isOver = true;
      client.off("error", lose);
      client.release(isLost || client.getTransactionStatus() !== "I");
    }
  };

  return {
    db,
    sql: (strings, ...values) =>
      runText(
        db,
        strings.reduce((a, b, i) => `${a}$${i}${b}`),
        values,
      ),
    ping: async () => void (await runText(db, "SELECT 1", [])),
    alone: (statement) => runAlone(options, statement),
    load: () => ({
      open: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      most: pool.options.max,
      waiting: pool.waitingCount,
      waits,
    }),
    close,
  };
}

/**
 * Runs SQL text with `$1`-style parameters in the executor's transaction, or on the pool. Without
 * parameters the text may contain several statements; returns the rows of the last one.
 */
export async function runText<Row = Record<string, unknown>>(
  db: Reader,
  text: string,
  parameters: unknown[],
): Promise<Row[]> {
  const send = senders.get(db._.session);
  if (!send) throw new Error("Not one of our executors.");
  const results = [await send({ text }, parameters)].flat();
  return (results.at(-1)?.rows ?? []) as Row[];
}

/**
 * Runs `act` once the executor's transaction has committed, and never after a rollback; outside a
 * transaction, at once. `act` must not throw. A process that ends in between does not run it.
 */
export function afterCommit(db: Executor, act: () => void): void {
  const acts = commitActs.get(db._.session);
  if (acts) acts.push(act);
  else act();
}

/**
 * Lifts the timeouts of statements and locks for the rest of a transaction, as migrations and
 * backups need.
 */
export async function withoutTimeouts(tx: Executor): Promise<void> {
  unlimited.add(tx._.session);
  await runText(tx, "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0", []);
}

const TRIES = 4;

const isTransaction = (db: object): boolean => db instanceof PgTransaction;

/**
 * Runs a transaction, or joins the executor's. A transaction that fails on a serialisation conflict
 * or deadlock is retried up to three times, so `run` must have no side effects other than SQL.
 */
export async function transact<T>(db: Executor, run: (tx: Executor) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return run(db);
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction(run);
    } catch (error) {
      if (tried === TRIES || !isConflict(error)) throw error;
      await after(Math.random() * 20 * 2 ** tried);
    }
  }
}
