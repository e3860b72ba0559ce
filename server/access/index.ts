/** The exports of `access` for the rooms above; its rules and contracts are imported by file. */
export {
  needsFactor,
  refuseSuspended,
  refuseWhileSuspended,
  refuseWithoutTwoFactor,
} from "./call/access";
export {
  AREAS,
  type Actor,
  type AdminActor,
  type Area,
  keyOf,
  NOBODY,
  ROLE_OF_AREA,
  type SignedInActor,
  type SuperAdminActor,
} from "./call/actor";
export {
  type Click,
  type Context,
  type Deps,
  type RequestFacts,
  atCompany,
  createContext,
  inTransaction,
  pageHostOf,
  transactWithin,
  withinTransaction,
} from "./call/context";
export {
  LANGUAGE_COOKIE,
  MENU_COOKIE,
  SCHEME_COOKIE,
  choiceCookie,
  endedSessionCookie,
  readCookies,
  sessionCookie,
  touchCookie,
} from "./call/cookies";
export { detectClientLanguage, detectPageLanguage } from "./call/detect-language";
export { type Outcome, conclude, recordAudit } from "./call/conclude";
export { companyIdIn, namedCompany } from "./call/named-company";
export { RunAgain, answerOnce, keepAnswer, oncePerKey } from "./call/once-per-key";
export { refusalFrom, toTrpcError } from "./call/refusal-from";
export { type RequestNotes, noteActor } from "./call/request-notes";
export { requireStepUp } from "./call/step-up";
export { CALL_KINDS, type CallKind, type TurnFigures, createTurns, groupOf } from "./call/turns";
export {
  type AdminContext,
  type CompanyContext,
  type MemberContext,
  adminProcedure,
  companyProcedure,
  createCallerFactory,
  lastingCompanyProcedure,
  lastingMemberProcedure,
  memberProcedure,
  mergeRouters,
  publicProcedure,
  router,
  signedInProcedure,
  staffProcedure,
  superAdminProcedure,
} from "./call/trpc";
export {
  countApiKeys,
  endApiKey,
  insertApiKey,
  isApiKey,
  listApiKeys,
  newApiKey,
  readApiKey,
} from "./queries/api-keys";
export {
  type CodeOwner,
  deleteCodesOf,
  findLink,
  prolongCode,
  replaceCode,
  spendCode,
} from "./queries/codes";
export type { KeyedRequest } from "./queries/idempotency";
export { type ProvenMember, insertMemberSession } from "./queries/logins";
export {
  type MemberRow,
  type NewMember,
  countListedMembers,
  countOrdersOf,
  findMember,
  findMemberByEmail,
  findReferrer,
  findSelf,
  insertMember,
  listAdminsByEmail,
  findListed,
  listMembers,
  sortMembers,
  lockActiveAdmins,
  lockMember,
  namesOf,
  readMembers,
  replacePasswordHash,
  rememberHost,
  updateMember,
} from "./queries/members";
export {
  type Passkey,
  addPasskey,
  findPasskey,
  listPasskeys,
  removePasskey,
  removePasskeysOf,
  usePasskey,
} from "./queries/passkeys";
export { deleteResponsesAbout, deleteSealedResponses } from "./queries/stored-answers";
export { findSuperAdmin, findSuperAdminByEmail, lockSuperAdmin } from "./queries/super-admins";
export {
  type Settlement,
  asynchronousCommit,
  countHit,
  mark,
  presentHits,
} from "./queries/throttles";
export { listConfirmers, listTrustedFor } from "./queries/trusted-admins";
export {
  beginTwoFactor,
  confirmTwoFactor,
  countRecoveryCodes,
  deleteApp,
  deleteRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  hasTwoFactor,
  lacksTwoFactor,
  replaceRecoveryCodes,
  spendRecoveryCode,
  claimTotpPeriod,
} from "./queries/two-factor";
export {
  type ProvenCode,
  admitTextMessage,
  codeSent,
  issueCode,
  ownCodes,
  proveCode,
  sendWithinLimits,
  spendProven,
  withMinimumDuration,
} from "./sessions/one-time-codes";
export type { SessionSubject, ValidSession } from "./sessions/sessions";
export { limitPages } from "./throttles/limit-pages";
export {
  type EventSource,
  type SecurityEvent,
  logInfectedFile,
  logLogin,
  logRefusal,
  sourceOf,
} from "./throttles/security-events";
export {
  type Account,
  accountKey,
  countLogin,
  forgetHits,
  forgetOneHit,
  limitCalls,
  limitStoredBytes,
  markFor,
  markNetwork,
  networkOf,
  secondsMarkedFor,
  secondsToWait,
  secondsToWaitFor,
  settleLogin,
  settlementOf,
  trustNetwork,
} from "./throttles/throttle";
export { countWrongGuess, forgetGuesses, isGuessedTooOften } from "./throttles/wrong-codes";
