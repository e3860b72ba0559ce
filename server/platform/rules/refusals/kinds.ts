import { CODES, type RefusalCode } from "./codes";

/** The kinds of refusals, with the HTTP status of each. */
const HTTP_STATUS_OF_KIND = {
  input: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  method: 405,
  timeout: 408,
  conflict: 409,
  "too-large": 413,
  unsupported: 415,
  mismatch: 422,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type RefusalKind = keyof typeof HTTP_STATUS_OF_KIND;

/** Maps each code to its kind. */
export const REFUSAL_KINDS = Object.fromEntries(
  Object.entries(CODES).flatMap(([kind, codes]) => codes.map((code) => [code, kind])),
) as Readonly<Record<RefusalCode, RefusalKind>>;

/** True for a refusal code; other messages of contracts are shown unchanged. */
export function isRefusalCode(text: string): text is RefusalCode {
  return Object.hasOwn(REFUSAL_KINDS, text);
}

/** Returns the HTTP status of a refusal (architecture.md §9). */
export const httpStatusOf = (code: RefusalCode): number => HTTP_STATUS_OF_KIND[REFUSAL_KINDS[code]];
