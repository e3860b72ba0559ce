import { setImmediate as others } from "node:timers/promises";

/** Milliseconds of work after which other requests of the process have their turn. */
const TURN_MS = 20;

/** Maps many items on the main thread, and lets other requests run in between. */
export async function mapWithPauses<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since > TURN_MS) {
      await others();
      since = performance.now();
    }
    results.push(map(item));
  }
  return results;
}
