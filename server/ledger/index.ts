/** Exports of `ledger` to the rooms above it; they import its rules and contracts by file. */
export { allocationsOfDecision, findPurchase, listAllocationsOf } from "./queries/allocations";
export {
  type StoredCheckpoint,
  countUnsealed,
  findCheckpoint,
  firstCheckpointOver,
  lastCheckpoint,
  listAllMerkleNodes,
  listCheckpointsToVerify,
  listLeafTexts,
  listOddKeys,
  listSealedCompanies,
  listSealingKeys,
  listSeals,
  pageOfCheckpoints,
} from "./queries/sealing";
export {
  type LockedPool,
  type Released,
  allocatedTokens,
  endWaitForVerification,
  waitForVerificationAgain,
  giveBack,
  heldBy,
  holdFree,
  lockPool,
  moveBudget,
  movePool,
  obtainablePrivateSupply,
  releaseRewardsOf,
  rewardHeldBy,
  takeFromBudget,
  withoutReward,
} from "./queries/supplies";
export { auditGenesis, auditHash } from "./sealing/audit-chain";
export {
  FAN_OUT,
  completeNodes,
  leafOf,
  nodeSha256,
  rangesOf,
  storedTree,
} from "./sealing/merkle-store";
export { type SigningKey, isSigned } from "./sealing/signing-key";
export { type NewAllocation, appendAllocations } from "./stock/append-allocations";
export { termsOf } from "./stock/order-terms";
export { stockRouter } from "./stock/router";
