import { Link } from "@remix-run/react";
import FileDown from "lucide-react/icons/file-down";
import { useTranslation } from "react-i18next";
import type { OrderStatus } from "@db/vocabulary";
import type { Receipt } from "@server/orders/contracts/orders";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";
import { StatusBadge } from "~/components/data/badge";
import { type Fact, FactList } from "~/components/data/fact-list";
import { useDates } from "~/components/data/use-dates";
import { paths, receiptPath, receiptProofPath } from "~/lib/paths";

/** The kind of an order's PDF, by its status; before the decision it is what was ordered. */
const DOWNLOADS: Partial<Record<OrderStatus, "pdf" | "letter">> = {
  APPROVED: "pdf",
  REVERSED: "pdf",
  REJECTED: "letter",
};

/** The facts of a submitted order, its files and the member's proof. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(["history", "history-page"]);
  const { transaction: paid } = receipt;
  const dates = useDates();
  const evidence = evidenceOf(receipt, t);
  return (
    <>
      <a
        className="button button-quiet justify-self-start"
        href={receiptPath(paid.orderNumber)}
        download
      >
        <FileDown />
        {t(`history-page:modal.${DOWNLOADS[paid.status] ?? "ordered"}`)}
      </a>
      <FactList facts={factsOf(receipt, t, dates)} />
      {receipt.proof && <Proof proof={receipt.proof} />}
      {evidence.some(([, value]) => value) && (
        <details className="more">
          <summary>{t("history-page:modal.check")}</summary>
          <FactList facts={evidence} />
          {receipt.checkpoint && (
            <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <a className="button button-quiet" href={receiptProofPath(paid.orderNumber)} download>
                <FileDown />
                {t("history-page:modal.ledgerProof")}
              </a>
              <Link className="link-out" to={paths.proof.root} target="_blank">
                {t("history-page:modal.howToCheck")}
              </Link>
            </p>
          )}
        </details>
      )}
    </>
  );
}

type Say = ReturnType<typeof useTranslation<["history", "history-page"]>>["t"];

const mono = (text: string | null) => text && <span className="mono break-all">{text}</span>;

function factsOf(receipt: Receipt, t: Say, dates: ReturnType<typeof useDates>): Fact[] {
  const { transaction: paid, company, paidTo } = receipt;
  const isSeen = paid.status === "APPROVED" || paid.status === "REVERSED";
  const tokens = (count: number) => `${formatQuantity(count)} ${company.tokenSymbol}`;
  const at = (instant: string | null) => instant && dates.moment(instant);
  return [
    [t("history-page:status"), <StatusBadge key="status" status={paid.status} />],
    [t("history-page:transactionId"), mono(paid.transactionId)],
    [t("method"), paid.paymentMethod && t(`methods.${paid.paymentMethod}`)],
    [t("history-page:modal.reference"), mono(paid.referenceNumber)],
    [t("history-page:modal.quantity"), tokens(paid.totalQuantity)],
    [t("history-page:modal.bonus"), paid.bonusTokens > 0 && tokens(paid.bonusTokens)],
    [
      t("history-page:modal.allTokens"),
      paid.bonusTokens > 0 && tokens(paid.totalQuantity + paid.bonusTokens),
    ],
    [t("history-page:modal.price"), formatPrice(paid.priceMicroRupees)],
    [t("history-page:amount"), formatRupees(paid.amountPaise)],
    [
      t("history-page:modal.fee", { percent: formatPercent(paid.feeBps) }),
      formatRupees(paid.feePaise),
    ],
    [t("total"), formatRupees(paid.finalAmountPaise)],
    [
      t(isSeen ? "history-page:modal.paidTo" : "history-page:modal.statedTo"),
      paidTo?.label ?? null,
    ],
    [t("history-page:modal.account"), mono(paidTo?.accountNumber ?? null)],
    [t("history-page:modal.upi"), paid.paymentMethod === "UPI" ? mono(paidTo?.upi ?? null) : null],
    [t("history-page:modal.submitted"), at(paid.submittedAt)],
    [t("history-page:modal.decided"), at(paid.decidedAt)],
    [t("history-page:modal.reason"), paid.rejectionReason],
    [t("history-page:modal.refundNote"), paid.refundNote],
    [t("history-page:modal.seller"), company.seller],
  ];
}

/** Lists the facts that anybody may check: the agreed policy, and the allocation in the ledger. */
function evidenceOf(receipt: Receipt, t: Say): Fact[] {
  return [
    [
      t("history-page:modal.consent"),
      receipt.consent && <Agreed key="consent" consent={receipt.consent} />,
    ],
    [t("history-page:modal.hash"), mono(receipt.transactionHash)],
    [t("history-page:modal.salt"), mono(receipt.termsSalt)],
    [
      t("history-page:modal.checkpoint"),
      receipt.checkpoint &&
        t("history-page:modal.checkpointText", {
          number: receipt.checkpoint.number,
          size: formatQuantity(receipt.checkpoint.size),
          entry: formatQuantity(receipt.checkpoint.leafIndex + 1),
        }),
    ],
  ];
}

/** Shows when and in which version the policy was agreed to; the version stays readable. */
function Agreed({ consent }: { consent: NonNullable<Receipt["consent"]> }) {
  const { t } = useTranslation(["history", "history-page"]);
  const dates = useDates();
  const { at, version, isKept } = consent;
  return (
    <>
      {dates.moment(at)}{" "}
      {version && isKept && (
        <Link className="link-out" to={`${paths.privacyPolicy}?version=${version}`} target="_blank">
          {t("history-page:modal.policy", { version: version.slice(0, 12) })}
        </Link>
      )}
    </>
  );
}

function Proof({ proof }: { proof: NonNullable<Receipt["proof"]> }) {
  const { t } = useTranslation(["history", "history-page"]);
  return (
    <figure className="grid justify-items-start gap-2">
      <figcaption className="label">{t("history-page:modal.proof")}</figcaption>
      {proof.isImage && (
        <img
          src={proof.url}
          alt={t("history-page:modal.proof")}
          className="max-h-60 max-w-full rounded-lg border border-line"
        />
      )}
      <a className="link-out" href={proof.url} download>
        {t("history-page:modal.download")}
      </a>
    </figure>
  );
}
