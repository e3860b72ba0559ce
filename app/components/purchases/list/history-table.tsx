import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DataTable } from "~/components/lists/data-table";
import { StatusBadge } from "~/components/data/badge";
import { RowFacts } from "./row-actions";
import { type Row, useOrderColumns } from "./order-columns";

interface Props {
  rows: readonly Row[];
  linkTo: (change: Record<string, string | null>) => string;
}

/** Decided orders. */
export function HistoryTable({ rows, linkTo }: Props) {
  const { t } = useTranslation("purchases");
  const columns = useOrderColumns((row) => (
    // The dialog shows the receipt beside its order, and the decision.
    <span className="flex items-center justify-between gap-3">
      <RowFacts row={row} />
      <span className="phone-only">
        <StatusBadge status={row.status} />
      </span>
      <Link className="link-out" to={linkTo({ view: row.id })} preventScrollReset>
        {t(row.hasReceipt ? "view" : "details")}
      </Link>
    </span>
  ));
  return (
    <DataTable
      title={t("history")}
      isTitleHidden
      rows={rows}
      keyOf={(row) => row.id}
      columns={columns}
    />
  );
}
