import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DataTable } from "~/components/data/data-table";
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
    <Link className="link-out" to={linkTo({ view: row.id })} preventScrollReset>
      {t(row.hasReceipt ? "view" : "details")}
    </Link>
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
