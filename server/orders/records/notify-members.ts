import { mailTo } from "@server/messages/rules/mail-to";
import { mayEarn } from "@server/orders/rules/reward-life";
import { toldSum } from "@server/orders/rules/submission";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import { bonusOf } from "@server/ledger/rules/reward";
import type { Buyer } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import {
  type CompanyEvent,
  findPerson,
  listAdminsToNotify,
  type Recipient,
  type Message,
  type MessageParams,
  type Template,
} from "@server/messages";
import type { Context, Deps } from "@server/access";
import type { CompanySite } from "@server/sites";
import { formatDate } from "@server/platform/rules/dates/dates";
import { decisionAt, undoKeyOf } from "@server/orders/rules/undo-window";
import { paiseToRupeesNumber } from "@server/platform/rules/money/units";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import type { Executor } from "@db/client";

type NotifyContext = Context & { company: CompanySite };
type Addressee = Pick<Recipient, "id" | "email" | "language">;

/** Creates the event of an order's state, for the company's machines. */
const eventOf = (
  { company }: NotifyContext,
  order: Order,
  { referralCode }: Pick<Recipient, "referralCode">,
  state: "submitted" | "approved" | "rejected" | "reversed",
): CompanyEvent => ({
  event: `order.${state}`,
  companyId: company.id,
  data: {
    companyId: company.id,
    orderId: order.id,
    orderNumber: order.orderNumber,
    memberId: referralCode,
    status: state === "submitted" ? "PENDING" : order.status,
    amount: paiseToRupeesNumber(order.amountPaise),
    finalAmount: paiseToRupeesNumber(order.totalPaise),
    receivedAmount: order.receivedPaise === null ? null : paiseToRupeesNumber(order.receivedPaise),
    totalQuantity: order.approvedQuantity ?? order.quantity,
    version: order.submissionVersion,
  },
});

/** The recipient of a mail, deleted or not. */
type Person = Addressee & Pick<Recipient, "referralCode" | "deletedAt">;
export type Contents = { [K in Template]: { template: K; params: MessageParams[K] } }[Template];

/** Creates one mail, or none for a deleted member. A blocked member is still notified about their money. */
export const mailIfReachable = (
  ctx: { company: Pick<CompanySite, "id"> },
  to: Addressee & Pick<Recipient, "deletedAt">,
  contents: Contents,
): Message[] => (to.deletedAt === null ? [{ ...mailTo(ctx.company.id, to), ...contents }] : []);

/** Formats a sum in a mail; empty for none. */
const sumOrNone = (paise: number | null): string => (paise ? formatRupees(paise) : "");

/**
 * Tells the member of the submission, and the admins who chose a mail for each payment. The referrer
 * was told by the first payment of an order whose rest is told.
 */
export function toldOfSubmission(
  ctx: NotifyContext,
  order: Order,
  buyer: Buyer,
  admins: readonly Addressee[],
): (Message | CompanyEvent)[] {
  const { orderNumber } = order;
  const restPaise = missingOf(order);
  const total = formatRupees(restPaise ?? order.totalPaise);
  const received = sumOrNone(restPaise === null ? null : order.receivedPaise);
  const told = sumOrNone(toldSum(order));
  const { quantity, token } = tokensOf(ctx, order, order.quantity);
  const { releaseAfterDays } = ctx.company;
  const days = order.proofMediaId === null ? releaseAfterDays : null;
  const { referrer } = buyer;
  // The held reward, or the one that is held last; the mail states no number of tokens.
  const isPromised =
    restPaise === null && referrer?.mailsNotices && mayEarn(referrer) && order.heldReward > 0;
  return [
    {
      ...mailTo(ctx.company.id, buyer),
      template: "orderSubmitted",
      params: { orderNumber, total, told, received, quantity, token, days },
    },
    ...(isPromised
      ? [
          {
            ...mailTo(ctx.company.id, referrer),
            template: "rewardPromised" as const,
            params: { token },
          },
        ]
      : []),
    ...admins.map((admin) => ({
      ...mailTo(ctx.company.id, admin),
      template: "orderWaiting" as const,
      params: { orderNumber, total, member: buyer.name, method: order.paymentMethod ?? "" },
    })),
    eventOf(ctx, order, buyer, "submitted"),
  ];
}

/** Notifies the member, and the admins who chose it, of a payment that no order could take. */
export async function notifyUnallocated(
  ctx: NotifyContext,
  order: Order,
  buyer: Buyer,
  reference: string | null,
): Promise<void> {
  const params = {
    orderNumber: order.orderNumber,
    total: formatRupees(order.totalPaise),
    reference: reference ?? "",
  };
  const admins = await listAdminsToNotify(ctx.db, ctx.company.id, "EACH");
  await ctx.deps.jobs.notify(
    ctx.db,
    { ...mailTo(ctx.company.id, buyer), template: "paymentKept", params },
    ...admins.map((admin) => ({
      ...mailTo(ctx.company.id, admin),
      template: "paymentUnapplied" as const,
      params: { ...params, member: buyer.name },
    })),
  );
}

