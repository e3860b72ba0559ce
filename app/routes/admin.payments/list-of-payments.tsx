import { ListActions, PurchaseList } from "~/components/purchases/list/purchase-list";

/** The list, the other form of deciding one by one. */
export const ListOfPayments = () => (
  <PurchaseList>
    <ListActions />
  </PurchaseList>
);
