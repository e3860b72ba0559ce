import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { type PgDatabase, PgTransaction } from "drizzle-orm/pg-core";
import type pg from "pg";
import { isConflict, isDatabaseAway, isPlanOutdated } from "./errors";
import { Lease } from "./lease";
import { SharedConnection } from "./shared-connection";
import {
  borrow,
  openPool,
  type PoolOptions,
  type PoolWaits,
  poolWaits,
  runAlone,
  writeTogether,
} from "./pool";
import { sharedEnd, type TransactionEnd } from "./shared-end";
import { nameOf, type Statement } from "./statement";
import { settingsOf, type Timeouts } from "./timeouts";

export type { PoolWaits } from "./pool";
export {
  DEMANDS,
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
  /**
   * An executor for one request. What it sends in one turn of the event loop, outside a transaction,
   * travels on one connection in one round trip; the statements run one after another, each on its
   * own, so that a failed one does not affect the others.
   */
  together(): Executor;
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

/** The timeouts apply to transactions; see `setRoleDefaults` for other statements. */
export interface DatabaseOptions extends PoolOptions, Timeouts {
  /** False where named statements are not supported, as behind some poolers; true by default. */
  preparesStatements?: boolean;
  logger?: { debug(fields: object, message: string): void };
}

/** Runs a statement of this text and notes how long it took. */
type Follow = (text: string, run: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>;

let follow: Follow | null = null;

/** Has all databases of this process follow their statements, for traces; null ends it. */
export function followStatements(given: Follow | null): void {
  follow = given;
}

/** Sends a statement; a name that it comes with is `nameOf` its text. */
export type Send = (statement: Statement, values: unknown[]) => Promise<pg.QueryResult>;

/** The send function of each Drizzle session; nested transactions share it. */
const senders = new WeakMap<object, Send>();
/** What makes an executor on the same connection whose statements have no name. */
const unnamed = new WeakMap<object, () => Executor>();
/** What a transaction's session runs after its commit. */
const commitActs = new WeakMap<object, (() => void)[]>();
/** The connections of transactions, by the executor that a transaction runs with. */
const leases = new WeakMap<object, Lease>();
/** How transactions end for those who run in them, by the executor they run with. */
const ends = new WeakMap<object, TransactionEnd>();
/** Sessions of transactions without a statement timeout. */
const unlimited = new WeakSet<object>();
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** A client of one database. Opens connections as needed, and reconnects after a server restart. */
export function createDatabase(options: DatabaseOptions): Database {
  const { pool, close } = openPool(options);
  const { logger, preparesStatements = true } = options;
  const timeouts = settingsOf(options);

  const drizzleOn = (query: Send) => {
    const db = executorBy(query);
    senders.set(db._.session, query);
    return db;
  };
  const executorOn = (send: Send) => {
    const sendNamed =
      (isNamed: boolean): Send =>
      (statement, values) => {
        const { text, name } = statement;
        // The text only: parameters are personal data.
        logger?.debug({ sql: text }, "query");
        const run = () =>
          send(
            {
              ...statement,
              name: isNamed && values.length > 0 ? (name ?? nameOf(text)) : undefined,
              ...(unlimited.has(db._.session) && { query_timeout: LONGEST_TIMEOUT_MS }),
            },
            values,
          );
        return follow ? follow(text, run) : run();
      };
    const db = drizzleOn(sendNamed(preparesStatements));
    unnamed.set(db._.session, () => drizzleOn(sendNamed(false)));
    return db;
  };

  const onPool: Send = async (statement, values) => {
    const client = await borrow(pool);
    let isSpent = false;
    try {
      writeTogether(client);
      return await client.query(statement, values);
    } catch (error) {
      isSpent = isPlanOutdated(error) || isDatabaseAway(error);
      if (!isPlanOutdated(error)) throw error;
    } finally {
      client.release(isSpent);
    }
    return onPool(statement, values);
  };
  const db = executorOn(onPool);
  // Drizzle's own keeps a connection whose BEGIN failed, and reports success when COMMIT rolled
  // back.
  db.transaction = async (run, config) => {
    const lease = new Lease(await borrow(pool), timeouts, preparesStatements);
    const own = executorOn((statement, values) => lease.send(statement, values));
    const acts: (() => void)[] = [];
    commitActs.set(own._.session, acts);
    let result;
    try {
      result = await Promise.race([
        own.transaction((tx) => {
          leases.set(tx, lease);
          ends.set(tx, lease);
          return run(tx).finally(() => (lease.isOver = true));
        }, config),
        lease.lost,
      ]);
      if (lease.lastCommand !== "COMMIT") {
        throw new Error("The transaction was rolled back: a statement in it had failed.");
      }
    } finally {
      lease.end();
    }
    for (const act of acts) act();
    return result;
  };

  const together = (): Executor => {
    let shared: SharedConnection | null = null;
    const send: Send = async (statement, values) => {
      if (!shared?.isOpen) shared = new SharedConnection(pool);
      try {
        return await shared.send(statement, values);
      } catch (error) {
        if (!isPlanOutdated(error)) throw error;
      }
      return onPool(statement, values);
    };
    const own = executorOn(send);
    own.transaction = (run, config) => db.transaction(run, config);
    return own;
  };

  return {
    db,
    together,
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
      waits: poolWaits(pool),
    }),
    close,
  };
}

