import { setTimeout as after } from "node:timers/promises";

/** Milliseconds for which a reading is waited for: one that hangs must hold nobody else up. */
const PATIENCE_MS = 250;

/**
 * Reads a thing by its name, once for all that ask for it together: who asks during a reading shares
 * the next one, so that nobody gets an answer older than the question. A reading that fails fails for
 * those who share it.
 */
export function shareReadings<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const begun = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();
  function begin(name: string): Promise<T> {
    next.delete(name);
    const reading = read(name).finally(() => {
      if (begun.get(name) === reading) begun.delete(name);
    });
    begun.set(name, reading);
    return reading;
  }
  return (name) => {
    const current = begun.get(name);
    if (!current) return begin(name);
    const again = () => begin(name);
    const shared =
      next.get(name) ??
      Promise.race([current, after(PATIENCE_MS, null, { ref: false })]).then(again, again);
    next.set(name, shared);
    return shared;
  };
}
