import { Link, useSearchParams } from "@remix-run/react";
import { searchWith } from "~/lib/lists/list-query";
import type { Column } from "./data-table";

/** How a list is sorted by its URL: `-total` begins with the largest. */
interface Sorting<Sort extends string> {
  /** The parameter of the list's page, which another sorting leaves. */
  pageName?: string;
  sort: Sort;
  isDescending: boolean;
  /** Columns that sort in descending order first. */
  firstDescending: readonly Sort[];
  /** False for a list that is not sorted as asked. */
  isSorted?: boolean | undefined;
}

type Head = Pick<Column<never>, "label" | "head" | "sort">;

/** Returns what draws a column's head: one label or two, each with the link that sorts by it. */
export function useSortedHead<Sort extends string>({
  pageName = "page",
  sort: present,
  isDescending,
  firstDescending,
  isSorted = true,
}: Sorting<Sort>): (...parts: readonly [label: string, sort?: Sort][]) => Head {
  const [params] = useSearchParams();
  const linkTo = (sort: Sort) => {
    const isNext = present === sort ? !isDescending : firstDescending.includes(sort);
    return searchWith(params, { sort: `${isNext ? "-" : ""}${sort}`, [pageName]: null });
  };
  return (...parts) => {
    const isPresent = isSorted && parts.some(([, sort]) => sort === present);
    return {
      label: parts[0]?.[0] ?? "",
      sort: isPresent ? (isDescending ? "descending" : "ascending") : undefined,
      head: parts.map(([label, sort]) =>
        sort ? (
          <Link
            key={label}
            to={linkTo(sort)}
            preventScrollReset
            aria-current={isSorted && sort === present}
          >
            {label}
          </Link>
        ) : (
          <span key={label}>{label}</span>
        ),
      ),
    };
  };
}
