/**
 * Lets callers that ask for the same key at the same time share a read. A caller never gets what was
 * read before it asked: those who ask while a read runs share the next one. So nothing is stale, and
 * a busy process reads a key twice for many callers.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const reads = new Map<string, { running: Promise<T>; next?: Promise<T> }>();
  const begin = (key: string): Promise<T> => {
    const entry: { running: Promise<T>; next?: Promise<T> } = { running: read(key) };
    reads.set(key, entry);
    const end = () => {
      if (!entry.next) reads.delete(key);
    };
    entry.running.then(end, end);
    return entry.running;
  };
  return (key) => {
    const entry = reads.get(key);
    if (!entry) return begin(key);
    const again = () => begin(key);
    return (entry.next ??= entry.running.then(again, again));
  };
}
