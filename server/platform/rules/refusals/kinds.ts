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

/** Returns the HTTP status of a kind (architecture.md §9). */
export const httpStatusOf = (kind: RefusalKind): number => HTTP_STATUS_OF_KIND[kind];
