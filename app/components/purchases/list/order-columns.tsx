import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { StatusBadge } from "~/components/data/badge";
import { FlagBadges } from "~/components/data/flag-badges";
import { type Column, SortHeads } from "~/components/lists/data-table";
import type { ListRow } from "./list-view.server";
import type { loadOrders } from "./load-orders.server";

/** A purchase as the list shows it. */
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
          <FlagBadges flags={row.flags} />
        </span>
      ) : (
        receipt?.(row)
      ),
  }));
}
