import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { SelectionBar } from "~/components/lists/selection";
import { paths } from "~/lib/paths";
import type { Selection } from "../keys/use-selection";

/** The number and total of the selected orders; without JavaScript the next page counts them. */
export function BulkBar({
  rows,
  selection,
  selectAllTo,
}: {
  /** The orders that may be selected. */
  rows: readonly { id: string; finalAmountPaise: number }[];
  selection: Selection;
  selectAllTo: string;
}) {
  const { t } = useTranslation("purchases");
  const picked = rows.filter(({ id }) => selection.ids.has(id));
  const sum = picked.reduce((paise, row) => paise + row.finalAmountPaise, 0);
  const count = t("bulk.selected", { count: picked.length });
  // `picked` is in the list's order, so the next payment is the one below.
  const last = picked.at(-1);
  const next = last && rows[rows.indexOf(last) + 1];
  return (
    <SelectionBar
      label={t("bulk.select")}
      selectAll={t("bulk.selectPage")}
      selectAllTo={selectAllTo}
      selected={
        picked.length > 0 ? `${count} · ${t("bulk.sum", { sum: formatRupees(sum) })}` : count
      }
      list={rows.map(({ id }) => id)}
      selection={selection}
    >
      {(isNone) => (
        <>
          <input type="hidden" name="tab" value="decide" />
          <input type="hidden" name="step" value="bulk" />
          {next && <input type="hidden" name="next" value={next.id} />}
          {(["approve", "reject"] as const).map((decision) => (
            <button
              key={decision}
              type="submit"
              name="bulk"
              formAction={paths.admin.payments}
              value={decision}
              className={`button button-small ${decision === "reject" ? "button-quiet" : ""}`}
              disabled={isNone}
            >
              {t(`bulk.${decision}`)}
            </button>
          ))}
        </>
      )}
    </SelectionBar>
  );
}

/**
 * Returns true if the URL selects all rows of the page: without JavaScript "select all" is a link.
 */
export const selectsWholePage = (params: URLSearchParams): boolean =>
  params.get("select") === "page";
