import { refuse } from "@server/platform/rules/refusals/refuse";

/** The owner of a piece of work: a person, and that person's company. */
export interface WorkOwner {
  person: string;
  company: string;
}

export interface FairQueue {
  /**
   * Runs `work` once it is its turn. Refuses with SERVER_BUSY at once if too much work waits, and
   * with REQUEST_TIMED_OUT if `signal` is aborted while it waits; `work` then has not run.
   */
  run<T>(owner: WorkOwner, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Waiting extends WorkOwner {
  enter: () => void;
}

export interface FairQueueLimits {
  /** Pieces of work that run at the same time. */
  atOnce: number;
  /** Pieces of work of one company at the same time; one person runs one. */
  atOnceOfCompany: number;
  waiting: number;
  waitingOfCompany: number;
}

/**
 * Creates a bounded queue in which companies take turns and a person has one running and one
 * waiting piece of work: a second file chosen at once waits, a third is refused.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  let running = 0;
  const runningOf = new Map<string, number>();
  const runningPeople = new Set<string>();
  const waiting: Waiting[] = [];
  /** Companies that were served, the latest last. */
  const served = new Set<string>();

  const personOf = ({ company, person }: WorkOwner) => `${company}/${person}`;
  const ofCompany = (company: string) => runningOf.get(company) ?? 0;

  const mayRun = (one: WorkOwner) =>
    running < limits.atOnce &&
    ofCompany(one.company) < limits.atOnceOfCompany &&
    !runningPeople.has(personOf(one));

  function start(one: WorkOwner): void {
    running += 1;
    runningOf.set(one.company, ofCompany(one.company) + 1);
    runningPeople.add(personOf(one));
    served.delete(one.company);
    served.add(one.company);
  }

  function end(one: WorkOwner): void {
    running -= 1;
    const left = ofCompany(one.company) - 1;
    if (left > 0) runningOf.set(one.company, left);
    else runningOf.delete(one.company);
    runningPeople.delete(personOf(one));
    startNext();
    const isIdle = left <= 0 && !waiting.some(({ company }) => company === one.company);
    if (isIdle) served.delete(one.company);
  }

  function startNext(): void {
    for (let next = nextInTurn(); next; next = nextInTurn()) {
      waiting.splice(waiting.indexOf(next), 1);
      start(next);
      next.enter();
    }
  }

  /** Returns the oldest work of the company whose last turn is the longest ago. */
  function nextInTurn(): Waiting | undefined {
    const turns = [...served];
    const turnOf = ({ company }: Waiting) => turns.indexOf(company);
    return waiting
      .filter(mayRun)
      .reduce<Waiting | undefined>(
        (best, one) => (best && turnOf(best) <= turnOf(one) ? best : one),
        undefined,
      );
  }

  function refuseFull(owner: WorkOwner): void {
    const ofSame = waiting.filter(({ company }) => company === owner.company);
    const isFull =
      waiting.length >= limits.waiting ||
      ofSame.length >= limits.waitingOfCompany ||
      ofSame.some(({ person }) => person === owner.person);
    if (isFull) throw refuse("SERVER_BUSY");
  }

  function take(owner: WorkOwner, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw refuse("REQUEST_TIMED_OUT");
    if (mayRun(owner)) {
      start(owner);
      return Promise.resolve();
    }
    refuseFull(owner);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(refuse("REQUEST_TIMED_OUT"));
      };
      const entry = {
        ...owner,
        enter: () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      waiting.push(entry);
    });
  }

  return {
    async run(owner, work, signal) {
      await take(owner, signal);
      try {
        return await work();
      } finally {
        end(owner);
      }
    },
  };
}
