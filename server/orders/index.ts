/** Exports of `orders` to the rooms above it; they import its rules and contracts by file. */
export { approveOnce } from "./deciding/approve-order";
export { allocateOnce } from "./payments/allocate-payment";
export { payOrder } from "./payments/apply-payment";
export { paymentsRouter } from "./payments/router";
export {
  countOrdersOfCompany,
  countOrdersOfPlatform,
  readOrdersOfCompany,
  readOrdersOfPlatform,
} from "./queries/order-lists";
export { findOwnOrder } from "./queries/orders";
export { methodShares, platformFilter } from "./reading/list-orders";
export { memberOrdersRouter } from "./reading/member-orders";
export { orderFilter } from "./reading/order-filter";
export { adminOrderRecord, lastDecision, orderRecord } from "./reading/order-view";
export { paperName } from "./receipts/receipt-content";
export { drawPaperLogo, type PaperLogo, type PrintedReceipt } from "./receipts/render-receipt";
export type { PrintedStatement } from "./receipts/render-statement";
export { ordersRouter } from "./router";
export { suggestOrders } from "./reading/suggest-orders";
export { statementsRouter } from "./statements/router";
export { countRewards, readRewards } from "./queries/rewards";
export { rewardFilter, rewardRecord } from "./rewards/settle-reward";
