import { router } from "@server/access";
import { approveReceived, waitForRest } from "./approve-received";
import { allocatePayment } from "./allocate-payment";
import { applyToOrder, waitingOrders } from "./apply-payment";
import { recordPayment, orderToRecord } from "./record-payment";
import { listDays } from "./list-days";
import { listOpenPayments, myKeptPayments, openPaymentCount } from "./list-payments";
import { dismissPayment, refundLeft } from "./settle-payment";

export const paymentsRouter = router({
  // Members
  mine: myKeptPayments,
  // Company admins
  listOpen: listOpenPayments,
  countOpen: openPaymentCount,
  days: listDays,
  toRecord: orderToRecord,
  record: recordPayment,
  approveReceived,
  waitForRest,
  allocate: allocatePayment,
  waitingOrders,
  payOrder: applyToOrder,
  refund: refundLeft,
  dismiss: dismissPayment,
});
