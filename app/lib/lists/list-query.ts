import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import { DEFAULT_LIMIT, MAX_PAGE } from "@server/platform/rules/paging";
import { MAX_SEARCH_LENGTH } from "@server/platform/rules/like";

/** A list's state is in the URL: `?page=2&limit=25&search=asha&status=PENDING`. */

export interface ListQuery<Status extends string = string> {
  page: number;
  limit: number;
  search: string;
  /** It is null if the URL contains none of `statuses`. */
  status: Status | null;
}

interface ListRules<Status extends string> {
  /** The allowed page sizes; the first is the default. */
  limits?: readonly [number, ...number[]];
  statuses?: readonly Status[];
  /** Parameter names, for a page with several lists. */
  names?: Partial<Record<"page" | "limit" | "search" | "status", string>>;
}

/**
 * Reads a list's state from the URL. Invalid values fall back to the default, where REST responds
 * 400.
 */
export function listQuery<Status extends string = never>(
  request: Request,
  { limits = [DEFAULT_LIMIT], statuses = [], names = {} }: ListRules<Status> = {},
): ListQuery<Status> {
  const asked = new URL(request.url).searchParams;
  const limit = Number(asked.get(names.limit ?? "limit"));
  return {
    page: wholeFromOne(asked.get(names.page ?? "page")),
    limit: limits.includes(limit) ? limit : limits[0],
    search: (asked.get(names.search ?? "search") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    status: chosenIn(asked, names.status ?? "status", statuses) ?? null,
  };
}

/** Returns the one of these values that a parameter has, if any. */
export const chosenIn = <Value extends string>(
  asked: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined => values.find((one) => one === asked.get(name));

/** Reads the sorting from the URL: `-total` begins with the largest. */
export function sortingIn<Sort extends string>(
  asked: URLSearchParams,
  sorts: readonly Sort[],
  usual: { sort: Sort; isDescending: boolean },
): { sort: Sort; isDescending: boolean } {
  const text = asked.get("sort") ?? "";
  const sort = sorts.find((one) => one === text.replace(/^-/, ""));
  return sort ? { sort, isDescending: text.startsWith("-") } : usual;
}

/** The one company that a super admin's list shows, if any. */
export function companyFilter(request: Request): { companyId?: string } {
  const companyId = new URL(request.url).searchParams.get("companyId");
  return companyId ? { companyId } : {};
}

function wholeFromOne(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), MAX_PAGE) : 1;
}

/**
 * The current URL with some parameters changed (null removes one), as a relative link:
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

/** Rows of a page of an admin's list; as many as a window shows are the default. */
export const LIST_SIZES = [25, 10, 50, MOST_AT_ONCE] as const;

/** Parameters that narrow an admin's list: days and amounts, both inclusive. */
export const RANGES = ["from", "to", "least", "most"] as const;
