import { allocationsOfOrder } from "@db/queries/allocations";
import { findBeneficiaryVersion, type BeneficiaryRow } from "@db/queries/beneficiaries";
import { findOrderMember } from "@db/queries/order-lists";
import { findMedia } from "@db/queries/medias";
import { firstCheckpointOver } from "@db/queries/sealing";
import { findOwnOrder } from "@db/queries/orders";
import { findAgreedPolicy } from "@db/queries/policies";
import { mediaUrl } from "@server/contracts/media";
import { OrderNumberRef, type Receipt } from "@server/contracts/orders";
import { maskAccountNumber } from "@server/domain/members/masking";
import { refuse } from "@server/domain/refusals/refuse";
import { memberProcedure } from "@server/procedures/trpc";
import { isShownInPlace } from "./find-for-admin";
import { orderRecord } from "./order-view";

/** The receipt of the member's own submitted order. */
export const orderReceipt = memberProcedure
  .input(OrderNumberRef)
  .query(async ({ ctx, input }): Promise<Receipt> => {
    const { company, db } = ctx;
    const [found, user] = await Promise.all([
      findOwnOrder(db, company.id, ctx.actor.id, input.purchaseId),
      findOrderMember(db, company.id, ctx.actor.id),
    ]);
    if (!found || !user) throw refuse("ORDER_NOT_FOUND");
    const { order } = found;
    if (order.submittedAt === null) throw refuse("ORDER_NOT_SUBMITTED");
    const [account, proof, allocated, policy] = await Promise.all([
      order.beneficiaryId !== null && order.beneficiaryVersion !== null
        ? findBeneficiaryVersion(db, company.id, order.beneficiaryId, order.beneficiaryVersion)
        : undefined,
      order.proofMediaId ? findMedia(db, company.id, order.proofMediaId) : undefined,
      allocationsOfOrder(db, company.id, order.id),
      order.consentVersion ? findAgreedPolicy(db, company.id, order.consentVersion) : undefined,
    ]);
    const purchase = allocated.find(({ kind }) => kind === "PURCHASE");
    const checkpoint = purchase && (await firstCheckpointOver(db, company.id, purchase.sequence));
    return {
      transaction: orderRecord(order, user),
      company: {
        name: company.name,
        email: company.settings.supportEmail ?? company.email,
        mobile: company.settings.supportMobile ?? company.mobile,
        tokenName: company.tokenName,
        tokenSymbol: company.tokenSymbol,
      },
      paidTo: account ? paidTo(account, order.paymentMethod === "UPI") : null,
      proof: proof
        ? {
            url: mediaUrl(proof.id),
            contentType: proof.contentType,
            isImage: isShownInPlace(proof.contentType),
          }
        : null,
      transactionHash: purchase?.hash ?? null,
      checkpoint: checkpoint
        ? {
            number: checkpoint.number,
            size: checkpoint.size,
            root: checkpoint.root ?? "",
            leafIndex: purchase.sequence - 1,
          }
        : null,
      consent: order.consentedAt && {
        at: order.consentedAt.toISOString(),
        version: order.consentVersion,
        isKept: policy !== undefined,
      },
    };
  });

/** The account paid to, as the member saw it: a UPI payer was shown no bank details. */
function paidTo(account: BeneficiaryRow, isByUpi: boolean): Receipt["paidTo"] {
  if (isByUpi) {
    return {
      label: account.holderName ?? account.upi ?? "",
      accountNumber: null,
      upi: account.upi,
    };
  }
  return {
    label: [account.holderName, account.bankName].filter(Boolean).join(", ") || (account.upi ?? ""),
    accountNumber: account.accountNumber && maskAccountNumber(account.accountNumber),
    upi: account.upi,
  };
}
