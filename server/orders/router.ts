import { router } from "@server/access";
import { approveOrder } from "@server/orders/deciding/approve-order";
import { buyingTerms } from "@server/orders/buying/buying-terms";
import { cancelOrder } from "@server/orders/buying/cancel-order";
import { createOrder } from "@server/orders/buying/create-order";
import { consentToOrder, submitPayment } from "@server/orders/buying/submit-payment";
import {
  approveOrders,
  dryRun,
  rejectOrders,
  selectedOrders,
} from "@server/orders/deciding/decide-many";
import { findOrderForAdmin, findOrderForPlatform } from "@server/orders/reading/find-for-admin";
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
} from "@server/orders/reading/list-orders";
import { ownStatement } from "@server/orders/reading/purchase-statement";
import { orderReceipt } from "@server/orders/reading/receipt";
import { rewardsRouter } from "@server/orders/rewards/settle-reward";
import { rejectOrder, rejectReasons } from "@server/orders/deciding/reject-order";
import { reverseOrder } from "@server/orders/deciding/reverse-order";
import { reviewOrder } from "@server/orders/deciding/review-order";
import { answerCase, cases, myCases } from "@server/orders/risk/cases";
import { sortedOrders } from "@server/orders/reading/sorted-orders";
import { orderTimeline } from "@server/orders/reading/timeline";
import {
  undoableDecisions,
  undoDecision,
  undoDecisions,
} from "@server/orders/deciding/undo-decision";

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
  ownStatement,
  follow: followOrders,
  myCases,
  answerCase,
  // Company admins
  list: listOrders,
  sorted: sortedOrders,
  arrivals: countNewOrders,
  cases,
  findForAdmin: findOrderForAdmin,
  review: reviewOrder,
  approve: approveOrder,
  reject: rejectOrder,
  reverse: reverseOrder,
  rejectReasons,
  undo: undoDecision,
  undoMany: undoDecisions,
  undoable: undoableDecisions,
  rewards: rewardsRouter,
  selected: selectedOrders,
  dryRun,
  approveMany: approveOrders,
  rejectMany: rejectOrders,
  // Super admins
  listAll: listAllOrders,
  listPlatform: listPlatformOrders,
  findForPlatform: findOrderForPlatform,
});
