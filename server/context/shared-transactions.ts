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
  /** Called at each arrival. */
  arrived: () => void;
}

/** Calls of one transaction at most: the pool's row is locked for all of them. */
const MOST = 16;
/**
 * How long the next transaction waits for one that is at work. A row that somebody keeps locked delays
 * whoever needs it, and the others not for long.
 */
const TURN_MS = 100;
/** How long a shared transaction waits for a lock; after that each call waits by itself. */
const LOCK_MS = 500;
/** How long the next transaction waits for those who were just answered, who may ask again. */
const GATHER_MS = 2;

/** Shared transactions of one process; each takes one of its company's places. */
export function createSharedTransactions(
  db: Executor,
  transactionLimit?: TransactionLimit,
): SharedTransactions {
  const companies = new Map<string, Queue>();

  async function runTogether(companyId: string, calls: readonly Queued[]): Promise<void> {
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
    const work = () => transactTogether(db, runs, { lockTimeoutMs: LOCK_MS });
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
      if (isOnceMore) enqueue(companyId, others);
    }
  }

  async function runAll(companyId: string, queue: Queue): Promise<void> {
    for (let calls = taken(queue); calls.length > 0; calls = taken(queue)) {
      const [first] = calls;
      const isAlone = calls.length === 1;
      await settledOr(TURN_MS, isAlone ? first?.runAlone() : runTogether(companyId, calls));
      if (!isAlone) await gathered(queue, Math.min(MOST, queue.waiting.length + calls.length));
    }
    companies.delete(companyId);
  }

  function enqueue(companyId: string, calls: readonly Queued[]): void {
    const known = companies.get(companyId);
    const queue: Queue = known ?? { waiting: [], arrived: () => undefined };
    queue.waiting.push(...calls);
    queue.arrived();
    if (known) return;
    companies.set(companyId, queue);
    // Calls that arrive in one turn go together.
    setImmediate(() => void runAll(companyId, queue));
  }

  return {
    run: <T>({ companyId, subjectId, run, alone }: Sharing<T>) =>
      new Promise<T>((resolve, reject) => {
        const call: Queued = {
          subjectId,
          run,
          done: (result) => resolve(result as T),
          fail: reject,
          runAlone: () => alone().then(resolve, reject),
          failed: 0,
        };
        enqueue(companyId, [call]);
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

/** Resolves once `count` calls wait, or after GATHER_MS. */
async function gathered(queue: Queue, count: number): Promise<void> {
  const enough = new Promise<void>((resolve) => {
    queue.arrived = () => {
      if (queue.waiting.length >= count) resolve();
    };
    queue.arrived();
  });
  await settledOr(GATHER_MS, enough);
  queue.arrived = () => undefined;
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
