/** How old a company's totals may be, in milliseconds (architecture.md §11). */
export const FIGURES_MAX_AGE_MS = 20_000;

/** The maximum number of totals that a process caches; the oldest are dropped first. */
const MOST_KEPT = 1_000;

/** A short-lived cache of companies' totals in this process. No decision is based on them. */
export interface Figures<T> {
  /**
   * The cached value if younger than {@link FIGURES_MAX_AGE_MS}, else what `read` returns. The key is a
   * company's id, with what else they depend on.
   */
  of(key: string, read: () => Promise<T>): Promise<T>;
}

/** Concurrent callers share one read. Age counts from the start of a read; a failed read is not cached. */
export function createFigures<T>(clock: () => number = Date.now): Figures<T> {
  const kept = new Map<string, { readAt: number; figures: Promise<T> }>();
  return {
    of(key, read) {
      const readAt = clock();
      const known = kept.get(key);
      if (known && readAt - known.readAt < FIGURES_MAX_AGE_MS) return known.figures;
      const entry = { readAt, figures: read() };
      kept.delete(key);
      kept.set(key, entry);
      entry.figures.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      return entry.figures;
    },
  };
}
