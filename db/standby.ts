import { setTimeout as after } from "node:timers/promises";
import { createDatabase, type Database, errorCode, type Reader, senderOf } from "./client";
import { isConflict, isDatabaseAway } from "./errors";
import { knownMigrations } from "./migrate";
import type { PoolOptions } from "./pool";

/**
 * Why a read does not go to the standby: it does not answer; it is a primary, or of another database;
 * it is older than allowed, or nobody knows how old; it lacks a migration of this build; it lacks an
 * entry that the reader wrote.
 */
export type Declined = "away" | "promoted" | "old" | "schema" | "own";

/** What a read needs of the standby beyond the limit of its age. */
interface Needs {
  /** Audit entries that the standby must have replayed. */
  entries: readonly { companyId: string; id: string }[];
  /** The oldest moment that is accepted. */
  notBefore?: Date;
}

/** What was read, and the moment of the primary whose changes it has all. */
export interface OlderRead<T> {
  value: T;
  asOf: Date;
  behindMs: number;
}

export interface StandbyState {
  /** Null while reads go to the standby. */
  declined: Declined | null;
  /** The lag when it was last measured; null if unknown. */
  behindSeconds: number | null;
  /** Reads that it answered, and those that the primary answered instead, by reason. */
  answered: number;
  left: Readonly<Record<Declined, number>>;
}

/** A standby server: a copy of the primary that follows it, and takes no change. */
export interface Standby {
  /** The oldest state that is read. */
  limitMs: number;
  /**
   * Runs reads in a read-only transaction on a standby that fulfils the needs, or says why none did;
   * the age is measured on the same connection, since several standbys may share an address.
   */
  read<T>(
    needs: Needs,
    run: (db: Reader) => Promise<T>,
  ): Promise<OlderRead<T> | { declined: Declined }>;
  state(): StandbyState;
  /** Measures both servers now; a timer does so every second. */
  ask(): Promise<void>;
  close(): Promise<void>;
}

