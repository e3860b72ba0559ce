import { refuse } from "@server/domain/refusals/refuse";

/** Limits how many transactions of one company run at the same time in this process. */
export interface TransactionLimit {
  /**
   * Runs `work` once the company has a free place. Urgent work goes ahead of other waiting work.
   * Refuses with DATA_BUSY if no place becomes free in time; `work` then has not run.
   */
  run<T>(companyId: string, work: () => Promise<T>, options?: { isUrgent: boolean }): Promise<T>;
}

interface Places {
  taken: number;
  /** Each entry takes over the place of work that has ended. */
  waiting: (() => void)[];
}

/**
 * A company whose rows are locked for long keeps at most `atOnce` of the pool's connections, so
 * that the others keep theirs (architecture.md §6). A place is waited for at most `waitMs`.
 */
export function createTransactionLimit({
  atOnce,
  waitMs,
}: {
  atOnce: number;
  waitMs: number;
}): TransactionLimit {
  const companies = new Map<string, Places>();

  const placesOf = (companyId: string): Places => {
    const known = companies.get(companyId);
    if (known) return known;
    const places: Places = { taken: 0, waiting: [] };
    companies.set(companyId, places);
    return places;
  };

  const take = (places: Places, isUrgent: boolean): Promise<void> => {
    if (places.taken < atOnce) {
      places.taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        places.waiting.splice(places.waiting.indexOf(enter), 1);
        reject(refuse("DATA_BUSY"));
      }, waitMs);
      if (isUrgent) places.waiting.unshift(enter);
      else places.waiting.push(enter);
    });
  };

  const leave = (companyId: string, places: Places): void => {
    const next = places.waiting.shift();
    if (next) return next();
    places.taken -= 1;
    if (places.taken === 0) companies.delete(companyId);
  };

  return {
    async run(companyId, work, { isUrgent } = { isUrgent: false }) {
      const places = placesOf(companyId);
      await take(places, isUrgent);
      try {
        return await work();
      } finally {
        leave(companyId, places);
      }
    },
  };
}
