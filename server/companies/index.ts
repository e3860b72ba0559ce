/** The exports of `companies` for the rooms above; its rules and contracts are imported by file. */
export { applyAccountPlan, planStored } from "./beneficiaries/account-plan";
export { beneficiaryView, paymentAccount, paymentOptions } from "./beneficiaries/payment-options";
export { beneficiariesRouter } from "./beneficiaries/router";
export { hostsRouter } from "./hosts/router";
export { machinesRouter } from "./machines/router";
export { agreedTo } from "./policies/policy-text";
export { policiesRouter } from "./policies/router";
export { pricesRouter } from "./prices/router";
export { applyCampaign, campaignsRouter } from "./prices/change-campaigns";
export { applyTerms } from "./prices/change-terms";
export { bounds, setBounds } from "./prices/set-bounds";
export { setTerms } from "./prices/set-price";
export {
  type BeneficiaryRow,
  type NamedAccount,
  type PayableAccount,
  countBeneficiariesOfPlatform,
  findBeneficiaryVersion,
  findDefaultBeneficiary,
  findPayableAccounts,
  isPayable,
  listBeneficiaries,
  lockBeneficiaries,
  readBeneficiariesOfPlatform,
} from "./queries/beneficiaries";
export {
  backOff,
  endOvertaken,
  expireChange,
  listDueChanges,
  listOvertaken,
} from "./queries/due-changes";
export {
  type PendingChange,
  countListed,
  endChange,
  findChange,
  findPendingOf,
  listPending,
  markOvertaken,
} from "./queries/pending-changes";
export { findAgreedPolicy, keepPolicies } from "./queries/policies";
export type { RetentionFigures } from "./queries/retention";
export { endChangesBeyond } from "./second-admin/end-changes-of";
export { mailingReader } from "./settings/company-mailing";
export { notifyCompany } from "./second-admin/notify-company";
export { notifyOfChange } from "./second-admin/notify-of-change";
export {
  type ApprovalBy,
  assertMayConfirm,
  claimForConfirmation,
  isAboveSum,
  claimSecondAdmin,
} from "./second-admin/approval-above-sum";
export {
  type StoredForSecondAdmin,
  isSameApproval,
  isWaiting,
  leastOf,
  noteChange,
  answerRepeated,
  onceOrAsked,
  storeChange,
  receivedIn,
  referenceIn,
} from "./second-admin/store-change";
export { waitingApprovals } from "./second-admin/waiting-approvals";
export { changeOwnCompany } from "./settings/change-own-company";
export { mail, setMail } from "./settings/company-mail";
export { companyView } from "./settings/company-view";
export { siteRouter } from "./settings/router";
export { setIdentity } from "./settings/identity-rules";
export { applyRules, setSecondAdmin } from "./settings/second-admin-rules";
export { settings, textVersions, updateSettings } from "./settings/settings";
export { addDocument, removeDocument } from "./settings/documents";
export { splitIn } from "./settings/supply-split";
export { bpsOf, priceOf } from "./settings/typed-values";
