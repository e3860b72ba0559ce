import { ListActions, PurchaseList } from "./purchase-list";

/** The list, the other form of deciding one by one. */
export const ListOfPayments = () => (
  <PurchaseList>
    <ListActions />
  </PurchaseList>
);