export interface StandbyOptions extends Pick<PoolOptions, "url"> {
  primary: Pick<Database, "db">;
  /** The oldest state that is read. */
  limitSeconds: number;
  preparesStatements?: boolean;
  logger: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

/** Reads of one process at the same time; others wait shortly, then go to the primary. */
const CONNECTIONS = 4;
const WAIT_MS = 1000;
const ASK_MS = 1000;
/** Timeout of the query for a server's age. */
const ANSWER_MS = 3000;

/**
 * Without a write there is nothing to replay, and a standby of an idle primary would look old: a
 * transaction number alone leaves a commit in the log, and waits for no disk and no standby.
 */
const BEAT = `SELECT pg_current_xact_id()::text AS beat, $1::int AS one,
       (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
       (SELECT system_identifier::text FROM pg_control_system()) AS system`;

// In one statement: what it says of the age was true before any later statement reads.
const AGE = `SELECT pg_is_in_recovery() AS follows,
       (SELECT system_identifier::text FROM pg_control_system()) AS system,
       (extract(epoch FROM pg_last_xact_replay_timestamp()) * 1000)::float8 AS "asOf",
       (SELECT count(*)::int FROM drizzle.__drizzle_migrations
         WHERE created_at = ANY ($1::bigint[])) AS migrations,
       (SELECT count(*)::int FROM audit_entries
         JOIN jsonb_to_recordset($2::jsonb) AS own ("companyId" uuid, id uuid)
           ON audit_entries.company_id = own."companyId" AND audit_entries.id = own.id) AS entries`;

interface Age {
  follows: boolean;
  system: string;
  asOf: number | null;
  migrations: number;
  entries: number;
}

/** A relation, a column or a function that a migration has yet to bring. */
const MISSING = new Set(["42P01", "42703", "42883", "3F000"]);
const READ_ONLY = "25006";

const REASONS: Readonly<Record<Declined, string>> = {
  away: "it does not answer",
  promoted: "it is a primary, or of another database",
  old: "it is too far behind",
  schema: "it lacks a migration",
  own: "it lacks what the reader wrote",
};

/** Opens a small pool of connections to a standby. Never throws because it is away. */
export function openStandby(options: StandbyOptions): Standby {
  const { url, primary, limitSeconds, logger, preparesStatements = true } = options;
  const open = (max: number) =>
    createDatabase({
      ...{ url, logger, preparesStatements, max, waitTimeoutMs: WAIT_MS },
      applicationName: "prelaunch standby reads",
    });
  const database = open(CONNECTIONS);
  // Its own connection: long reads are no reason to think that the standby is away.
  const asker = open(1);
  const migrations = knownMigrations().map(({ writtenAt }) => writtenAt);
  const left: Record<Declined, number> = { away: 0, promoted: 0, old: 0, schema: 0, own: 0 };
  let answered = 0;
  let declined: Declined | null = "away";
  let behindSeconds: number | null = null;
  let isFirst = true;
  /** The primary's identity and clock, with the moment at which it was read. */
  let known: { system: string; now: number; at: number } | null = null;

  const ageOn = async (db: Reader, { entries }: Needs): Promise<Age> => {
    const { rows } = await senderOf(db)({ text: AGE, query_timeout: ANSWER_MS }, [
      migrations,
      JSON.stringify(entries),
    ]);
    return (rows as Age[])[0] as Age;
  };
  /** The primary's clock; clocks of the machines may differ. */
  const behind = ({ asOf }: Age): number | null =>
    asOf === null || !known ? null : Math.max(0, known.now + performance.now() - known.at - asOf);
  const reasonAgainst = (age: Age, { entries, notBefore }: Needs): Declined | null => {
    const ms = behind(age);
    if (!age.follows || age.system !== known?.system) return "promoted";
    if (age.migrations < migrations.length) return "schema";
    if (ms === null || ms > limitSeconds * 1000) return "old";
    if (notBefore && Number(age.asOf) < notBefore.getTime()) return "old";
    return age.entries < entries.length ? "own" : null;
  };
  /** Why an error of the standby is none of the read itself; null if it is. */
  const reasonOf = (error: unknown): Declined | null => {
    const code = errorCode(error) ?? "";
    if (code === READ_ONLY) return null;
    if (MISSING.has(code)) return "schema";
    // A standby cancels reads that delay its replay.
    return isDatabaseAway(error) || isConflict(error) ? "away" : null;
  };

  const note = (reason: Declined | null, error?: unknown) => {
    if (reason === "away") behindSeconds = null;
    if (reason === declined && !isFirst) return;
    isFirst = false;
    declined = reason;
    if (reason === null) logger.info({ behindSeconds }, "the standby is read from");
    else {
      logger.warn(
        { err: error, behindSeconds, reason: REASONS[reason] },
        "the standby is not read from",
      );
    }
  };

  const beat = async () => {
    const before = performance.now();
    const { rows } = await senderOf(primary.db)({ text: BEAT, query_timeout: ANSWER_MS }, [1]);
    const [row] = rows as { now: number; system: string }[];
    // Half of the round trip.
    if (row) known = { ...row, at: (before + performance.now()) / 2 };
  };
  const needsNothing: Needs = { entries: [] };
  const ask = async () => {
    // Without the primary its clock goes on from the last answer, and the standby grows old.
    await beat().catch(() => undefined);
    try {
      const age = await ageOn(asker.db, needsNothing);
      const ms = behind(age);
      behindSeconds = ms === null ? null : ms / 1000;
      note(reasonAgainst(age, needsNothing));
    } catch (error) {
      note(reasonOf(error) ?? "away", error);
    }
  };

  let isClosed = false;
  const stopped = new AbortController();
  const asking = (async () => {
    while (!isClosed) {
      await ask();
      await after(ASK_MS, null, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  })();

  const leave = (reason: Declined) => {
    left[reason] += 1;
    return { declined: reason };
  };
  /** Thrown to roll a transaction back, whose standby does not fulfil the needs. */
  class Unfit extends Error {
    constructor(readonly reason: Declined) {
      super(reason);
    }
  }

  return {
    limitMs: limitSeconds * 1000,
    async read(needs, run) {
      // A standby that failed a moment ago is not asked.
      if (declined !== null) return leave(declined);
      try {
        const found = await database.db.transaction(
          async (tx) => {
            const age = await ageOn(tx, needs);
            const reason = reasonAgainst(age, needs);
            if (reason !== null) throw new Unfit(reason);
            const asOf = new Date(Number(age.asOf));
            return { value: await run(tx), asOf, behindMs: behind(age) ?? 0 };
          },
          { accessMode: "read only" },
        );
        answered += 1;
        return found;
      } catch (error) {
        if (error instanceof Unfit) return leave(error.reason);
        if (errorCode(error) === READ_ONLY) {
          // Not as the outage that a primary's refusal of writes is: nothing may write here.
          throw new Error(`What reads from the standby writes: ${String(error)}`);
        }
        const reason = reasonOf(error);
        if (reason === null) throw error;
        // Without a code all connections were busy.
        if (isDatabaseAway(error) && errorCode(error) !== null) note("away", error);
        return leave(reason);
      }
    },
    state: () => ({ declined, behindSeconds, answered, left: { ...left } }),
    ask,
    async close() {
      isClosed = true;
      stopped.abort();
      await asking;
      await Promise.all([database.close(), asker.close()]);
    },
  };
}
