import { PAYMENT_TABS } from "~/lib/paths";
import { chosenIn } from "~/lib/lists/list-query";

/** Acts that have the page to themselves; each is named by the query, so it needs no script. */
const STEPS = ["sum", "record", "bulk", "apply", "days", "reconcile", "import"] as const;

export type View = (typeof STEPS)[number] | "bank" | "unallocated" | "orders" | "oneByOne";

/** Removes a step and what it is about from the query; the list that it came from stays. */
export const NO_STEP = {
  step: null,
  order: null,
  line: null,
  received: null,
  reference: null,
  bulk: null,
  id: null,
  next: null,
  claim: null,
  credit: null,
  file: null,
  columns: null,
  day: null,
} as const;

/** The tab and the view that the query selects: a step, or the tab's own. */
export function placeIn(params: URLSearchParams) {
  const tab = chosenIn(params, "tab", PAYMENT_TABS) ?? "decide";
  const step = chosenIn(params, "step", STEPS);
  const isList = params.get("form") === "list";
  const ofTab = tab === "bank" || tab === "unallocated" ? tab : isList ? "orders" : "oneByOne";
  const view: View = step ?? ofTab;
  return { tab, view, isStep: step !== undefined };
}
