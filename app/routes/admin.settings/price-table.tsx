import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { PriceLine } from "@server/companies/contracts/prices";
import { formatPercent, formatPrice } from "@server/platform/rules/money/format";
import { DataTable } from "~/components/lists/data-table";
import { useMay } from "~/lib/use-may";
import { termsText } from "./sale-dialogs";

const TONES = {
  UPCOMING: "warning",
  IN_FORCE: "success",
  ENDED: "plain",
  CANCELLED: "plain",
} as const;

/** All prices, fees and rewards with their starts; one that has not begun can be cancelled. */
export function PriceTable({ lines }: { lines: readonly PriceLine[] }) {
  const { t } = useTranslation("settings");
  const dates = useDates();
  const may = useMay();
  /** Most lines leave a figure as it was. */
  const unset = t("price.unchanged");
  const start = (line: PriceLine) => dates.full(line.startsAt);
  return (
    <DataTable
      title={t("price.board")}
      rows={lines}
      keyOf={(line) => line.id ?? "founding"}
      columns={[
        { label: t("price.columns.start"), cell: start, isShort: true },
        {
          label: t("price.columns.price"),
          cell: (line) =>
            line.priceMicroRupees === null ? unset : formatPrice(line.priceMicroRupees),
          isNumber: true,
        },
        {
          label: t("terms.names.feeBps"),
          cell: (line) => (line.feeBps === null ? unset : formatPercent(line.feeBps)),
          isNumber: true,
        },
        {
          label: t("terms.names.referralRewardBps"),
          cell: (line) =>
            line.referralRewardBps === null ? unset : formatPercent(line.referralRewardBps),
          isNumber: true,
        },
        { label: t("price.columns.by"), cell: (line) => line.setBy ?? t("price.noBy") },
        {
          label: t("price.columns.state"),
          cell: (line) => (
            <span className={`badge badge-${TONES[line.state]}`}>
              {t(`price.states.${line.state}`)}
            </span>
          ),
        },
        {
          label: t("price.columns.action"),
          cell: (line) =>
            line.id !== null && line.state === "UPCOMING" && may("prices.cancel") ? (
              <Link
                to={`?tab=sale&cancel=${line.id}`}
                preventScrollReset
                className="button button-quiet button-small"
                aria-label={t("price.cancelOne", {
                  price: termsText(line),
                  start: start(line),
                })}
              >
                {t("price.cancel")}
              </Link>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}
