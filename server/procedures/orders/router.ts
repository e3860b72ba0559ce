import { router } from "@server/procedures/trpc";
import { approveOrder } from "./approve-order";
import { buyingTerms } from "./buying-terms";
import { cancelOrder } from "./cancel-order";
import { createOrder } from "./create-order";
import { consentToOrder, submitPayment } from "./submit-payment";
import { approveOrders, dryRun, rejectOrders, selectedOrders } from "./decide-many";
import { findOrderForAdmin, findOrderForPlatform } from "./find-for-admin";
import {
  findOrder,
  openOrder,
  listAllOrders,
  listPlatformOrders,
  listMyHistory,
  listMyOrders,
  listOrders,
  countNewOrders,
  followOrders,
} from "./list-orders";
import { orderReceipt } from "./receipt";
import { rejectOrder } from "./reject-order";
import { rejectReasons } from "./reject-reasons";
import { reverseOrder } from "./reverse-order";
import { reviewOrder } from "./review-order";
import { sortedOrders } from "./sorted-orders";
import { orderTimeline } from "./timeline";
import { undoableDecisions, undoDecision, undoDecisions } from "./undo-decision";

export const ordersRouter = router({
  // Members
  create: createOrder,
  open: openOrder,
  terms: buyingTerms,
  find: findOrder,
  consent: consentToOrder,
  submit: submitPayment,
  cancel: cancelOrder,
  listMine: listMyOrders,
  history: listMyHistory,
  timeline: orderTimeline,
  receipt: orderReceipt,
  follow: followOrders,
  // Company admins
  list: listOrders,
  sorted: sortedOrders,
  arrivals: countNewOrders,
  findForAdmin: findOrderForAdmin,
  review: reviewOrder,
  approve: approveOrder,
  reject: rejectOrder,
  reverse: reverseOrder,
  rejectReasons,
  undo: undoDecision,
  undoMany: undoDecisions,
  undoable: undoableDecisions,
  selected: selectedOrders,
  dryRun,
  approveMany: approveOrders,
  rejectMany: rejectOrders,
  // Super admins
  listAll: listAllOrders,
  listPlatform: listPlatformOrders,
  findForPlatform: findOrderForPlatform,
});
