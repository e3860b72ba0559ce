import { Link } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AdminTransactionRecord } from "@server/contracts/orders";
import { dateInIndia } from "@server/domain/dates/india";
import { formatPrice, formatQuantity, formatRupees } from "@server/domain/money/format";
import { StatusBadge } from "~/components/data/badge";
import { type Column, DataTable } from "~/components/data/data-table";

type Row = AdminTransactionRecord & { position: number };

const numbered = (rows: readonly AdminTransactionRecord[], first: number): Row[] =>
  rows.map((row, index) => ({ ...row, position: first + index }));

function useColumns() {
  const { t } = useTranslation("purchases");
  const before: Column<Row>[] = [
    { label: t("columns.number"), cell: (row) => row.position, isNumber: true },
    {
      label: t("columns.userId"),
      cell: (row) => <span className="mono">{row.user.referralCode}</span>,
    },
    { label: t("columns.name"), cell: (row) => row.user.name },
    { label: t("columns.mobile"), cell: (row) => row.user.mobile },
    { label: t("columns.method"), cell: (row) => row.paymentMethod },
    { label: t("columns.price"), cell: (row) => formatPrice(row.priceMicroRupees), isNumber: true },
    {
      label: t("columns.quantity"),
      cell: (row) => formatQuantity(row.totalQuantity),
      isNumber: true,
    },
    {
      label: t("columns.finalAmount"),
      cell: (row) => formatRupees(row.finalAmountPaise),
      isNumber: true,
    },
  ];
  const status: Column<Row> = {
    label: t("columns.status"),
    cell: (row) => <StatusBadge status={row.status} />,
  };
  const date: Column<Row> = {
    label: t("columns.date"),
    cell: (row) => dateInIndia(new Date(row.createdAt)),
    isShort: true,
  };
  return { before, status, date };
}

interface TableProps {
  rows: readonly AdminTransactionRecord[];
  first: number;
  linkTo: (change: Record<string, string | null>) => string;
}

/** What waits for a decision. */
export function RequestsTable({ rows, first, linkTo }: TableProps) {
  const { t } = useTranslation("purchases");
  const { before, status, date } = useColumns();
  const action: Column<Row> = {
    label: t("columns.action"),
    cell: (row) => (
      <span className="flex flex-wrap justify-end gap-2">
        {row.flags.length > 0 && (
          <span
            className="badge badge-warning"
            title={row.flags.map((flag) => t(`flags.${flag}`)).join(", ")}
          >
            <TriangleAlert size={16} aria-hidden />
            {t("flagsTitle")}
          </span>
        )}
        <Link
          className="button button-small"
          to={linkTo({ approve: row.id, reject: null })}
          preventScrollReset
        >
          {t("approve")}
        </Link>
        <Link
          className="button button-quiet button-small"
          to={linkTo({ reject: row.id, approve: null })}
          preventScrollReset
        >
          {t("reject")}
        </Link>
      </span>
    ),
  };
  return (
    <DataTable
      title={t("requests")}
      rows={numbered(rows, first)}
      keyOf={(row) => row.id}
      columns={[...before, status, date, action]}
    />
  );
}

/** What was decided. */
export function HistoryTable({ rows, first, linkTo }: TableProps) {
  const { t } = useTranslation("purchases");
  const { before, status, date } = useColumns();
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
            // The dialog shows the receipt beside its order, and what was decided.
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
