import type { ListLines } from "@server/contracts/statements";

/** The lists of the page: open entries by how they match, and settled ones. */
export const GROUPS = ["CERTAIN", "CANDIDATES", "NONE", "MATCHED", "SET_ASIDE"] as const;

/** What the address asks for: by default, the first group of open entries that has any. */
export function groupIn(request: Request): Pick<ListLines, "status" | "outcome"> {
  const asked = new URL(request.url).searchParams.get("show");
  const group = GROUPS.find((one) => one === asked);
  if (group === "MATCHED" || group === "SET_ASIDE") return { status: group };
  return { status: "OPEN", outcome: group ?? "FIRST" };
}
