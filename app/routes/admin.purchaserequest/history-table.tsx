import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ListedOrder } from "@server/contracts/orders";
import { DataTable } from "~/components/data/data-table";
import { numbered, useOrderColumns } from "./order-columns";

interface Props {
  rows: readonly ListedOrder[];
  /** The first row's number in the complete list. */
  first: number;
  linkTo: (change: Record<string, string | null>) => string;
}

/** Decided orders. */
export function HistoryTable({ rows, first, linkTo }: Props) {
  const { t } = useTranslation("purchases");
  const { before, status, date } = useOrderColumns();
  return (
    <DataTable
      title={t("history")}
      rows={numbered(rows, first)}
      keyOf={(row) => row.id}
      columns={[
        ...before,
        { label: t("columns.transaction"), cell: (row) => row.referenceNumber ?? "--" },
        status,
        {
          label: t("columns.receipt"),
          cell: (row) => (
            // The dialog shows the receipt beside its order, and the decision.
            <Link className="link-out" to={linkTo({ view: row.id })} preventScrollReset>
              {t(row.receipt ? "view" : "details")}
            </Link>
          ),
        },
        date,
      ]}
    />
  );
}
