import { router } from "@server/trpc";
import { approveOrder } from "./approve-order";
import { cancelOrder } from "./cancel-order";
import { consentToOrder } from "./consent-to-order";
import { createOrder } from "./create-order";
import { approveOrders, rejectOrders, selectedOrders } from "./decide-many";
import { findOrderForAdmin } from "./find-for-admin";
import { findOrder, openOrder } from "./find-order";
import { followOrders } from "./follow-orders";
import { listAllOrders, listMyOrders, listOrders, orderArrivals } from "./list-orders";
import { orderReceipt } from "./receipt";
import { rejectOrder } from "./reject-order";
import { reverseOrder } from "./reverse-order";
import { submitPayment } from "./submit-payment";

export const ordersRouter = router({
  // A member's own
  create: createOrder,
  open: openOrder,
  find: findOrder,
  consent: consentToOrder,
  submit: submitPayment,
  cancel: cancelOrder,
  listMine: listMyOrders,
  receipt: orderReceipt,
  follow: followOrders,
  // Their company's admins
  list: listOrders,
  arrivals: orderArrivals,
  findForAdmin: findOrderForAdmin,
  approve: approveOrder,
  reject: rejectOrder,
  reverse: reverseOrder,
  selected: selectedOrders,
  approveMany: approveOrders,
  rejectMany: rejectOrders,
  // Super admins
  listAll: listAllOrders,
});
