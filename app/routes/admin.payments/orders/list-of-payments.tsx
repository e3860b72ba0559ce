import { useLoaderData } from "@remix-run/react";
import type { loadOrders } from "./load-orders.server";
import { ListActions, PurchaseList } from "./purchase-list";

/** The list, the other form of deciding one by one. */
export function ListOfPayments() {
  const { undo } = useLoaderData<typeof loadOrders>();
  return (
    <>
      <div className="empty:hidden" dangerouslySetInnerHTML={{ __html: undo }} />
      <PurchaseList>
        <ListActions />
      </PurchaseList>
    </>
  );
}
