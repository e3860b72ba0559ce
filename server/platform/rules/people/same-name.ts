import { spokenForm } from "./spelling";

/**
 * - SAME: the same words, in any order.
 * - ALIKE: the words agree by their spelling, initials or cut ends, or one name has fewer of them.
 * - ANOTHER: a word of each name is not in the other.
 */
export type NameLikeness = "SAME" | "ALIKE" | "ANOTHER";

const TITLES = new Set(
  "mr mrs ms miss dr prof shri sri shree smt sau kum kumari late m/s श्री श्रीमती सुश्री कुमारी डॉ डा स्व".split(
    " ",
  ),
);

/** More words than a person's name has; the rest is not compared. */
const MOST_WORDS = 6;

/** The least letters of a word that shows a person by itself. */
const TELLING = 3;

/** Returns the words of a name in lower case, without titles. */
function wordsOfName(name: string): string[] {
  const words =
    name
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const named = words.filter((word) => !TITLES.has(word));
  return (named.length > 0 ? named : words).slice(0, MOST_WORDS);
}

type Word = { text: string; spoken: string };

const spoken = (text: string): Word => ({ text, spoken: spokenForm(text) });

/** Returns how much two words agree: 3 the same, 2 by spelling, 1 by an initial or a cut end, 0 not. */
function agreement(one: Word, other: Word): 0 | 1 | 2 | 3 {
  if (one.text === other.text) return 3;
  if (one.spoken !== "" && one.spoken === other.spoken) return 2;
  const [short, long] = [one.text, other.text].toSorted((a, b) => a.length - b.length);
  const isCut = long?.startsWith(short ?? "") ?? false;
  return isCut || (one.spoken.length === 1 && other.spoken.startsWith(one.spoken)) ? 1 : 0;
}

/**
 * Pairs each word with another one of `others`. Returns the least agreement and whether a telling word
 * agrees by more than an initial; null where a word has no pair.
 */
function pair(
  words: readonly Word[],
  others: readonly Word[],
): { least: number; isTelling: boolean } | null {
  const [word, ...rest] = words;
  if (!word) return { least: 3, isTelling: false };
  const ranked = others
    .map((other, at) => ({ at, agrees: agreement(word, other) }))
    .filter(({ agrees }) => agrees > 0)
    .toSorted((a, b) => b.agrees - a.agrees);
  for (const { at, agrees } of ranked) {
    const found = pair(rest, others.toSpliced(at, 1));
    if (!found) continue;
    const isTelling = found.isTelling || (agrees > 1 && word.text.length >= TELLING);
    return { least: Math.min(agrees, found.least), isTelling };
  }
  return null;
}

const joined = (words: readonly string[]): string => words.map(spokenForm).join("");

/**
 * Compares two names of people by their words, in Latin letters and in Devanagari. A name without
 * letters is like every other: nothing contradicts.
 */
export function compareNames(one: string, other: string): NameLikeness {
  const [fewer = [], more = []] = [wordsOfName(one), wordsOfName(other)].toSorted(
    (a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1),
  );
  if (fewer.length === 0) return "ALIKE";
  const found = pair(fewer.map(spoken), more.map(spoken));
  if (found && found.least === 3 && fewer.length === more.length) return "SAME";
  if (found?.isTelling) return "ALIKE";
  const [glued, whole] = [joined(fewer), joined(more)];
  return glued.length > TELLING && glued === whole ? "ALIKE" : "ANOTHER";
}
