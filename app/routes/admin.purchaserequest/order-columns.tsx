import { useTranslation } from "react-i18next";
import type { ListedOrder } from "@server/contracts/orders";
import { dateInIndia } from "@server/domain/dates/dates";
import { formatPrice, formatQuantity, formatRupees } from "@server/domain/money/format";
import { StatusBadge } from "~/components/data/badge";
import { FlagBadges } from "~/components/data/flag-badges";
import type { Column } from "~/components/data/data-table";

/** A purchase and its position in the complete list. */
export type Row = ListedOrder & { position: number };

export const numbered = (rows: readonly ListedOrder[], first: number): Row[] =>
  rows.map((row, index) => ({ ...row, position: first + index }));

/** The columns that requests and history share (product.md §2). */
export function useOrderColumns() {
  const { t } = useTranslation("purchases");
  const before: Column<Row>[] = [
    { label: t("columns.number"), cell: (row) => row.position, isNumber: true },
    {
      label: t("columns.userId"),
      cell: (row) => <span className="mono">{row.user.referralCode}</span>,
    },
    { label: t("columns.name"), cell: (row) => row.user.name },
    { label: t("columns.mobile"), cell: (row) => row.user.mobile, isShort: true },
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
    cell: (row) => (
      <span className="badges">
        <StatusBadge status={row.status} />
        <FlagBadges flags={row.flags} />
      </span>
    ),
  };
  const date: Column<Row> = {
    label: t("columns.date"),
    cell: (row) => dateInIndia(new Date(row.createdAt)),
    isShort: true,
  };
  return { before, status, date };
}