/** A Drizzle database that sends its statements by `query`. */
export const executorBy = (query: Send): Executor =>
  // Drizzle calls no other method of a client.
  drizzle({ query } as pg.Client);

/** How an executor sends its statements. */
export function senderOf(db: Reader): Send {
  const send = senders.get(db._.session);
  if (!send) throw new Error("Not one of our executors.");
  return send;
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
  const results = [await senderOf(db)({ text }, parameters)].flat();
  return (results.at(-1)?.rows ?? []) as Row[];
}

/**
 * The same executor, whose statements PostgreSQL plans for their values each time: for a search, whose
 * best plan depends on how much it finds. A prepared statement gets one plan for all values after five
 * calls.
 */
export function withFreshPlans(db: Reader): Reader {
  const fresh = unnamed.get(db._.session);
  if (!fresh) throw new Error("Not one of our executors.");
  return fresh();
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

/**
 * Sends the last statements of a transaction, and its COMMIT with them in one round trip: no lock
 * waits for this process. `send` must send them all in one turn; a later one is refused, too late.
 * What must not be committed has to fail on the server (`demand`), since no answer is seen before. In a
 * transaction that was joined, or in a nested one, they are sent without COMMIT.
 */
export function commitWith<T>(tx: Executor, send: () => Promise<T>): Promise<T> {
  return ends.get(tx)?.commitWith(send) ?? send();
}

const TRIES = 4;

/**
 * Runs a transaction, or joins the executor's. A transaction that fails on a serialisation conflict
 * or deadlock is retried up to three times, so `run` must have no side effects other than SQL.
 */
export async function transact<T>(db: Executor, run: (tx: Executor) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return join(db, run);
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction(run);
    } catch (error) {
      if (tried === TRIES || !(isConflict(error) || isPlanOutdated(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** tried));
    }
  }
}

async function join<T>(tx: Executor, run: (tx: Executor) => Promise<T>): Promise<T> {
  const end = ends.get(tx);
  if (!end) return run(tx);
  end.joined += 1;
  try {
    return await run(tx);
  } finally {
    end.joined -= 1;
  }
}

/**
 * Runs several transactions as one, on one connection: all of them are committed, or none. What they send
 * in one turn travels together, statements that take rows are joined (`joinRows`), and the last
 * statements of all travel with COMMIT. A lock is waited for at most `lockTimeoutMs`. Locks do not keep the
 * runs apart: the caller runs together only what touches different rows. Rejects with the first failure.
 */
export function transactTogether<T>(
  db: Executor,
  runs: readonly ((tx: Executor) => Promise<T>)[],
  { lockTimeoutMs }: { lockTimeoutMs: number },
): Promise<T[]> {
  return db.transaction(async (tx) => {
    const lease = leases.get(tx);
    if (!lease) throw new Error("Not a transaction of its own.");
    lease.joinsRows = true;
    const shared = sharedEnd(lease, runs.length);
    const limited = runText(tx, "SELECT set_config('lock_timeout', $1, true)", [
      String(lockTimeoutMs),
    ]);
    try {
      const [results] = await Promise.all([
        Promise.all(
          runs.map(async (run) => {
            const { end, leave } = shared.ofRun();
            const result = await run(executorWith(tx, end));
            leave();
            return result;
          }),
        ),
        limited,
      ]);
      return results;
    } catch (error) {
      shared.abandon(error);
      throw error;
    }
  });
}

/** The same transaction with an end of its own. */
function executorWith(tx: Executor, end: TransactionEnd): Executor {
  const own = Object.create(tx) as Executor;
  ends.set(own, end);
  return own;
}

function isTransaction(db: object): boolean {
  return db instanceof PgTransaction;
}
