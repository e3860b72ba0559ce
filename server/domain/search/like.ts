/** Longest search that is looked for, in characters. */
export const MAX_SEARCH_LENGTH = 100;

/** A text in which LIKE finds nothing special: `%`, `_` and `\` stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** The LIKE pattern of "contains this", or null where there is nothing to look for. */
export function containsPattern(search: string | null | undefined): string | null {
  const text = (search ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH);
  return text === "" ? null : `%${escapeLike(text)}%`;
}
