import { router } from "@server/procedures/trpc";
import { approveReceived } from "./approve-received";
import { allocatePayment } from "./allocate-payment";
import { listOpenPayments, myKeptPayments, openPaymentCount } from "./list-payments";
import { dismissPayment, refundPayment } from "./settle-payment";

export const paymentsRouter = router({
  // Members
  mine: myKeptPayments,
  // Company admins
  listOpen: listOpenPayments,
  countOpen: openPaymentCount,
  approveReceived,
  allocate: allocatePayment,
  refund: refundPayment,
  dismiss: dismissPayment,
});
