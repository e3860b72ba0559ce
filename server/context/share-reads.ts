/**
 * Lets callers that ask for the same thing at the same time share a read. A caller never gets what
 * was read before it asked: those who ask while a read runs share the next one. So nothing is stale,
 * and a busy process reads twice for many callers.
 *
 * @param keyOf returns everything that the result depends on
 */
export function shareReads<Input, T>(
  read: (input: Input) => Promise<T>,
  keyOf: (input: Input) => string,
): (input: Input) => Promise<T> {
  const reads = new Map<string, { running: Promise<T>; next?: Promise<T> }>();
  const begin = (key: string, input: Input): Promise<T> => {
    const entry: { running: Promise<T>; next?: Promise<T> } = { running: read(input) };
    reads.set(key, entry);
    const end = () => {
      if (!entry.next) reads.delete(key);
    };
    entry.running.then(end, end);
    return entry.running;
  };
  return (input) => {
    const key = keyOf(input);
    const entry = reads.get(key);
    if (!entry) return begin(key, input);
    const again = () => begin(key, input);
    return (entry.next ??= entry.running.then(again, again));
  };
}
