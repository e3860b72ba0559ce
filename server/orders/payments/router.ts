import { router } from "@server/access";
import { approveReceived, waitForRest } from "./approve-received";
import { allocatePayment } from "./allocate-payment";
import { applyToOrder, waitingOrders } from "./apply-payment";
import { recordPayment, orderToRecord } from "./record-payment";
import { listDays, reconciliation, signDay } from "./list-days";
import {
  listUnallocatedPayments,
  myUnallocatedPayments,
  unallocatedPaymentCount,
} from "./list-payments";
import { dismissPayment, refundLeft } from "./settle-payment";

export const paymentsRouter = router({
  // Members
  mine: myUnallocatedPayments,
  // Company admins
  listUnallocated: listUnallocatedPayments,
  countUnallocated: unallocatedPaymentCount,
  days: listDays,
  reconciliation,
  signDay,
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
