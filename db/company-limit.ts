import { CompanyBusyError } from "./errors";

interface Places {
  taken: number;
  /** Each entry takes over the place of a transaction that has ended. */
  waiting: (() => void)[];
}

/**
 * Limits how many transactions of one company run at the same time in this process, so that a
 * company whose rows are locked for long leaves connections to the others (architecture.md §6).
 */
export class CompanyLimit {
  readonly #companies = new Map<string, Places>();

  /**
   * Allows `atOnce` transactions of each company; others wait `waitMs` milliseconds for a place.
   */
  constructor(
    readonly atOnce: number,
    readonly waitMs: number,
  ) {}

  /**
   * Waits for a place of the company, and resolves with a function that frees it. An urgent caller
   * goes ahead of the others that wait. Rejects with CompanyBusyError if no place becomes free in
   * time.
   */
  async enter({ id, isUrgent }: { id: string; isUrgent: boolean }): Promise<() => void> {
    const places = this.#companies.get(id) ?? { taken: 0, waiting: [] };
    this.#companies.set(id, places);
    if (places.taken < this.atOnce) places.taken += 1;
    else await this.#wait(places, isUrgent);
    return () => {
      const next = places.waiting.shift();
      if (next) return next();
      places.taken -= 1;
      if (places.taken === 0) this.#companies.delete(id);
    };
  }

  #wait({ waiting }: Places, isUrgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new CompanyBusyError("The company has too many open transactions."));
      }, this.waitMs);
      if (isUrgent) waiting.unshift(enter);
      else waiting.push(enter);
    });
  }
}
