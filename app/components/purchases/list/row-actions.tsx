import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isOwnApproval, WaitingApproval } from "../decide/waiting-approval";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { useMay } from "~/lib/use-may";
import type { Decided } from "../order/use-order-updates";
import type { ReactNode } from "react";
import { FlagBadges } from "~/components/data/flag-badges";
import { type Column, SortHeads } from "~/components/lists/data-table";
import type { ListRow } from "./list-view.server";
import type { loadOrders } from "./load-orders.server";

/** The actions of a request, or the decision another admin has just made. */
export function RowActions({
  row,
  decided,
  linkTo,
}: {
  row: Row;
  decided: Decided | undefined;
  linkTo: (change: Record<string, string | null>) => string;
}) {
  const { t } = useTranslation("purchases");
  const may = useMay();
  if (decided) {
    return (
      <span className="grid justify-items-end gap-1">
        <StatusBadge status={decided.status} />
        <span className="hint">{decided.decidedBy ?? t("someone")}</span>
      </span>
    );
  }
  if (!may("orders.approve")) {
    return (
      <span className="row-actions">
        <RowFacts row={row} />
        <Link
          className="button button-quiet button-small"
          to={linkTo({ view: row.id })}
          preventScrollReset
        >
          {t("view")}
        </Link>
      </span>
    );
  }
  return (
    <span className="row-actions">
      <RowFacts row={row} />
      <WaitingApproval approval={row.waitingApproval} />
      {!isOwnApproval(row) && (
        <Link
          className="button button-small"
          to={linkTo({ approve: row.id, reject: null })}
          preventScrollReset
        >
          {t("approve")}
        </Link>
      )}
      <Link
        className="button button-quiet button-small"
        to={linkTo({ reject: row.id, approve: null })}
        preventScrollReset
      >
        {t("reject")}
      </Link>
    </span>
  );
}

/** On a phone the order's number and the bank's entry, of which the columns have no room there. */
export const RowFacts = ({ row: { orderNumber, bank } }: { row: Row }) => (
  <span className="phone-only hint min-w-0 grow text-start">
    <span className="mono">{orderNumber}</span>
    {bank !== "" && <span className="block">{bank}</span>}
  </span>
);

export type Row = ListRow;

/** The columns with the server's texts; those that sort have links in their heads (product.md §2). */
export function useOrderColumns(receipt?: (row: Row) => ReactNode): Column<Row>[] {
  return useLoaderData<typeof loadOrders>().columns.map(({ heads, kind, ...column }, index) => ({
    ...column,
    label: heads[0]?.label ?? "",
    head: <SortHeads heads={heads} />,
    cell: (row) =>
      kind === "text" ? (
        row.cells[index]
      ) : kind === "status" ? (
        <span className="badges">
          <StatusBadge status={row.status} />
          <MissingBadge paise={row.missingPaise} />
          <FlagBadges flags={row.flags} />
        </span>
      ) : (
        receipt?.(row)
      ),
  }));
}
