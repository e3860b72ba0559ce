/** Milliseconds that a company's totals may be old (architecture.md §11). */
export const FIGURES_MAX_AGE_MS = 20_000;

/** The maximum number of totals that a process caches; the oldest are dropped first. */
const MOST_KEPT = 1_000;

/** A short-lived cache of companies' totals in this process. No decision is based on them. */
export interface Figures {
  /**
   * Returns the cached value if younger than {@link FIGURES_MAX_AGE_MS}, else the result of `read`.
   * The key names the figure and the company; a key always has values of one type.
   */
  of<T>(key: string, read: () => Promise<T>): Promise<T>;
}

/**
 * Creates the cache. Concurrent callers share one read. Age counts from the start of a read; a
 * failed read is not cached.
 */
export function createFigures(clock: () => number = Date.now): Figures {
  const kept = new Map<string, { readAt: number; figures: Promise<unknown> }>();
  return {
    of<T>(key: string, read: () => Promise<T>): Promise<T> {
      const readAt = clock();
      const known = kept.get(key);
      if (known && readAt - known.readAt < FIGURES_MAX_AGE_MS) return known.figures as Promise<T>;
      const figures = read();
      const entry = { readAt, figures };
      kept.delete(key);
      kept.set(key, entry);
      figures.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      return figures;
    },
  };
}
