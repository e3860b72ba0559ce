/** The exports of `platform` for the rooms above; its rules and contracts are imported by file. */
export { type Config, ConfigError, type S3Config } from "./config/environment";
export { type Secrets, canDecrypt, createSecrets } from "./config/secrets";
export type { TrustedProxies } from "./config/setting-formats";
export { workerFile } from "./config/worker-file";
export {
  type ActorRole,
  type AuditEntry,
  insertAudit,
  insertionOfAudit,
  nameOrKey,
} from "./queries/audit";
export {
  type DashboardFigures,
  addMembers,
  approvedByMethod,
  dashboardFigures,
  countHolders,
  countMembers,
  holdingOf,
  readUsualApprovalSeconds,
  referralFigures,
  usualApprovalSeconds,
} from "./queries/figures";
export {
  JOB_LOCKS,
  areDue,
  beginNightly,
  beginSweeps,
  endNightly,
  runInOneInstance,
} from "./queries/job-runs";
export { type Cursor, cursorAt, following } from "./queries/list";
export {
  type Key,
  type List,
  type ListPage,
  MOST_SORTED,
  type Sorting,
  countList,
  inOrderOf,
  pageOfList,
} from "./queries/list";
export {
  finalPaise,
  missingPaise,
  findsAllOrders,
  isAskedForRest,
  lastDecidedAt,
  lineMatch,
  memberMatch,
  orderMatch,
  personMatch,
  memberIdMatch,
  referencePattern,
  valueMatches,
  valuesIn,
} from "./queries/search";
export { type Json, canonicalJson } from "./running/canonical-json";
export type { Figures } from "./running/figures";
export { mapWithPauses } from "./running/map-with-pauses";
export { shareReadings } from "./running/share-readings";
export { sweepEach } from "./running/sweep-each";
export { withSpan, markFailed } from "./running/with-span";
export { methodIn } from "./words/translators.server";
export { translateRefusal } from "./words/translators.server";
export { riskNotice, translatorOf } from "./words/translators.server";
export { unlockSentence } from "./words/unlock-sentence.server";
