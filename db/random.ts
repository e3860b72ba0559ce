import { idAt } from "@db/ids";

/** A deterministic random number generator (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[below(from.length)];
    if (picked === undefined) throw new Error("There is nothing to pick from.");
    return picked;
  };
  return {
    /** Returns a number from 0 inclusive to 1 exclusive. */
    next,
    /** Returns an integer from 0 inclusive to `limit` exclusive. */
    below,
    between: (from: number, to: number): number => from + next() * (to - from),
    /** Returns true with this probability in percent. */
    percent: (share: number): boolean => next() * 100 < share,
    pick,
    /** Returns a random entry, by weight. */
    pickWeighted<T>(from: readonly (readonly [T, number])[]): T {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      const found = from.find(([, weight]) => (left -= weight) < 0) ?? from.at(-1);
      if (!found) throw new Error("There is nothing to pick from.");
      return found[0];
    },
    hex: (length: number): string => Array.from({ length }, () => below(16).toString(16)).join(""),
    digits: (length: number): string => Array.from({ length }, () => below(10)).join(""),
    /** Returns an id in the product's format for an instant. */
    id: (at: Date): string =>
      idAt(
        at,
        Uint8Array.from({ length: 16 }, () => below(256)),
      ),
  };
}
export type Random = ReturnType<typeof createRandom>;
