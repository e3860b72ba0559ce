/** Default and maximum rows per page (api.md). */
export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;
export const MAX_PAGE = 1_000_000;

/** Page sizes of the investor's history (product.md §9). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Page numbers around the current one, and at each end (product.md §9). */
export interface PagerShape {
  readonly range: number;
  readonly edges: number;
}
export const INVESTOR_PAGER: PagerShape = { range: 3, edges: 2 };
export const ADMIN_PAGER: PagerShape = { range: 3, edges: 1 };

/** Returns the number of rows before a page; pages count from 1. */
export function offsetOf({
  page,
  limit,
}: {
  readonly page: number;
  readonly limit: number;
}): number {
  return (page - 1) * limit;
}

/** Returns the rows of a page, as a query reads them. */
export const sliceOf = (asked: { readonly page: number; readonly limit: number }) => ({
  limit: asked.limit,
  offset: offsetOf(asked),
});

/** Returns the number of the last page; 1 for an empty list. */
export function lastPageOf(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

function clampPage(page: number, lastPage: number): number {
  return Math.min(Math.max(1, page), Math.max(1, lastPage));
}

/** Returns the number of a row in the complete list (the Sl.No columns), from 1. */
export function rowNumber(
  query: { readonly page: number; readonly limit: number },
  index: number,
): number {
  return offsetOf(query) + index + 1;
}

/**
 * Lists the items of a pager from left to right: page numbers, and "gap" for omitted ones. The
 * window around the current page keeps its width at both ends, and a gap never replaces a single
 * page.
 */
export function pagerItems(
  page: number,
  lastPage: number,
  { range, edges }: PagerShape,
): (number | "gap")[] {
  const current = clampPage(page, lastPage);
  const before = Math.floor((range - 1) / 2);
  const from = Math.max(1, Math.min(current - before, lastPage - range + 1));
  const shown = new Set([
    ...numbers(1, edges),
    ...numbers(from, from + range - 1),
    ...numbers(lastPage - edges + 1, lastPage),
  ]);

  const items: (number | "gap")[] = [];
  let previous = 0;
  for (const n of [...shown].filter((n) => n >= 1 && n <= lastPage).toSorted((a, b) => a - b)) {
    if (n === previous + 2) items.push(n - 1);
    else if (n > previous + 2) items.push("gap");
    items.push(n);
    previous = n;
  }
  return items;
}

/** Lists the integers from first to last; empty if last is less than first. */
function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
