import { referenceKey, referenceKeys, wordsOf } from "./tokens";

/** A number in three parts: what both numbers begin with, where they differ, what both end with. */
type Parts = readonly [start: string, differs: string, end: string];

/** The number of a bank's entry, as references are compared, beside the one that the member typed. */
export interface TwoNumbers {
  readonly bank: Parts;
  readonly member: Parts;
}

/** A difference of more characters is another number, in which nothing is to be marked. */
const MOST_DIFFERING = 4;

/**
 * Returns the member's number as it was typed, and the number of the entry's reference or text that is
 * most like it, split where they differ as references are compared. Null if one of them has none, or
 * both are the same.
 */
export function twoNumbers(
  entry: { readonly narration: string; readonly reference: string | null },
  typed: string | null,
): TwoNumbers | null {
  if (typed === null) return null;
  const member = referenceKey(typed);
  if (member === null) return null;
  const [bank] = [
    ...referenceKeys(entry.reference ?? ""),
    ...referenceKeys(entry.narration),
  ].toSorted((a, b) => differing(a, member) - differing(b, member));
  if (bank === undefined || bank === member) return null;
  const start = sameStart(bank, member);
  const end = sameEnd(bank.slice(start), member.slice(start));
  const isAnother = differing(bank, member) > MOST_DIFFERING;
  const parts = (number: string, from: number, to: number): Parts =>
    isAnother
      ? [number, "", ""]
      : [number.slice(0, from), number.slice(from, to), number.slice(to)];
  const zeros = wordsOf(typed).join("").length - member.length;
  const placeIn = (length: number) => placeAfter(typed, zeros + length);
  return {
    bank: parts(bank, start, bank.length - end),
    member: parts(typed, placeIn(start), placeIn(member.length - end)),
  };
}

/** The place in a text after a number of its letters and digits. */
const placeAfter = (text: string, count: number): number =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]/gu)][count]?.index ?? text.length;

/** The length of the longer part in which two numbers differ. */
function differing(a: string, b: string): number {
  const start = sameStart(a, b);
  return Math.max(a.length, b.length) - start - sameEnd(a.slice(start), b.slice(start));
}

function sameStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}

const sameEnd = (a: string, b: string): number =>
  sameStart([...a].toReversed().join(""), [...b].toReversed().join(""));
