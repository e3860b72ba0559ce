import { type Language, SUBMITTED_STATUSES } from "@db/vocabulary";
import type { Receipt } from "@server/orders/contracts/orders";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";
import { translatorOf, unlockSentence } from "@server/platform";

/** Tells whether the paper is a letter: a rejected payment has no receipt. */
const isLetter = ({ transaction }: Receipt): boolean => transaction.status === "REJECTED";

/** The file name of the paper, without its ending. */
export const paperName = (receipt: Receipt): string =>
  `${isLetter(receipt) ? "letter" : "receipt"}-${receipt.transaction.orderNumber}`;

/** The contents of a printed receipt, in order, in the reader's language. */
export interface ReceiptContent {
  title: string;
  status: string;
  /** Printed at the top if the payment is not, or no longer, valid. */
  warning: string | null;
  facts: [label: string, value: string][];
  /** Sums of the order; the last one is the total. */
  sums: [label: string, value: string][];
  hash: [label: string, value: string] | null;
  /** Salt of the order's terms, for the reward of its referrer; null without one. */
  salt: [label: string, value: string] | null;
  /** The checkpoint that covers the allocation; null until it is sealed. */
  checkpoint: [label: string, value: string] | null;
  issued: string;
  times: string;
}

/** Returns the receipt as texts and sums. Pure. */
export function receiptContent(receipt: Receipt, language: Language): ReceiptContent {
  const t = translatorOf(language).getFixedT(language, "receipt");
  const { transaction: paid, company, paidTo, consent } = receipt;
  // Only submitted orders have a receipt.
  const status = SUBMITTED_STATUSES.find((one) => one === paid.status) ?? "PENDING";
  const at = (instant: string | null) => (instant ? formatDateTime(new Date(instant)) : null);
  const warnings = {
    PENDING: t("pending", { company: company.name }),
    REJECTED: t("rejected", { company: company.name }),
    REVERSED: t("reversed"),
    APPROVED: null,
  };
  // Before the approval only the member states where the money went.
  const isSeen = status === "APPROVED" || status === "REVERSED";
  const facts: [string, string | null][] = [
    [t("order"), paid.orderNumber],
    [t("member"), paid.user.name],
    [t("memberId"), paid.user.referralCode],
    [t("submitted"), at(paid.submittedAt)],
    [t("decided"), at(status === "PENDING" ? null : paid.decidedAt)],
    [t("method"), paid.paymentMethod && t(`methods.${paid.paymentMethod}`)],
    [t("reference"), paid.referenceNumber],
    [t(isSeen ? "paidTo" : "statedTo"), paidTo?.label ?? null],
    [t("account"), paidTo?.accountNumber ?? null],
    [t("upi"), paidTo?.accountNumber ? null : (paidTo?.upi ?? null)],
    [
      t("arrived"),
      paid.missingPaise === null
        ? null
        : t("arrivedOf", {
            received: formatRupees(paid.finalAmountPaise - paid.missingPaise),
            total: formatRupees(paid.finalAmountPaise),
          }),
    ],
    [
      t("restTold"),
      paid.missingPaise === null || paid.toldPaise === null ? null : formatRupees(paid.toldPaise),
    ],
    [
      t("unlock"),
      company.unlockPlans && !isLetter(receipt) && status !== "REVERSED"
        ? unlockSentence(language, company.unlockPlans)
        : null,
    ],
    [t("reason"), paid.rejectionReason],
    [t("refundNote"), paid.refundNote],
    [
      t("consent"),
      consent &&
        t("consentText", {
          when: at(consent.at) ?? "",
          version: consent.version?.slice(0, 12) ?? "–",
        }),
    ],
  ];
  const tokens = (count: number) => `${formatQuantity(count)} ${company.tokenSymbol}`;
  const withBonus: [string, string][] = [
    [t("bonus"), tokens(paid.bonusTokens)],
    [t("allTokens"), tokens(paid.totalQuantity + paid.bonusTokens)],
  ];
  return {
    title: t(isLetter(receipt) ? "letter" : "title"),
    status: t(`status.${status}`),
    warning: warnings[status],
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
    sums: [
      [t("quantity"), tokens(paid.totalQuantity)],
      ...(paid.bonusTokens > 0 && !isLetter(receipt) ? withBonus : []),
      [t("price"), formatPrice(paid.priceMicroRupees)],
      [t("amount"), formatRupees(paid.amountPaise)],
      [t("fee", { percent: formatPercent(paid.feeBps) }), formatRupees(paid.feePaise)],
      [t("total"), formatRupees(paid.finalAmountPaise)],
    ],
    checkpoint: receipt.checkpoint && [
      t("checkpoint", {
        number: receipt.checkpoint.number,
        size: formatQuantity(receipt.checkpoint.size),
        leaf: receipt.checkpoint.leafIndex,
      }),
      receipt.checkpoint.root,
    ],
    hash: receipt.transactionHash ? [t("hash"), receipt.transactionHash] : null,
    salt: receipt.termsSalt === null ? null : [t("salt"), receipt.termsSalt],
    issued: t("issued", {
      company: company.seller,
      email: company.email,
      mobile: company.mobile,
    }),
    times: t("times"),
  };
}
