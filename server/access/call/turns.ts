import { createLimiter } from "@db/limiter";
import type { Actor } from "./actor";
import { PAYMENT_WAIT_SECONDS } from "@server/platform/rules/hold-times";
import { refuse } from "@server/platform/rules/refusals/refuse";

/**
 * The kinds of calls, in the order in which they are served while more is asked than can be done:
 * a purchase that holds tokens and an admin's decision, then what begins or changes something, then
 * what looks.
 */
export const CALL_KINDS = ["finish", "begin", "look"] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** Milliseconds that a call waits for its turn. */
const WAIT_MS: Readonly<Record<CallKind, number>> = {
  finish: PAYMENT_WAIT_SECONDS * 1000,
  begin: 10_000,
  look: 10_000,
};

/** Calls that wait in one process, of all companies and of one; each holds some kilobytes. */
const WAITING = { all: 2000, company: 1500 };

export interface Call {
  kind: CallKind;
  /** The company, or another group of callers that takes turns with the companies, and the role. */
  of: readonly [group: string, role: string];
  /** Milliseconds that it waits; by default those of its kind. */
  waitMs?: number | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

export interface TurnFigures {
  /** Calls that run, and the most. */
  running: number;
  most: number;
  kinds: Readonly<Record<CallKind, KindFigures>>;
}

interface KindFigures {
  /** Calls that wait now. */
  waiting: number;
  /** Calls that waited since the start, their seconds, and those that were refused their turn. */
  waits: number;
  seconds: number;
  refused: number;
}

export interface Turns {
  /**
   * Runs a call once it is its turn. Refuses with SALE_BUSY, for what looks with SERVER_BUSY, before
   * anything of it is begun. A super admin waits for nobody: they are few, and end what is stuck.
   */
  run<T>(call: Call, work: () => Promise<T>): Promise<T>;
  figures(): TurnFigures;
}

/**
 * The most calls at once: a process computes one at a time, and more of them only wait for each other.
 * With six it ends as many as with ten, and another company's page comes in half of the time.
 */
export const MOST_PLACES = 6;

/**
 * Creates the turns of this process's calls, of which none waits for a connection. One company's calls
 * use two thirds of the places, so that rows that are locked for long in one leave the others theirs,
 * and those of one role half: members buy while admins decide about many (architecture.md §6).
 */
export function createTurns(places: number): Turns {
  const full = ({ rank = 0 }: { rank?: number }) =>
    refuse(CALL_KINDS[rank] === "look" ? "SERVER_BUSY" : "SALE_BUSY");
  const limiter = createLimiter(
    [
      { atOnce: places, waiting: WAITING.all },
      { atOnce: Math.ceil((places * 2) / 3), waiting: WAITING.company },
      { atOnce: Math.ceil(places / 2) },
    ],
    { full, late: full },
  );
  let running = 0;
  const none = (): KindFigures => ({ waiting: 0, waits: 0, seconds: 0, refused: 0 });
  const kinds = { finish: none(), begin: none(), look: none() };
  return {
    async run({ kind, of, waitMs = WAIT_MS[kind], signal }, work) {
      const [, role] = of;
      if (role === "SUPER_ADMIN") return work();
      const figures = kinds[kind];
      const askedAt = performance.now();
      let isRunning = false;
      figures.waiting += 1;
      const leave = () => {
        figures.waiting -= 1;
        const seconds = (performance.now() - askedAt) / 1000;
        figures.seconds += seconds;
        if (seconds > 0.001) figures.waits += 1;
      };
      const enter = async () => {
        leave();
        isRunning = true;
        running += 1;
        try {
          return await work();
        } finally {
          running -= 1;
        }
      };
      try {
        const rank = CALL_KINDS.indexOf(kind);
        return await limiter.run(enter, { of, rank, waitMs, signal });
      } catch (error) {
        if (!isRunning) {
          leave();
          if (!signal?.aborted) figures.refused += 1;
        }
        throw error;
      }
    },
    figures: () => ({ running, most: places, kinds }),
  };
}

/** The group of a call: its actor's company, else the site's. */
export function groupOf(actor: Actor, siteId: string | null): Call["of"] {
  if (actor.role === "SUPER_ADMIN") return [actor.id, actor.role];
  const group = "companyId" in actor ? actor.companyId : (siteId ?? "platform");
  return [group, actor.role === "ADMIN" ? "ADMIN" : "USER"];
}
