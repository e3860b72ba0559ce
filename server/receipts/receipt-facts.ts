import { type Language, SUBMITTED_STATUSES } from "@db/vocabulary";
import type { Receipt } from "@server/contracts/orders";
import { formatDateTime } from "@server/domain/dates/india";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/domain/money/format";
import { receipt as english } from "@server/words/en/receipt";
import { receipt as hindi } from "@server/words/hi/receipt";

/** What a printed receipt says, in order, in the reader's language. */
export interface ReceiptFacts {
  title: string;
  status: string;
  /** Shown above the facts where the payment is not, or no longer, good. */
  warning: string | null;
  facts: [label: string, value: string][];
  /** The sums, the last of which is the total. */
  sums: [label: string, value: string][];
  hash: [label: string, value: string] | null;
  issued: string;
  times: string;
}

const filled = (text: string, params: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => params[name] ?? place);

/** Pure: the receipt as words and sums. */
export function receiptFacts(receipt: Receipt, language: Language): ReceiptFacts {
  const words = language === "hi" ? hindi : english;
  const { transaction: paid, company, paidTo, consent } = receipt;
  // Only what was submitted has a receipt.
  const status = SUBMITTED_STATUSES.find((one) => one === paid.status) ?? "PENDING";
  const at = (instant: string | null) => (instant ? formatDateTime(new Date(instant)) : null);
  const warnings = {
    PENDING: filled(words.pending, { company: company.name }),
    REJECTED: words.rejected,
    REVERSED: words.reversed,
    APPROVED: null,
  };
  const facts: [string, string | null][] = [
    [words.order, paid.orderNumber],
    [words.member, paid.user.name],
    [words.memberId, paid.user.referralCode],
    [words.submitted, at(paid.submittedAt)],
    [words.decided, at(paid.decidedAt)],
    [words.method, paid.paymentMethod && words.methods[paid.paymentMethod]],
    [words.reference, paid.referenceNumber],
    [words.paidTo, paidTo?.label ?? null],
    [words.account, paidTo?.accountNumber ?? null],
    [words.upi, paidTo?.accountNumber ? null : (paidTo?.upi ?? null)],
    [words.reason, paid.rejectionReason],
    [words.refundNote, paid.refundNote],
    [
      words.consent,
      consent &&
        filled(words.consentText, {
          when: at(consent.at) ?? "",
          version: consent.version?.slice(0, 12) ?? "–",
        }),
    ],
  ];
  return {
    title: words.title,
    status: words.status[status],
    warning: warnings[status],
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
    sums: [
      [words.quantity, `${formatQuantity(paid.totalQuantity)} ${company.tokenSymbol}`],
      [words.price, formatPrice(paid.priceMicroRupees)],
      [words.amount, formatRupees(paid.amountPaise)],
      [filled(words.fee, { percent: formatPercent(paid.feeBps) }), formatRupees(paid.feePaise)],
      [words.total, formatRupees(paid.finalAmountPaise)],
    ],
    hash: receipt.transactionHash ? [words.hash, receipt.transactionHash] : null,
    issued: filled(words.issued, {
      company: company.name,
      email: company.email,
      mobile: company.mobile,
    }),
    times: words.times,
  };
}