/**
 * Tells the member of the allocated tokens and, if another sum than the order's total was received, of
 * that sum and its surplus.
 */
export function toldOfAllocation(
  ctx: NotifyContext,
  order: Order,
  { restPaise, ...approval }: Approval & { restPaise: number },
): (Message | CompanyEvent)[] {
  const { receivedPaise } = order;
  if (restPaise === 0 && receivedPaise === null) {
    return toldOfApproval(ctx, order, approval, {
      template: "orderApproved",
      params: {
        orderNumber: order.orderNumber,
        ...tokensOf(ctx, order, approval.quantity),
        orderId: order.id,
      },
    });
  }
  return toldOfApproval(ctx, order, approval, {
    template: "paymentAllocated",
    params: {
      orderNumber: order.orderNumber,
      ...tokensOf(ctx, order, approval.quantity),
      rest: sumOrNone(restPaise),
      received: sumOrNone(receivedPaise),
      total: formatRupees(order.totalPaise),
    },
  });
}

/** Tells the member of an order that an unallocated payment paid, and that was approved. */
export const toldOfApplication = (
  ctx: NotifyContext,
  order: Order,
  { restPaise, sourceNumber, ...approval }: Approval & { restPaise: number; sourceNumber: string },
) =>
  toldOfApproval(ctx, order, approval, {
    template: "paymentReused",
    params: {
      orderNumber: order.orderNumber,
      source: sourceNumber,
      ...tokensOf(ctx, order, approval.quantity),
      total: formatRupees(order.totalPaise),
      rest: sumOrNone(restPaise),
    },
  });

/** Notifies the member of a partial payment, and asks for the rest. */
export async function notifyPartReceived(
  ctx: NotifyContext,
  order: Order,
  member: Person,
  { nowPaise, missingPaise }: { nowPaise: number; missingPaise: number },
): Promise<void> {
  await mailDecision(
    ctx,
    order,
    mailIfReachable(ctx, member, {
      template: "paymentPart",
      params: {
        orderNumber: order.orderNumber,
        received: formatRupees(nowPaise),
        missing: formatRupees(missingPaise),
        total: formatRupees(order.totalPaise),
      },
    }),
  );
}

/** Notifies the member that the rest which they told did not arrive, and of what did. */
export async function notifyRestRejected(
  ctx: NotifyContext,
  order: Order,
  member: Person,
  toldPaise: number,
): Promise<void> {
  await mailDecision(
    ctx,
    order,
    mailIfReachable(ctx, member, {
      template: "restNotFound",
      params: {
        orderNumber: order.orderNumber,
        told: formatRupees(toldPaise),
        received: sumOrNone(order.receivedPaise),
        missing: sumOrNone(missingOf(order)),
        reason: order.decisionReason ?? "",
        refundNote: order.refundNote ?? "",
      },
    }),
  );
}

/**
 * Notifies the member of a payment that an admin recorded: its order waits for the decision, or does
 * not need it.
 */
export async function notifyRecorded(
  ctx: NotifyContext,
  order: Order,
  payment: { receivedPaise: number; reference: string; isNeeded: boolean },
): Promise<void> {
  const member = await findPerson(ctx.db, ctx.company.id, order.memberId);
  if (member?.deletedAt !== null) return;
  await ctx.deps.jobs.notify(
    ctx.db,
    {
      ...mailTo(ctx.company.id, member),
      template: payment.isNeeded ? "paymentRecorded" : "paymentUnneeded",
      params: {
        orderNumber: order.orderNumber,
        received: formatRupees(payment.receivedPaise),
        reference: payment.reference,
      },
    },
    ...(payment.isNeeded ? [eventOf(ctx, order, member, "submitted")] : []),
  );
}

/** Notifies the member of a refund, and of the sum that stays unallocated. */
export async function notifyRefunded(
  ctx: NotifyContext,
  order: Order,
  member: Person,
  refund: { amountPaise: number; reference: string; refundedOn: string; restPaise: number },
): Promise<void> {
  await ctx.deps.jobs.notify(
    ctx.db,
    ...mailIfReachable(ctx, member, {
      template: "paymentRefunded",
      params: {
        orderNumber: order.orderNumber,
        total: formatRupees(refund.amountPaise),
        reference: refund.reference,
        at: formatDate(new Date(`${refund.refundedOn}T00:00:00+05:30`)),
        rest: sumOrNone(refund.restPaise),
      },
    }),
  );
}

/** Notifies the member that the money did not arrive. */
export async function notifyNotReceived(
  ctx: NotifyContext,
  order: Order,
  member: Person,
  reason: string,
): Promise<void> {
  const { orderNumber } = order;
  await ctx.deps.jobs.notify(
    ctx.db,
    ...mailIfReachable(ctx, member, {
      template: "paymentNotFound",
      params: { orderNumber, reason },
    }),
  );
}

interface Approval {
  member: Person;
  referrer: (Person & { mailsNotices: boolean }) | null;
  /** Tokens allocated to the member; `reward` is the referrer's. */
  quantity: number;
  reward: number;
}

