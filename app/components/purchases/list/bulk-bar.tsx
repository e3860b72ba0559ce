import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { paths } from "~/lib/paths";
import type { Selection } from "../keys/use-selection";

/** The number and total of the selected orders; without JavaScript the next page counts them. */
export function BulkBar({
  picked,
  isLive,
  all,
  selection,
  selectAllTo,
}: {
  picked: readonly { id: string; finalAmountPaise: number }[];
  isLive: boolean;
  all: readonly string[];
  selection: Selection;
  selectAllTo: string;
}) {
  const { t } = useTranslation("purchases");
  const sum = picked.reduce((paise, row) => paise + row.finalAmountPaise, 0);
  const isNone = isLive && picked.length === 0;
  // `picked` is in the list's order, so the next payment is the one below.
  const last = picked.at(-1);
  const next = last && all[all.indexOf(last.id) + 1];
  return (
    <div className="bulk-bar" role="group" aria-label={t("bulk.select")}>
      {!isLive && (
        <noscript>
          <a href={selectAllTo}>{t("bulk.selectPage")}</a>
        </noscript>
      )}
      <input type="hidden" name="tab" value="decide" />
      <input type="hidden" name="step" value="bulk" />
      {next && <input type="hidden" name="next" value={next} />}
      {isLive && (
        <>
          <label className="checkbox">
            <input
              type="checkbox"
              checked={picked.length > 0 && picked.length === all.length}
              onChange={() => selection.toggleAll(all)}
            />
            <span>{t("bulk.selectPage")}</span>
          </label>
          <p className="tabular" aria-live="polite">
            {t("bulk.selected", { count: picked.length })}
            {picked.length > 0 && ` · ${t("bulk.sum", { sum: formatRupees(sum) })}`}
          </p>
        </>
      )}
      <span className="flex flex-wrap gap-2 md:ml-auto">
        <button
          type="submit"
          name="bulk"
          formAction={paths.admin.payments}
          value="approve"
          className="button button-small"
          disabled={isNone}
        >
          {t("bulk.approve")}
        </button>
        <button
          type="submit"
          name="bulk"
          formAction={paths.admin.payments}
          value="reject"
          className="button button-quiet button-small"
          disabled={isNone}
        >
          {t("bulk.reject")}
        </button>
      </span>
    </div>
  );
}

/**
 * Returns true if the URL selects all rows of the page: without JavaScript "select all" is a link.
 */
export const selectsWholePage = (params: URLSearchParams): boolean =>
  params.get("select") === "page";
