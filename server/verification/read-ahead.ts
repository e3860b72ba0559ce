/**
 * Yields pages of rows in the order of their sequence. The database reads the next page while the
 * caller works on one.
 */
export async function* readAhead<T extends { sequence: number }>(
  list: (range: { after: number; limit: number }) => Promise<T[]>,
  limit: number,
): AsyncGenerator<T[]> {
  const read = (after: number) => {
    const page = list({ after, limit });
    // The error is thrown where the page is awaited.
    page.catch(() => undefined);
    return page;
  };
  let next: Promise<T[]> | null = read(Number.MIN_SAFE_INTEGER);
  try {
    while (next) {
      const rows: T[] = await next;
      const last = rows.at(-1);
      next = last && rows.length === limit ? read(last.sequence) : null;
      yield rows;
    }
  } finally {
    // A caller that stops early learns of an error of the prefetched page, which has ended the
    // transaction.
    await next;
  }
}
