import { LINE_SORTS, OPEN_OUTCOMES } from "@db/vocabulary";
import type { ListLines } from "@server/orders/contracts/statements";
import { LIST_SIZES, listQuery, chosenIn, sortingIn } from "~/lib/lists/list-query";

/** The lists of the page: open entries by how they match, and settled ones. */
export const ENTRY_LISTS = [...OPEN_OUTCOMES, "MATCHED", "SET_ASIDE"] as const;

/** The looks of the link to money that went back: it is seen first. */
export const ALARM = "border-(--danger-border)! bg-(--danger-soft)! text-(--danger-soft-text)!";

/** Reads the list from the URL; by default, the first list of open entries that is not empty. */
function groupIn(request: Request): Pick<ListLines, "status" | "outcome"> {
  const group = chosenIn(new URL(request.url).searchParams, "show", ENTRY_LISTS);
  if (group === "MATCHED" || group === "SET_ASIDE") return { status: group };
  return { status: "OPEN", outcome: group ?? "FIRST" };
}

/** The list that the page's URL selects; settled entries begin with the last settled. */
export function entryListIn(request: Request) {
  const { page, limit, search } = listQuery(request, { limits: LIST_SIZES });
  const asked = new URL(request.url).searchParams;
  const sorting = sortingIn(asked, LINE_SORTS, { sort: "settled", isDescending: true });
  return { ...groupIn(request), page, limit, search, ...sorting };
}
