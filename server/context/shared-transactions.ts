import { type Executor, isDatabaseAway, transactTogether } from "@db/client";
import { Refusal } from "@server/domain/refusals/refuse";
import type { TransactionLimit } from "./transaction-limit";

/** A call that can share its transaction with others of its company. */
export interface Sharing<T> {
  companyId: string;
  /** The row that it changes: two calls on one row do not share a transaction. */
  subjectId: string;
  /** Runs again, alone, after a failure, so it has no side effects other than SQL. */
  run: (tx: Executor) => Promise<T>;
  /** Runs it in a transaction of its own. */
  alone: () => Promise<T>;
}

/**
 * Runs calls of one company that arrive while others are at work in one transaction: what a statement, its
 * triggers and COMMIT cost besides their rows, they cost once. If one of the calls fails, or waits too long
 * for a lock, nothing of the transaction stays: a refusal is that call's answer, and the others run again, at
 * last each by itself, so no call meets the failure of another (docs/decisions/0088).
 */
export interface SharedTransactions {
  run<T>(call: Sharing<T>): Promise<T>;
}

/** Thrown in a shared transaction by a call that needs one of its own. */
export class NeedsOwnTransaction extends Error {
  constructor() {
    super("The call needs a transaction of its own.");
  }
}

interface Queued {
  subjectId: string;
  run: (tx: Executor) => Promise<unknown>;
  /** Settles the call by what the shared transaction returned. */
  done: (result: unknown) => void;
  fail: (error: unknown) => void;
  /** Runs and settles the call. */
  runAlone: () => Promise<void>;
  /** Shared transactions that another call's refusal ended. */
  failed: number;
}

interface Queue {
  waiting: Queued[];
  running: number;
}

/** Calls of one transaction at most: the pool's row is locked for all of them. */
const MOST = 16;
/** Transactions of one company at the same time, so that the process and the database both have work. */
const LANES = 2;
/**
 * How long a shared transaction waits for a lock, and how long the next ones wait for a call that runs
 * alone: a row that somebody keeps locked delays whoever needs it, and nobody else for long.
 */
const PATIENCE_MS = 500;

/** Shared transactions of one process; each takes one of its company's places. */
export function createSharedTransactions(
  db: Executor,
  transactionLimit?: TransactionLimit,
): SharedTransactions {
  const companies = new Map<string, Queue>();

  async function runTogether(
    companyId: string,
    queue: Queue,
    calls: readonly Queued[],
  ): Promise<void> {
    const refused: Queued[] = [];
    const runs = calls.map((call) => async (tx: Executor) => {
      try {
        return await call.run(tx);
      } catch (error) {
        // The first one to fail; the others fail with it.
        if (error instanceof Refusal && refused.length === 0) refused.push(call);
        throw error;
      }
    });
    const work = () => transactTogether(db, runs, { lockTimeoutMs: PATIENCE_MS });
    try {
      const results = await (transactionLimit
        ? transactionLimit.run(companyId, work, { isUrgent: true })
        : work());
      calls.forEach(({ done }, place) => done(results[place]));
    } catch (error) {
      if (isForAll(error)) return calls.forEach(({ fail }) => fail(error));
      for (const { fail } of refused) fail(error);
      const others = calls.filter((call) => !refused.includes(call));
      const isOnceMore = refused.length > 0 && others.every(({ failed }) => failed === 0);
      for (const call of others) {
        call.failed += 1;
        if (!isOnceMore) void call.runAlone();
      }
      if (isOnceMore) queue.waiting.unshift(...others);
    }
  }

  async function runNext(companyId: string, queue: Queue): Promise<void> {
    for (let calls = taken(queue); calls.length > 0; calls = taken(queue)) {
      const [first] = calls;
      if (calls.length === 1) await settledOr(PATIENCE_MS, first?.runAlone());
      else await runTogether(companyId, queue, calls);
    }
    queue.running -= 1;
    if (queue.running === 0) companies.delete(companyId);
  }

  return {
    run: <T>({ companyId, subjectId, run, alone }: Sharing<T>) =>
      new Promise<T>((resolve, reject) => {
        const queue = companies.get(companyId) ?? { waiting: [], running: 0 };
        companies.set(companyId, queue);
        queue.waiting.push({
          subjectId,
          run,
          done: (result) => resolve(result as T),
          fail: reject,
          runAlone: () => alone().then(resolve, reject),
          failed: 0,
        });
        if (queue.running === LANES) return;
        queue.running += 1;
        // Calls that have arrived in the same turn go together.
        setImmediate(() => void runNext(companyId, queue));
      }),
  };
}

/** The next calls of a transaction, the oldest first, each on another row. */
function taken(queue: Queue): Queued[] {
  const next = new Map<string, Queued>();
  for (const call of queue.waiting) {
    if (next.size < MOST && !next.has(call.subjectId)) next.set(call.subjectId, call);
  }
  const calls = [...next.values()];
  queue.waiting = queue.waiting.filter((call) => !calls.includes(call));
  return calls;
}

/** Resolves with the work, or after `ms`. */
async function settledOr(ms: number, work: Promise<void> | undefined): Promise<void> {
  let patience;
  await Promise.race([work, new Promise((resolve) => (patience = setTimeout(resolve, ms)))]);
  clearTimeout(patience);
}

/**
 * Whether no call would do better by itself: the database is away, and what became of a COMMIT is not
 * known, or the company has no place for a transaction.
 */
const isForAll = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Refusal && error.code === "DATA_BUSY");
