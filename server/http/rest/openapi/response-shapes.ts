import { SUBMITTED_STATUSES, type OrderStatus, type SubmittedStatus } from "@db/vocabulary";
import type { Deps } from "@server/access";
import type { PaymentAccount } from "@server/companies/contracts/beneficiaries";
import type { Company } from "@server/companies/contracts/companies";
import type { AdminDashboard } from "@server/office/contracts/dashboard";
import type { Member, Profile, ReferralSummary } from "@server/members/contracts/members";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import type { RewardOutcome, RewardRecord } from "@server/orders/contracts/rewards";
import type { CasePerson, RewardCase } from "@server/orders/contracts/risk";
import type { OrderView, OrderRecord } from "@server/orders/contracts/orders";
import {
  microRupeesToNumber,
  paiseToRupeesNumber,
  percentFromBps,
} from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { signedMediaPath } from "@server/media";

/** Dependencies of a shape: it signs file URLs. */
export interface ResponseParts {
  deps: Pick<Deps, "secrets">;
  origin: string;
  /** True for an API key: of people it gets the Member ID alone. */
  hidesPeople: boolean;
}

/** A URL that opens a file for ten minutes without a token (architecture.md §9). */
export const fileUrl = (shaping: ResponseParts, id: string): string =>
  shaping.origin + signedMediaPath(shaping.deps, id);

/** Orders without a submitted payment are not transactions. */
function submitted(status: OrderStatus): SubmittedStatus {
  const found = SUBMITTED_STATUSES.find((one) => one === status);
  if (!found) throw new Error(`An order that is ${status} is no transaction.`);
  return found;
}

/** A member or an admin, as clients know them. */
export const person = ({
  adminRole: _adminRole,
  endsAt: _endsAt,
  ...known
}: Member & { endsAt?: string | null }) => known;

/** api.md: "A transaction". */
export const transaction = (record: OrderRecord, shaping: ResponseParts) => ({
  id: record.id,
  transactionId: record.transactionId,
  orderNumber: record.orderNumber,
  createdAt: record.createdAt,
  paymentMethod: record.paymentMethod,
  referenceNumber: record.referenceNumber,
  price: microRupeesToNumber(record.priceMicroRupees),
  totalQuantity: record.totalQuantity,
  amount: paiseToRupeesNumber(record.amountPaise),
  finalAmount: paiseToRupeesNumber(record.finalAmountPaise),
  status: submitted(record.status),
  receipt:
    record.receiptId === null || shaping.hidesPeople ? null : fileUrl(shaping, record.receiptId),
  user: shaping.hidesPeople ? { ...record.user, name: "", mobile: "" } : record.user,
  ...(record.rejectionReason !== null && { rejectionReason: record.rejectionReason }),
});

/** Adds the submission's number for the company's admin, who decides on it. */
export const companyTransaction = (record: AdminOrderRecord, shaping: ResponseParts) => ({
  ...transaction(record, shaping),
  version: record.version,
});

/** A repeated call tells what has become of the order since; a new order has no `status`. */
export const order = (view: OrderView) => ({
  purchaseId: view.orderNumber,
  status: view.status === "OPEN" ? undefined : view.status,
  amount: paiseToRupeesNumber(view.amountPaise),
  price: microRupeesToNumber(view.priceMicroRupees),
  totalQuantity: view.quantity,
  platformChargePercent: percentFromBps(view.feeBps),
  feeAmount: paiseToRupeesNumber(view.feePaise),
  totalAmount: paiseToRupeesNumber(view.totalPaise),
  expiresAt: view.expiresAt,
});

export const profile = (view: Profile, shaping: ResponseParts) => {
  const url = view.profileImageId === null ? null : fileUrl(shaping, view.profileImageId);
  return {
    id: view.id,
    name: view.name,
    email: view.email,
    mobile: view.mobile,
    referralCode: view.referralCode,
    dateOfBirth: view.dateOfBirth,
    profileImageId: view.profileImageId,
    profileImage: url === null ? null : { url },
    kycDocumentNumber: view.kycDocumentNumber,
    walletAddress: view.walletAddress,
    isApproved: view.isApproved,
    globalStake: view.globalStake,
    stockBalance: view.stockBalance,
  };
};

