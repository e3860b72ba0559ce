import { setTimeout as after } from "node:timers/promises";
import pg from "pg";

export interface PoolOptions {
  /** `postgres://…`, with one host. */
  url: string;
  /** Maximum number of connections; 10 by default. */
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /**
   * Client timeout for an answer, after which the connection is discarded; 40 s by default, 10 s
   * more than the server's statement timeout.
   */
  answerTimeoutMs?: number;
  /** Timeout for getting a free connection; 10 s by default. */
  waitTimeoutMs?: number;
  /** How long running statements may take when the pool closes; 5 s by default. */
  closeGraceMs?: number;
}

const ANSWER_TIMEOUT_MS = 40_000;
const CONNECT_TIMEOUT_MS = 5000;
const IDLE_MS = 5 * 60_000;
/** Lets a failover or a new setting take effect. */
const LIFETIME_SECONDS = 30 * 60;

/**
 * Type ids of dates, times, intervals and their arrays: Drizzle parses them by the column's mode.
 */
const TEXT_TYPES = new Set([1082, 1083, 1114, 1184, 1115, 1182, 1185, 1186, 1187, 1231]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    TEXT_TYPES.has(type) ? String : (pg.types.getTypeParser(type, format) as unknown),
};

/**
 * A connection whose loss is reported through its statements and its owner; it never ends the
 * process.
 */
class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.on("error", () => undefined);
  }
}

/** How often and how long callers waited because every connection was busy. */
export interface PoolWaits {
  count: number;
  seconds: number;
  /** Those that got none in time, and those whose connection could not be opened. */
  failed: number;
}

/** A pool that opens connections as needed and replaces lost ones. */
export function openPool(options: PoolOptions) {
  const { max = 10, applicationName = "prelaunch" } = options;
  const { waitTimeoutMs = 10_000, closeGraceMs = 5000 } = options;
  const { answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  const connections = new Set<pg.PoolClient>();
  const pool = new pg.Pool({
    Client: Connection,
    connectionString: singleHost(options.url),
    // No other parameter of the session: a transaction-mode pooler refuses them (role-defaults.ts).
    application_name: applicationName,
    query_timeout: answerTimeoutMs,
    max,
    connectionTimeoutMillis: waitTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    // What a transaction sends at once is one round trip.
    pipeline: true,
    types,
  });
  // An idle connection was lost; the pool has removed it.
  pool.on("error", () => undefined);
  let isCut = false;
  pool.on("connect", (client) => {
    connections.add(client);
    // It was still opening when the others were cut.
    if (isCut) client.connection.stream.destroy();
  });
  pool.on("remove", (client) => void connections.delete(client));

  let closing: Promise<void> | null = null;
  const close = async () => {
    const ended = pool.end();
    await Promise.race([ended, after(closeGraceMs, null, { ref: false })]);
    isCut = true;
    for (const { connection } of connections) connection.stream.destroy();
    await ended;
  };
  const waits: PoolWaits = { count: 0, seconds: 0, failed: 0 };
  /** A connection for as long as the caller needs it. Counts waits for one. */
  const borrow = async (): Promise<pg.PoolClient> => {
    const isFull = pool.idleCount === 0 && pool.totalCount >= max;
    const before = performance.now();
    try {
      return await pool.connect();
    } catch (error) {
      waits.failed += 1;
      throw error;
    } finally {
      if (isFull) {
        waits.count += 1;
        waits.seconds += (performance.now() - before) / 1000;
      }
    }
  };
  return { pool, borrow, waits, close: () => (closing ??= close()) };
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
