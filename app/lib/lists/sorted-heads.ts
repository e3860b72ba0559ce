import { searchWith } from "./list-query";

/** A heading that sorts a list by its URL: `-total` begins with the largest. */
interface Sorted<Sort extends string> {
  params: URLSearchParams;
  /** The parameter of the list's page, which another sorting leaves. */
  pageName: string;
  sort: Sort;
  isDescending: boolean;
  /** Columns that sort in descending order first. */
  firstDescending: ReadonlySet<Sort>;
  /** False for a list that is not sorted as asked. */
  isSorted?: boolean;
}

/** A label in a column's head, and where it leads. */
export interface Head {
  label: string;
  to: string | null;
  isSorted: boolean;
}

/** The head of a column: one label or two, each with the link that sorts by it. */
export function sortedHead<Sort extends string>(
  parts: readonly { label: string; sort?: Sort }[],
  { params, pageName, sort: present, isDescending, firstDescending, isSorted = true }: Sorted<Sort>,
): { heads: Head[]; sort: "ascending" | "descending" | undefined } {
  const isAsked = (sort: Sort | undefined) => isSorted && sort === present;
  const linkTo = (sort: Sort) => {
    const isNext = present === sort ? !isDescending : firstDescending.has(sort);
    return searchWith(params, { sort: `${isNext ? "-" : ""}${sort}`, [pageName]: null });
  };
  return {
    heads: parts.map(({ label, sort }) => ({
      label,
      to: sort ? linkTo(sort) : null,
      isSorted: sort !== undefined && isAsked(sort),
    })),
    sort: parts.some(({ sort }) => sort && isAsked(sort))
      ? isDescending
        ? "descending"
        : "ascending"
      : undefined,
  };
}
