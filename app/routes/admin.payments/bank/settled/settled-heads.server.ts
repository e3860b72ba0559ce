import type { AppLoadContext } from "@remix-run/node";
import type { LineSort } from "@db/vocabulary";
import type { LineList } from "@server/orders/contracts/statements";
import { translatorOf } from "@server/platform/words/translators.server";
import { sortedHead } from "~/lib/lists/sorted-heads";
import type { entryListIn } from "../entry-list-address";

const FIRST_DESCENDING: ReadonlySet<LineSort> = new Set(["booked", "amount", "settled"]);

/** The heads of the columns by which settled entries are sorted. */
export function settledHeads(
  { caller: { language } }: AppLoadContext,
  request: Request,
  { sort, isDescending }: Pick<ReturnType<typeof entryListIn>, "sort" | "isDescending">,
  { isSorted }: Pick<LineList, "isSorted">,
) {
  const { t } = translatorOf(language);
  const { searchParams: params } = new URL(request.url);
  const sorted = {
    params,
    sort,
    isDescending,
    pageName: "page",
    firstDescending: FIRST_DESCENDING,
  };
  const headOf = (label: string, by: LineSort) =>
    sortedHead([{ label, sort: by }], { ...sorted, isSorted });
  return {
    booked: headOf(t("statements:entries.date"), "booked"),
    amount: headOf(t("statements:entries.amount"), "amount"),
    order: headOf(t("statements:entries.order"), "order"),
    settledBy: headOf(t("statements:entries.by"), "settledBy"),
    settled: headOf(t("statements:entries.at"), "settled"),
  };
}
