/** How old a company's totals may be, in milliseconds (design §11). */
export const FIGURES_MAX_AGE_MS = 20_000;

/** Companies whose totals a process keeps; the oldest go first. */
const MOST_KEPT = 1_000;

/** A company's totals, kept for a while in this process. Totals alone: nothing is decided by them. */
export interface Figures<T> {
  /** What was read less than {@link FIGURES_MAX_AGE_MS} ago, else what `read` finds now. */
  of(companyId: string, read: () => Promise<T>): Promise<T>;
}

/**
 * Many who ask at once wait for one reading. The age counts from when a reading began, and one that
 * failed is not kept.
 */
export function createFigures<T>(clock: () => number = Date.now): Figures<T> {
  const kept = new Map<string, { readAt: number; figures: Promise<T> }>();
  return {
    of(companyId, read) {
      const readAt = clock();
      const known = kept.get(companyId);
      if (known && readAt - known.readAt < FIGURES_MAX_AGE_MS) return known.figures;
      const entry = { readAt, figures: read() };
      kept.delete(companyId);
      kept.set(companyId, entry);
      entry.figures.catch(() => {
        if (kept.get(companyId) === entry) kept.delete(companyId);
      });
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      return entry.figures;
    },
  };
}
