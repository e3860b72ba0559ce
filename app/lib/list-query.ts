/** Lists live in the address: `?page=2&limit=25&search=asha&status=PENDING`. */

export interface ListQuery<Status extends string = string> {
  page: number;
  limit: number;
  search: string;
  /** Null when the address names none of `statuses`. */
  status: Status | null;
}

interface ListRules<Status extends string> {
  /** Page sizes that may be asked for; the first is the default. */
  limits?: readonly [number, ...number[]];
  statuses?: readonly Status[];
  /** Parameter names, where one page holds several lists. */
  names?: Partial<Record<"page" | "limit" | "search" | "status", string>>;
}

/**
 * Reads a list's address. A page is for people: what makes no sense falls back to the default, where
 * REST would answer 400.
 */
export function listQuery<Status extends string = never>(
  request: Request,
  { limits = [10], statuses = [], names = {} }: ListRules<Status> = {},
): ListQuery<Status> {
  const asked = new URL(request.url).searchParams;
  const limit = Number(asked.get(names.limit ?? "limit"));
  const status = asked.get(names.status ?? "status");
  return {
    page: wholeFromOne(asked.get(names.page ?? "page")),
    limit: limits.includes(limit) ? limit : limits[0],
    search: (asked.get(names.search ?? "search") ?? "").trim().slice(0, 100),
    status: statuses.find((one) => one === status) ?? null,
  };
}

const LAST_ASKABLE_PAGE = 1_000_000;

function wholeFromOne(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text)
    ? Math.min(Number(text), LAST_ASKABLE_PAGE)
    : 1;
}

/**
 * The present address with some parameters changed (null removes one), as a relative link:
 * `searchWith(params, { page: 3 })` is `?search=asha&page=3`.
 */
export function searchWith(
  present: URLSearchParams,
  changes: Readonly<Record<string, string | number | null>>,
): string {
  const next = new URLSearchParams(present);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, String(value));
  }
  const text = next.toString();
  return text === "" ? "?" : `?${text}`;
}