/** The rewards are tokens: given, and promised by payments that wait or held after them. */
export const referral = (view: ReferralSummary) => ({
  referralCode: view.code,
  link: `${view.origin}/r/${view.code}`,
  referralRewardPercent: percentFromBps(
    view.campaign?.isMine ? view.campaign.rewardBps : view.rewardBps,
  ),
  invited: view.invited,
  verified: view.verified,
  buyers: view.buying,
  rewardEarned: view.rewardEarned,
  rewardWaiting: view.rewardWaiting,
});

/** A reward; its `id` is that of its order. */
export const reward = ({ orderId, referrer, buyer, ...view }: RewardRecord) => ({
  id: orderId,
  orderNumber: view.orderNumber,
  referrer: { referralCode: referrer.memberId, name: referrer.name },
  buyer: { referralCode: buyer.memberId, name: buyer.name },
  tokens: view.tokens,
  state: view.state,
  releaseAt: view.releaseAt,
  heldBecause: [...view.heldBecause],
  withdrawnBecause: view.reason,
  note: view.note,
  createdAt: view.orderedAt,
  decidedAt: view.decidedAt,
  allocatedAt: view.allocatedAt,
});

/** A case; its `id` is that of the reward's order. */
export const rewardCase = ({ orderId, buyer, referrer, others, ...view }: RewardCase) => ({
  id: orderId,
  orderNumber: view.orderNumber,
  tokens: view.waitingTokens,
  reasons: view.reasons.map(({ rule, people }) => ({
    rule,
    members: people.map(({ memberId }) => memberId),
  })),
  answer: view.answer,
  answeredAt: view.answeredAt,
  buyer: casePerson(buyer),
  referrer: casePerson(referrer),
  others: others.map(casePerson),
  createdAt: view.since,
});

const casePerson = ({ memberId, joinedAt, inCommon, payments, ...person }: CasePerson) => ({
  referralCode: memberId,
  name: person.name,
  email: person.email,
  mobile: person.mobile,
  walletAddress: person.walletAddress,
  invitedBy: person.invitedBy,
  inCommon: [...inCommon],
  payments: payments.map(({ orderId, paidFrom, ...paid }) => ({
    id: orderId,
    ...paid,
    paidFrom: [...paidFrom],
  })),
  createdAt: joinedAt,
});

/** The decision about the one reward of a call; its refusal is that of the call. */
export function decidedReward([outcome]: readonly RewardOutcome[]) {
  if (outcome?.reward) return outcome.reward;
  throw outcome?.refusal
    ? refuse(outcome.refusal.code, outcome.refusal.params)
    : refuse("REWARD_NOT_FOUND");
}

/** Each field is absent if unset (api.md). */
export const account = (view: PaymentAccount | null): Partial<ReturnType<typeof listedAccount>> =>
  view ? listedAccount(view) : {};

export const listedAccount = ({ id, ...view }: PaymentAccount) => {
  const { holderName, bankName, branch, accountNumber, ifscCode, upi } = view;
  return {
    id,
    ...(holderName !== null && { holderName }),
    ...(bankName !== null && { bankName }),
    ...(branch !== null && { branch }),
    ...(accountNumber !== null && { accountNumber }),
    ...(ifscCode !== null && { ifscCode }),
    ...(upi !== null && { upi }),
  };
};

export const dashboard = ({ collection, shares: _shares, ...counts }: AdminDashboard) => ({
  ...counts,
  collection: {
    bank: paiseToRupeesNumber(collection.bankPaise),
    upi: paiseToRupeesNumber(collection.upiPaise),
    manual: paiseToRupeesNumber(collection.manualPaise),
    crypto: paiseToRupeesNumber(collection.cryptoPaise),
  },
});

export const company = ({
  priceMicroRupees,
  feeBps,
  referralRewardBps,
  splitBps,
  unverifiedHoldBps,
  ...view
}: Company) => ({
  ...view,
  price: priceMicroRupees === null ? null : microRupeesToNumber(priceMicroRupees),
  platformChargePercent: percentFromBps(feeBps),
  referralRewardPercent: percentFromBps(referralRewardBps),
  publicCellPercent: percentFromBps(splitBps.PUBLIC),
  referralPercent: percentFromBps(splitBps.REFERRAL),
  angelInvestorPercent: percentFromBps(splitBps.ANGEL),
  founderTeamPercent: percentFromBps(splitBps.FOUNDER),
  airdropPercent: percentFromBps(splitBps.AIRDROP),
  unverifiedHoldPercent: percentFromBps(unverifiedHoldBps),
});
