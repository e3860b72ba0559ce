import { setTimeout as after } from "node:timers/promises";
import pg from "pg";
import { isDatabaseAway } from "./errors";

export interface PoolOptions {
  /**
   * `postgres://…` with one host. `?prepare=false` sends statements without names, for a pooler in
   * transaction mode that does not keep prepared statements.
   */
  url: string;
  /** Maximum number of connections; 10 by default. */
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /**
   * Limit of a statement in a transaction, in milliseconds like all limits here. `setRoleDefaults`
   * sets it for other statements.
   */
  statementTimeoutMs?: number;
  /** Limit of the wait for a lock that another transaction holds. */
  lockTimeoutMs?: number;
  /** Limit of an open transaction that sends nothing. */
  idleInTransactionTimeoutMs?: number;
  /**
   * Limit of the wait for an answer, after which the connection is discarded. It exceeds the
   * statement's.
   */
  answerTimeoutMs?: number;
  /** Limit of the wait for a free connection. */
  waitTimeoutMs?: number;
  /** Limit of running statements when the pool closes. */
  closeGraceMs?: number;
  logger?: { debug(fields: object, message: string): void };
}

export const STATEMENT_MS = 30_000;
export const LOCK_MS = 5000;
export const IDLE_MS = 30_000;
const ANSWER_MS = 40_000;
const LONGEST_MS = 2 ** 31 - 1;

/** Runs a statement of this text and notes how long it took. */
type Follow = (text: string, run: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>;

let follow: Follow | null = null;

/** Passes each statement of this process to `given`, for traces; null ends it. */
export function followStatements(given: Follow | null): void {
  follow = given;
}

/**
 * Type ids of dates, times, intervals and their arrays, which stay text: Drizzle parses them by the
 * column's mode.
 */
const TEXT_TYPES = new Set([1082, 1083, 1114, 1184, 1115, 1182, 1185, 1186, 1187, 1231]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    TEXT_TYPES.has(type) ? String : (pg.types.getTypeParser(type, format) as unknown),
};

/** A connection whose loss is reported through its statements; it never ends the process. */
class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 5000 });
    this.on("error", () => undefined);
  }
}

/** Number and total duration of the waits of callers while every connection was busy. */
export interface PoolWaits {
  count: number;
  seconds: number;
  /**
   * Number of waits that ended without a connection: none was free in time, or it could not be
   * opened.
   */
  failed: number;
}

/**
 * A `pg.Pool` that counts waits, keeps a connection whose statement was refused, and closes in
 * time.
 */
export class Pool extends pg.Pool {
  readonly #waits: PoolWaits = { count: 0, seconds: 0, failed: 0 };
  readonly #connections = new Set<pg.PoolClient>();
  readonly #closeGraceMs: number;
  readonly #logger: PoolOptions["logger"];
  readonly #prepares: boolean;
  #closing: Promise<void> | null = null;
  #isCut = false;
  /** The statement that sets the time limits of a transaction. */
  readonly limits: string;

  constructor(options: PoolOptions) {
    super({
      Client: Connection,
      connectionString: singleHost(options.url),
      // The session has no other parameter, since a transaction-mode pooler refuses them
      // (startup/role-defaults.ts).
      application_name: options.applicationName ?? "prelaunch",
      query_timeout: options.answerTimeoutMs ?? ANSWER_MS,
      max: options.max ?? 10,
      connectionTimeoutMillis: options.waitTimeoutMs ?? 10_000,
      idleTimeoutMillis: 5 * 60_000,
      // Connections end after half an hour, so that a failover or a new setting takes effect.
      maxLifetimeSeconds: 30 * 60,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      types,
    });
    const { statementTimeoutMs = STATEMENT_MS, lockTimeoutMs = LOCK_MS } = options;
    const { idleInTransactionTimeoutMs = IDLE_MS, closeGraceMs = 5000, logger } = options;
    this.limits = `SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;
    this.#closeGraceMs = closeGraceMs;
    this.#logger = logger;
    this.#prepares = !/[?&]prepare=false(&|$)/.test(options.url);
    // The pool has removed the idle connection that was lost.
    this.on("error", () => undefined);
    this.on("remove", (client) => void this.#connections.delete(client));
    this.on("connect", (client) => {
      this.#connections.add(client);
      // This connection was still opening when the others were cut.
      if (this.#isCut) client.connection.stream.destroy();
    });
  }

  /** Lends a connection until its `release`. */
  async borrow(): Promise<pg.PoolClient> {
    const isFull = this.idleCount === 0 && this.totalCount >= this.options.max;
    const before = performance.now();
    try {
      return await this.connect();
    } catch (error) {
      this.#waits.failed += 1;
      throw error;
    } finally {
      if (isFull) {
        this.#waits.count += 1;
        this.#waits.seconds += (performance.now() - before) / 1000;
      }
    }
  }

  /** Sends a statement on a connection; an unlimited one may take as long as it needs. */
  send(
    client: pg.PoolClient,
    statement: pg.QueryConfig,
    values?: unknown[],
    isUnlimited = false,
  ): Promise<pg.QueryResult> {
    const { text, name, ...more } = statement;
    // Parameters are personal data: only the text is logged.
    this.#logger?.debug({ sql: text }, "query");
    const sent: pg.QueryConfig & { query_timeout?: number } = { ...more, text };
    if (name && this.#prepares) sent.name = name;
    if (isUnlimited) sent.query_timeout = LONGEST_MS;
    const run = () => client.query(sent, values);
    return follow ? follow(text, run) : run();
  }

  /** Sends a statement outside of a transaction. */
  override query = (async (statement: pg.QueryConfig, values?: unknown[]) => {
    const client = await this.borrow();
    let isLost = false;
    try {
      return await this.send(client, statement, values);
    } catch (error) {
      isLost = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(isLost);
    }
  }) as pg.Pool["query"];

  load() {
    return {
      open: this.totalCount,
      busy: this.totalCount - this.idleCount,
      most: this.options.max,
      waiting: this.waitingCount,
      waits: this.#waits,
    };
  }

  /** Gives running statements their time to finish, then cuts every connection. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const ended = this.end();
    await Promise.race([ended, after(this.#closeGraceMs, null, { ref: false })]);
    this.#isCut = true;
    for (const { connection } of this.#connections) connection.stream.destroy();
    await ended;
  }
}

/** See `Database.alone`. */
export async function runAlone(options: PoolOptions, statement: string): Promise<void> {
  const client = new Connection({
    connectionString: singleHost(options.url),
    application_name: options.applicationName ?? "prelaunch",
    options: "-c statement_timeout=0 -c lock_timeout=0",
    keepAlive: true,
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function singleHost(url: string): string {
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
  if (authority.slice(authority.lastIndexOf("@") + 1).includes(",")) {
    throw new Error("DATABASE_URL may name one host only.");
  }
  return url;
}
