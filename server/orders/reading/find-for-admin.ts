import type { Executor } from "@db/client";
import { findCompany } from "@server/sites";
import {
  findBeneficiaryVersion,
  findAgreedPolicy,
  paymentAccount,
  isAboveSum,
  waitingApprovals,
} from "@server/companies";
import { allocationsOfDecision, obtainablePrivateSupply } from "@server/ledger";
import {
  findOrderInFull,
  findOrdersOfCompany,
  listOrderActivity,
} from "@server/orders/queries/order-details";
import { ordersWithProof } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { listReceivedWith, leftOf } from "@server/payments";
import {
  type OrderActivity,
  type OrderForAdmin,
  OrderRef,
  PlatformOrderRef,
} from "@server/orders/contracts/order-details";
import { mediaUrl } from "@server/media/contracts/media";
import { isAcceptedType, isImageType } from "@server/files/rules/accepted-types";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { adminProcedure, superAdminProcedure } from "@server/access";
import { ordersWithNumber } from "@server/orders/money/join-payment";
import { stateOf } from "@server/orders/money/payment-numbers";
import { otherBankSums } from "@server/orders/money/bank-sum";
import { payersOfOrder } from "@server/orders/money/paid-by-another";
import { adminOrderRecord } from "./order-view";

/** Tells whether browsers can display a file of this type inline. */
export const isShownInPlace = (contentType: string): boolean =>
  isAcceptedType(contentType) && isImageType(contentType);

/** Returns one order with the data for an admin's decision: proof, account, referrer and history. */
export const findOrderForAdmin = adminProcedure
  .input(OrderRef)
  .query(async ({ ctx, input }): Promise<OrderForAdmin> => {
    const [order, waiting] = await Promise.all([
      orderInFull(ctx.db, ctx.company.id, input.orderId),
      waitingApprovals(ctx, input.orderId),
    ]);
    const terms = {
      totalPaise: order.finalAmountPaise,
      quantity: order.totalQuantity,
      createdAt: new Date(order.createdAt),
    };
    return {
      ...order,
      waitingApproval: waiting.get(order.id) ?? null,
      needsSecondAdmin: order.status === "PENDING" && (await isAboveSum(ctx, terms)),
    };
  });

/** Returns one order of any company for a super admin. */
export const findOrderForPlatform = superAdminProcedure
  .input(PlatformOrderRef)
  .query(async ({ ctx, input }) => {
    const [order, company] = await Promise.all([
      orderInFull(ctx.db, input.companyId, input.orderId),
      findCompany(ctx.db, input.companyId),
    ]);
    return {
      ...order,
      waitingApproval: null,
      needsSecondAdmin: false,
      company: { id: input.companyId, companyName: company?.name ?? "" },
    };
  });

async function orderInFull(
  db: Executor,
  companyId: string,
  orderId: string,
): Promise<Omit<OrderForAdmin, "waitingApproval" | "needsSecondAdmin">> {
  const company = { id: companyId };
  const found = await findOrderInFull(db, company.id, orderId);
  if (!found) throw refuse("ORDER_NOT_FOUND");
  const { order, user, member, referrer, proof, source } = found;
  const isReleased = order.status === "PENDING" && order.holdReleasedAt !== null;
  const [
    account,
    sameProofOrders,
    allocated,
    policy,
    activity,
    pool,
    onRecord,
    bankSums,
    payers,
    others,
  ] = await Promise.all([
    order.beneficiaryId !== null && order.beneficiaryVersion !== null
      ? findBeneficiaryVersion(db, company.id, order.beneficiaryId, order.beneficiaryVersion)
      : undefined,
    proof ? ordersWithProof(db, order, proof.sha256) : [],
    allocationsOfDecision(db, order),
    order.consentVersion ? findAgreedPolicy(db, company.id, order.consentVersion) : undefined,
    listOrderActivity(db, company.id, order.id),
    isReleased ? obtainablePrivateSupply(db, company.id) : undefined,
    order.status === "PENDING" && order.paymentId !== null
      ? listReceivedWith(db, company.id, order.paymentId)
      : [],
    otherBankSums({ db, company }, [order]),
    order.flags.includes("PAID_BY_ANOTHER") ? payersOfOrder(db, order) : [],
    order.status === "PENDING" || order.flags.includes("REUSED_REFERENCE")
      ? ordersWithNumber(
          db,
          order,
          order.reference,
          order.receivedPaise === null ? null : order.paymentId,
        )
      : [],
  ]);
  const sameNumber = others.length === 0 ? [] : await findOrdersOfCompany(db, company.id, others);
  return {
    ...adminOrderRecord(order, user),
    proof: proof && {
      id: proof.id,
      url: mediaUrl(proof.id),
      contentType: proof.contentType,
      fileName: proof.fileName,
      isImage: isShownInPlace(proof.contentType),
    },
    source,
    bonusBps: order.bonusBps,
    beneficiary: account ? paymentAccount(account) : null,
    sameProofOrders,
    sameNumberOrders: sameNumber.map(({ order: { orderNumber } }) => orderNumber),
    bankPaise: bankSums.get(order.id) ?? null,
    payers,
    moneyOnRecord: onRecord.map(({ payment, order: paidFor }) => ({
      order: paidFor,
      amountPaise: payment.receivedPaise ?? payment.amountPaise,
      openPaise: leftOf(payment),
      state: stateOf(payment),
    })),
    referrer: referrer && { ...referrer, rewardTokens: rewardOf(order, allocated) },
    obtainableTokens: pool ? pool.free + pool.overdue : null,
    member,
    consent: order.consentedAt && {
      at: order.consentedAt.toISOString(),
      version: order.consentVersion,
      isKept: policy !== undefined,
    },
    activity: activity.map(activityLine),
  };
}

/** Returns the reward of an order: held while it waits, allocated once it is approved. */
function rewardOf(order: Order, allocated: readonly { kind: string; quantity: number }[]): number {
  const reward = allocated.find(({ kind }) => kind === "REFERRAL");
  return order.status === "APPROVED" ? (reward?.quantity ?? 0) : order.heldReward;
}

type AuditLine = Awaited<ReturnType<typeof listOrderActivity>>[number];

function activityLine(line: AuditLine): OrderActivity {
  const details: OrderActivity["details"] = {};
  if (typeof line.after === "object" && line.after !== null) {
    for (const [name, value] of Object.entries<unknown>({ ...line.after })) {
      const isPlain = value === null || typeof value === "string" || typeof value === "number";
      if (isPlain) details[name] = value;
    }
  }
  return {
    at: line.at.toISOString(),
    action: line.action,
    actor: { role: line.actorRole, name: line.actorName },
    details,
  };
}
