import type { z } from "zod";
import type { Deps } from "@server/access";
import type { PaymentAccount } from "@server/companies/contracts/beneficiaries";
import type { Company } from "@server/companies/contracts/companies";
import type { AdminDashboard } from "@server/office/contracts/dashboard";
import type { IdentityAnswer, OwnIdentity } from "@server/members/contracts/identity";
import type { Profile, ReferralSummary } from "@server/members/contracts/members";
import type { RewardOutcome, RewardRecord } from "@server/orders/contracts/rewards";
import type { CasePerson, RewardCase } from "@server/orders/contracts/risk";
import {
  type OrderRecord,
  type OrderView,
  TransactionAnswer,
} from "@server/orders/contracts/orders";
import {
  microRupeesToNumber,
  paiseToRupeesNumber,
  percentFromBps,
} from "@server/platform/rules/money/units";
import { Refusal, refuse } from "@server/platform/rules/refusals/refuse";
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

/** Shapes each record of a list. */
export const each = <Row, Shaped, List extends object>(
  list: List & { records: readonly Row[] },
  shape: (row: Row) => Shaped,
) => ({ ...list, records: list.records.map(shape) });

/** Orders without a submitted payment are no transactions: their status is not of its list. */
export const transaction = <Order extends OrderRecord>(record: Order, shaping: ResponseParts) => ({
  ...record,
  price: microRupeesToNumber(record.priceMicroRupees),
  amount: paiseToRupeesNumber(record.amountPaise),
  finalAmount: paiseToRupeesNumber(record.finalAmountPaise),
  status: TransactionAnswer.shape.status.parse(record.status),
  receipt:
    record.receiptId === null || shaping.hidesPeople ? null : fileUrl(shaping, record.receiptId),
  user: shaping.hidesPeople ? { ...record.user, name: "", mobile: "" } : record.user,
  rejectionReason: record.rejectionReason ?? undefined,
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

export const profile = (view: Profile, shaping: ResponseParts) => ({
  ...view,
  profileImage:
    view.profileImageId === null ? null : { url: fileUrl(shaping, view.profileImageId) },
});

/** The rewards are tokens: given, and promised by payments that wait or held after them. */
export const referral = (view: ReferralSummary) => ({
  ...view,
  referralCode: view.code,
  link: `${view.origin}/r/${view.code}`,
  referralRewardPercent: percentFromBps(
    view.campaign?.isMine ? view.campaign.rewardBps : view.rewardBps,
  ),
  buyers: view.buying,
});

const somebody = ({ memberId, name }: { memberId: string; name: string }) => ({
  referralCode: memberId,
  name,
});

/** A reward; its `id` is that of its order. */
export const reward = (view: RewardRecord) => ({
  ...view,
  id: view.orderId,
  referrer: somebody(view.referrer),
  buyer: somebody(view.buyer),
  heldBecause: [...view.heldBecause],
  withdrawnBecause: view.reason,
  createdAt: view.orderedAt,
});

/** A case; its `id` is that of the reward's order. */
export const rewardCase = (view: RewardCase) => ({
  ...view,
  id: view.orderId,
  tokens: view.waitingTokens,
  reasons: view.reasons.map(({ rule, people }) => ({
    rule,
    members: people.map(({ memberId }) => memberId),
  })),
  buyer: casePerson(view.buyer),
  referrer: casePerson(view.referrer),
  others: view.others.map(casePerson),
  createdAt: view.since,
});

const casePerson = (person: CasePerson) => ({
  ...person,
  referralCode: person.memberId,
  inCommon: [...person.inCommon],
  payments: person.payments.map((paid) => ({
    ...paid,
    id: paid.orderId,
    paidFrom: [...paid.paidFrom],
  })),
  createdAt: person.joinedAt,
});

/** The decision about the one reward of a call; its refusal is that of the call. */
export function decidedReward([outcome]: readonly RewardOutcome[]) {
  if (outcome?.reward) return outcome.reward;
  const refusal = outcome?.refusal ?? refuse("REWARD_NOT_FOUND");
  throw new Refusal(refusal.code, refusal.params);
}

/** Each field is absent if unset (api.md). */
export const account = (view: PaymentAccount | null) => (view ? listedAccount(view) : {});

export const listedAccount = ({ id, ...view }: PaymentAccount) => ({
  id,
  holderName: view.holderName ?? undefined,
  bankName: view.bankName ?? undefined,
  branch: view.branch ?? undefined,
  accountNumber: view.accountNumber ?? undefined,
  ifscCode: view.ifscCode ?? undefined,
  upi: view.upi ?? undefined,
});

export const dashboard = ({ collection, ...counts }: AdminDashboard) => ({
  ...counts,
  collection: {
    bank: paiseToRupeesNumber(collection.bankPaise),
    upi: paiseToRupeesNumber(collection.upiPaise),
    manual: paiseToRupeesNumber(collection.manualPaise),
    crypto: paiseToRupeesNumber(collection.cryptoPaise),
  },
});

export const company = (view: Company) => ({
  ...view,
  price: view.priceMicroRupees === null ? null : microRupeesToNumber(view.priceMicroRupees),
  platformChargePercent: percentFromBps(view.feeBps),
  referralRewardPercent: percentFromBps(view.referralRewardBps),
  publicCellPercent: percentFromBps(view.splitBps.PUBLIC),
  referralPercent: percentFromBps(view.splitBps.REFERRAL),
  angelInvestorPercent: percentFromBps(view.splitBps.ANGEL),
  founderTeamPercent: percentFromBps(view.splitBps.FOUNDER),
  airdropPercent: percentFromBps(view.splitBps.AIRDROP),
  unverifiedHoldPercent: percentFromBps(view.unverifiedHoldBps),
});

/** Who a member is, for the member; sums in rupees. */
export const identity = (of: OwnIdentity): z.input<typeof IdentityAnswer> => ({
  standing: of.standing,
  asks: of.rules.asks,
  aboveAmount: of.rules.abovePaise === null ? null : paiseToRupeesNumber(of.rules.abovePaise),
  steps: of.steps.map(({ step, isDone, document }) => ({
    step,
    isDone,
    state: document?.state ?? null,
    reason: document?.reason ?? null,
  })),
  mayChange: of.mayChange,
  typedName: of.typed.name,
  pan: of.typed.pan,
  secondKind: of.typed.secondKind,
  secondNumber: of.typed.secondNumber,
  address: of.typed.address,
  sentAt: of.sentAt,
  verifiedUntil: of.verifiedUntil,
  reason: of.reason,
});
