/** The exports of `launch` for the rooms above; its rules and contracts are imported by file. */
export { assertNotDelivered } from "./batches/assert-not-delivered";
export { applyFreeze } from "./batches/freeze-batch";
export { findOwnRow } from "./batches/own-deliveries";
export { applyContract } from "./batches/publish-batch";
export { batchesRouter } from "./batches/router";
export { findSeal, findTrees, listBatches } from "./queries/batches";
export { proofOf, sumDelivered } from "./queries/batch-rows";
export { applyPlan } from "./plan/set-plan";
export { applyLostWallet } from "./wallets/lost-wallet";
export { launchRouter } from "./router";
