export const MAX_SEARCH_LENGTH = 100;

/** Escapes `%`, `_` and `\` for LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Returns the LIKE pattern for "contains this text", or null for an empty search. */
export function containsPattern(search: string | null | undefined): string | null {
  const text = (search ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH);
  return text === "" ? null : `%${escapeLike(text)}%`;
}