/** The allocated tokens in a mail, the bonus among them. */
function tokensOf({ company }: NotifyContext, order: Order, quantity: number) {
  const bonus = bonusOf(order);
  return {
    quantity: formatQuantity(quantity + bonus),
    token: company.tokenSymbol,
    bonus: bonus > 0 ? formatQuantity(bonus) : "",
  };
}

/**
 * Tells the member of an approval, the referrer of the reward, and the company's machines, once it can no
 * longer be undone.
 */
const toldOfApproval = (ctx: NotifyContext, order: Order, approval: Approval, contents: Contents) =>
  delayed(order, [
    ...mailIfReachable(ctx, approval.member, contents),
    ...rewardMail(ctx, "rewardEarned", approval),
    eventOf(ctx, order, approval.member, "approved"),
  ]);

/** Sends the mails and the event of a decision, once it can no longer be undone. */
function mailDecision(
  ctx: NotifyContext,
  order: Order,
  mails: readonly (Message | CompanyEvent)[],
): Promise<void> {
  return ctx.deps.jobs.notify(ctx.db, ...delayed(order, mails));
}

/** Lets mails wait until their decision can no longer be undone. */
function delayed<M extends object>(order: Order, mails: readonly M[]): M[] {
  const [at, until] = [decisionAt(order), order.undoUntil];
  if (at === null || until === null) return [...mails];
  const delaySeconds = (until.getTime() - at.getTime()) / 1_000;
  return mails.map((mail) => ({ ...mail, delaySeconds, undoKey: undoKeyOf(order) }));
}

/** Tells the member of the rejection, and of parts received before, which are now unallocated. */
export const toldOfRejection = (
  ctx: NotifyContext,
  order: Order,
  { member, receivedPaise, ...reward }: RewardPeople & { receivedPaise: number | null },
) =>
  delayed(order, [
    ...mailIfReachable(ctx, member, {
      template: "orderRejected",
      params: {
        orderNumber: order.orderNumber,
        reason: order.decisionReason ?? "",
        refundNote: order.refundNote ?? "",
        received: sumOrNone(receivedPaise),
      },
    }),
    eventOf(ctx, order, member, "rejected"),
    ...withdrawnMail(ctx, order, { member, ...reward }),
  ]);

/** Tells the member of the reversal, and the referrer whose reward was taken back. */
export const toldOfReversal = (
  ctx: NotifyContext,
  order: Order,
  reversal: RewardPeople & { isAllocated: boolean },
) => [
  ...mailIfReachable(ctx, reversal.member, {
    template: "orderReversed",
    params: { orderNumber: order.orderNumber, reason: order.decisionReason ?? "" },
  }),
  ...(order.rewardReleaseAt === null || reversal.isAllocated
    ? rewardMail(ctx, "rewardReversed", reversal)
    : withdrawnMail(ctx, order, reversal)),
  eventOf(ctx, order, reversal.member, "reversed"),
];

type RewardPeople = Omit<Approval, "quantity">;

const rewardMail = (
  ctx: { company: Pick<CompanySite, "id" | "tokenSymbol"> },
  template: "rewardEarned" | "rewardReversed",
  { referrer, reward }: RewardPeople,
): Message[] =>
  referrer && reward > 0
    ? mailIfReachable(ctx, referrer, { template, params: rewardParams(ctx, reward) })
    : [];

/** A referrer is not told whose purchase it is (product.md §2, Referral). */
const rewardParams = (
  { company }: { company: Pick<CompanySite, "tokenSymbol"> },
  reward: number,
) => ({ quantity: formatQuantity(reward), token: company.tokenSymbol });

/**
 * The mail about a reward that was withdrawn before it was allocated. A referrer who ended gets none, and
 * of a mere promise only those who chose mails: such ones were told of it.
 */
const withdrawnMail = (
  ctx: Parameters<typeof rewardMail>[0],
  {
    rewardReason: why,
    rewardNote: note,
    rewardReleaseAt,
  }: Pick<Order, "rewardReason" | "rewardNote" | "rewardReleaseAt">,
  { referrer, reward }: RewardPeople,
): Message[] =>
  referrer &&
  (rewardReleaseAt !== null || referrer.mailsNotices) &&
  reward > 0 &&
  why !== null &&
  why !== "REFERRER_ENDED"
    ? mailIfReachable(ctx, referrer, {
        template: "rewardWithdrawn",
        params: { ...rewardParams(ctx, reward), why, note: note ?? "" },
      })
    : [];

/** Notifies the referrer of a reward on hold that was released, or of a withdrawn one. */
export async function notifyReward(
  ctx: { db: Executor; jobs: Deps["jobs"]; company: Pick<CompanySite, "id" | "tokenSymbol"> },
  order: Order,
  people: RewardPeople,
): Promise<void> {
  const mails =
    order.rewardState === "ALLOCATED"
      ? rewardMail(ctx, "rewardEarned", people)
      : withdrawnMail(ctx, order, people);
  // An undone approval withdraws the mail about its reward.
  const isUndoable = order.undoUntil !== null && order.undoUntil > (order.rewardDecidedAt ?? 0);
  await ctx.jobs.notify(ctx.db, ...(isUndoable ? delayed(order, mails) : mails));
}
