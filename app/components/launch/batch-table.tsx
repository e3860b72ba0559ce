import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { BatchView } from "@server/launch/contracts/batches";
import { formatQuantity } from "@server/platform/rules/money/format";
import { ToneBadge } from "~/components/data/badge";
import { useDates } from "~/components/data/use-dates";
import { type Column, DataTable } from "~/components/lists/data-table";
import { batchPath } from "~/lib/paths";

/** A company's batches with their states and sums; `isLinked`: each leads to its page. */
export function BatchTable({ records, isLinked }: { records: BatchView[]; isLinked: boolean }) {
  const { t } = useTranslation("batches");
  const dates = useDates();
  const columns: Column<BatchView>[] = [
    {
      label: t("columns.number"),
      place: "title",
      cell: ({ number }) =>
        isLinked ? (
          <Link className="link-out" to={batchPath(number)}>
            {t("batch", { number })}
          </Link>
        ) : (
          t("batch", { number })
        ),
    },
    { label: t("columns.day"), isShort: true, place: "detail", cell: ({ day }) => dates.day(day) },
    {
      label: t("columns.state"),
      place: "act",
      cell: ({ state }) => (
        <ToneBadge tone={state === "DELIVERED" ? "success" : "warning"}>
          {t(`states.${state}`)}
        </ToneBadge>
      ),
    },
    {
      label: t("columns.members"),
      isNumber: true,
      cell: ({ members }) => members && formatQuantity(members),
    },
    {
      label: t("columns.tokens"),
      isNumber: true,
      place: "figure",
      cell: ({ tokens }) => tokens && formatQuantity(tokens),
    },
    { label: t("columns.way"), cell: ({ way }) => way && t(`ways.${way}`) },
  ];
  return (
    <DataTable
      title={t("list")}
      rows={records}
      keyOf={({ number }) => String(number)}
      columns={columns}
      empty={t("none")}
    />
  );
}
