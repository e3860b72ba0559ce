import { contactOf, sellerLine } from "@server/sites/rules/contact";
import type { BeneficiaryRow } from "@server/companies";
import { findReceipt } from "@server/orders/queries/receipts";
import { mediaUrl } from "@server/media/contracts/media";
import { OrderNumberRef, type Receipt } from "@server/orders/contracts/orders";
import { maskAccountNumber } from "@server/platform/rules/people/masking";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { lastingMemberProcedure } from "@server/access";
import { isShownInPlace } from "./find-for-admin";
import { orderRecord } from "./order-view";

/** Returns the receipt of the member's own submitted order. */
export const orderReceipt = lastingMemberProcedure
  .input(OrderNumberRef)
  .query(async ({ ctx, input }): Promise<Receipt> => {
    const { company, db } = ctx;
    const found = await findReceipt(db, company.id, ctx.actor.id, input.purchaseId);
    if (!found) throw refuse("ORDER_NOT_FOUND");
    const { order, user, account, proof, purchase, checkpoint, policy } = found;
    if (order.submittedAt === null) throw refuse("ORDER_NOT_SUBMITTED");
    return {
      transaction: orderRecord(order, user),
      company: {
        name: company.name,
        ...contactOf(company),
        tokenName: company.tokenName,
        tokenSymbol: company.tokenSymbol,
        unlockPlans: company.unlockPlans,
        seller: sellerLine({ name: company.name, ...company.settings }),
      },
      // A manual payment went to no account, though the order names the one that was shown.
      paidTo:
        account && order.paymentMethod !== "MANUAL"
          ? paidTo(account, order.paymentMethod === "UPI")
          : null,
      proof: proof
        ? {
            url: mediaUrl(proof.id),
            contentType: proof.contentType,
            isImage: isShownInPlace(proof.contentType),
          }
        : null,
      transactionHash: purchase?.hash ?? null,
      termsSalt: purchase && order.referrerId !== null ? order.termsSalt : null,
      checkpoint:
        purchase && checkpoint
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
        isKept: policy !== null,
      },
    };
  });

/** Returns the account paid to, as the member saw it: a UPI payer was shown no bank details. */
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
