import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Implements the Merkle tree of RFC 9162 §2.1: a leaf is SHA-256(0x00 ‖ data), a node SHA-256(0x01 ‖
 * left ‖ right). Pure: the browser and the command verify with it, and the server builds with it.
 */

export type Hash = Uint8Array;

/** Computes SHA-256. The server passes a faster one than the default. */
export type Sha256 = (bytes: Uint8Array) => Hash;

/** MTH({}), the root of the tree without leaves. */
export const emptyRoot = (): Hash => sha256(new Uint8Array());

export function leafHash(data: Uint8Array, hash: Sha256 = sha256): Hash {
  const bytes = new Uint8Array(1 + data.length);
  bytes.set(data, 1);
  return hash(bytes);
}

export function nodeHash(left: Hash, right: Hash, hash: Sha256 = sha256): Hash {
  const bytes = new Uint8Array(65);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 33);
  return hash(bytes);
}

/** Returns the largest power of two below `size`, at least 2: the size of a tree's left part. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Returns the root of the subtree over the leaves from `from` to `to` (exclusive). */
export type RangeHash = (from: number, to: number) => Promise<Hash>;

/** Returns the inclusion proof of a leaf, from the leaf to the root (RFC 9162 §2.1.3.1). */
export async function inclusionPath(
  range: RangeHash,
  index: number,
  size: number,
): Promise<Hash[]> {
  const siblings: [number, number][] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      siblings.push([middle, to]);
      to = middle;
    } else {
      siblings.push([from, middle]);
      from = middle;
    }
  }
  const path: Hash[] = [];
  for (const [first, end] of siblings.reverse()) path.push(await range(first, end));
  return path;
}

/** Proves that the tree of `first` leaves is a prefix of that of `second` (RFC 9162 §2.1.4.1). */
export async function consistencyPath(
  range: RangeHash,
  first: number,
  second: number,
): Promise<Hash[]> {
  if (first === 0 || first === second) return [];
  const prove = async (
    size: number,
    from: number,
    to: number,
    isWhole: boolean,
  ): Promise<Hash[]> => {
    if (size === to - from) return isWhole ? [] : [await range(from, to)];
    const split = splitOf(to - from);
    const middle = from + split;
    if (size <= split) {
      return [...(await prove(size, from, middle, isWhole)), await range(middle, to)];
    }
    return [...(await prove(size - split, middle, to, false)), await range(from, middle)];
  };
  return prove(first, 0, second, true);
}

const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

/** Returns the root that an inclusion proof leads to; null if its length does not fit (RFC 9162 §2.1.3.2). */
export function rootOfInclusion(
  leaf: Hash,
  { index, size, path }: { index: number; size: number; path: readonly Hash[] },
): Hash | null {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return null;
  let [at, last, root] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return null;
    if (isOdd(at) || at === last) {
      root = nodeHash(sibling, root);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      root = nodeHash(root, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? root : null;
}

export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/** Tells whether the first tree is a prefix of the second (RFC 9162 §2.1.4.2). */
export function isConsistent(first: TreeHead, second: TreeHead, path: readonly Hash[]): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return path.length === 0 && isEqual(first.root, second.root);
  if (first.size === 0) return path.length === 0 && isEqual(first.root, emptyRoot());
  const isPower = Number.isInteger(Math.log2(first.size));
  const [start, ...rest] = isPower ? [first.root, ...path] : path;
  if (!start) return false;
  let [at, last] = [first.size - 1, second.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [old, now] = [start, start];
  for (const node of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      old = nodeHash(node, old);
      now = nodeHash(node, now);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      now = nodeHash(now, node);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isEqual(old, first.root) && isEqual(now, second.root);
}

export const isEqual = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** A tree that only grows: it keeps the roots of its complete subtrees, at most one per size. */
export class GrowingTree {
  size = 0;
  /** The complete subtrees from left to right; each is larger than the next. */
  readonly #peaks: { level: number; hash: Hash }[] = [];
  readonly #hash: Sha256;
  readonly #onComplete: (level: number, index: number, hash: Hash) => void;

  /** `onComplete` is called with each complete subtree of 2^level leaves. */
  constructor(
    hash: Sha256 = sha256,
    onComplete: (level: number, index: number, hash: Hash) => void = () => undefined,
  ) {
    this.#hash = hash;
    this.#onComplete = onComplete;
  }

  append(leaf: Hash): void {
    this.size += 1;
    let peak = { level: 0, hash: leaf };
    for (;;) {
      const before = this.#peaks.at(-1);
      if (before?.level !== peak.level) break;
      this.#peaks.pop();
      peak = { level: peak.level + 1, hash: nodeHash(before.hash, peak.hash, this.#hash) };
      this.#onComplete(peak.level, this.size / 2 ** peak.level - 1, peak.hash);
    }
    this.#peaks.push(peak);
  }

  root(): Hash {
    const [last, ...others] = this.#peaks.map(({ hash }) => hash).reverse();
    return last
      ? others.reduce((right, left) => nodeHash(left, right, this.#hash), last)
      : emptyRoot();
  }
}

/** A member's tokens at the end of a day. */
export interface DayHolding {
  /** A day in India, YYYY-MM-DD. */
  readonly day: string;
  readonly tokens: number;
}

/**
 * Returns at most `most` days of a history, for a chart. Of days that follow each other closely it
 * keeps the last, so each kept day states the tokens at its end. The first and the last day stay.
 */
export function sampleDays(history: readonly DayHolding[], most: number): readonly DayHolding[] {
  if (history.length <= most) return history;
  return Array.from({ length: most }, (_, at) => {
    const index = Math.round((at * (history.length - 1)) / (most - 1));
    return history[index]!;
  });
}
