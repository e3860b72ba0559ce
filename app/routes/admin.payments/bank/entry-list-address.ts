import { LINE_SORTS, type LineSort, OPEN_OUTCOMES } from "@db/vocabulary";
import type { ListLines } from "@server/orders/contracts/statements";
import { listQuery } from "~/lib/lists/list-query";

/** The lists of the page: open entries by how they match, and settled ones. */
export const ENTRY_LISTS = [...OPEN_OUTCOMES, "MATCHED", "SET_ASIDE"] as const;

/** Reads the list from the URL; by default, the first list of open entries that is not empty. */
function groupIn(request: Request): Pick<ListLines, "status" | "outcome"> {
  const asked = new URL(request.url).searchParams.get("show");
  const group = ENTRY_LISTS.find((one) => one === asked);
  if (group === "MATCHED" || group === "SET_ASIDE") return { status: group };
  return { status: "OPEN", outcome: group ?? "FIRST" };
}

/** The list that the page's URL selects; settled entries begin with the last settled. */
export function entryListIn(request: Request) {
  const { page, search } = listQuery(request);
  const text = new URL(request.url).searchParams.get("sort") ?? "-settled";
  const sort: LineSort = LINE_SORTS.find((one) => one === text.replace(/^-/, "")) ?? "settled";
  return { ...groupIn(request), page, search, sort, isDescending: text.startsWith("-") };
}
