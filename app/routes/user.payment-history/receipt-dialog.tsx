import { Link, useSearchParams } from "@remix-run/react";
import FileDown from "lucide-react/icons/file-down";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Receipt } from "@server/contracts/orders";
import { formatDateTime } from "@server/domain/dates/dates";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
  rupeesText,
} from "@server/domain/money/format";
import { RiskNotice } from "~/components/brand/risk-notice";
import { StatusBadge } from "~/components/data/badge";
import { AddressedDialog } from "~/components/layout/dialog";
import { searchWith } from "~/lib/list-query";
import { paths, paymentPath, receiptPath, receiptProofPath } from "~/lib/paths";

/** The receipt of a payment with its proof; its URL is the page's with `?receipt=`. */
export function ReceiptDialog({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation("history");
  const [params] = useSearchParams();
  const { transaction: paid, company } = receipt;
  return (
    <AddressedDialog title={t("modal.title")} closeTo={searchWith(params, { receipt: null })}>
      <div className="grid gap-5">
        <dl className="facts tabular">
          {factsOf(receipt, t).map(
            ([label, value]) =>
              value !== null &&
              value !== "" && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <a
          className="button button-quiet justify-self-start"
          href={receiptPath(paid.orderNumber)}
          download
        >
          <FileDown size={20} aria-hidden />
          {t("modal.pdf")}
        </a>
        {receipt.checkpoint && (
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <a className="button button-quiet" href={receiptProofPath(paid.orderNumber)} download>
              <FileDown size={20} aria-hidden />
              {t("modal.ledgerProof")}
            </a>
            <Link className="link-out" to={paths.proof.root} target="_blank">
              {t("modal.howToCheck")}
            </Link>
          </p>
        )}
        {receipt.proof && <Proof proof={receipt.proof} />}
        {paid.status === "REJECTED" && (
          <Link className="button" to={paymentPath(paid.orderNumber, rupeesText(paid.amountPaise))}>
            {t("submitAgain")}
          </Link>
        )}
        <p className="hint break-words">{t("modal.by", company)}</p>
        <RiskNotice />
      </div>
    </AddressedDialog>
  );
}

type Say = ReturnType<typeof useTranslation<"history">>["t"];

function factsOf(receipt: Receipt, t: Say): [label: string, value: ReactNode][] {
  const { transaction: paid, company, paidTo } = receipt;
  const mono = (text: string | null) => text && <span className="mono break-all">{text}</span>;
  const at = (instant: string | null) => instant && formatDateTime(new Date(instant));
  return [
    [t("status"), <StatusBadge key="status" status={paid.status} />],
    [t("transactionId"), mono(paid.transactionId)],
    [t("method"), paid.paymentMethod && t(`methods.${paid.paymentMethod}`)],
    [t("modal.reference"), mono(paid.referenceNumber)],
    [t("modal.quantity"), `${formatQuantity(paid.totalQuantity)} ${company.tokenSymbol}`],
    [t("modal.price"), formatPrice(paid.priceMicroRupees)],
    [t("amount"), formatRupees(paid.amountPaise)],
    [t("modal.fee", { percent: formatPercent(paid.feeBps) }), formatRupees(paid.feePaise)],
    [t("modal.total"), formatRupees(paid.finalAmountPaise)],
    [t("modal.paidTo"), paidTo?.label ?? null],
    [t("modal.account"), mono(paidTo?.accountNumber ?? null)],
    [t("modal.upi"), paid.paymentMethod === "UPI" ? mono(paidTo?.upi ?? null) : null],
    [t("modal.submitted"), at(paid.submittedAt)],
    [t("modal.decided"), at(paid.decidedAt)],
    [t("modal.reason"), paid.rejectionReason],
    [t("modal.refundNote"), paid.refundNote],
    [t("modal.consent"), receipt.consent && <Agreed key="consent" consent={receipt.consent} />],
    [t("modal.hash"), mono(receipt.transactionHash)],
    [
      t("modal.checkpoint"),
      receipt.checkpoint &&
        t("modal.checkpointText", {
          number: receipt.checkpoint.number,
          size: formatQuantity(receipt.checkpoint.size),
          leaf: receipt.checkpoint.leafIndex,
        }),
    ],
  ];
}

/** When and in which version the policy was agreed to; the version stays readable. */
function Agreed({ consent }: { consent: NonNullable<Receipt["consent"]> }) {
  const { t } = useTranslation("history");
  const { at, version, isKept } = consent;
  return (
    <>
      {formatDateTime(new Date(at))}{" "}
      {version && isKept && (
        <Link className="link-out" to={`${paths.privacyPolicy}?version=${version}`} target="_blank">
          {t("modal.policy", { version: version.slice(0, 12) })}
        </Link>
      )}
    </>
  );
}

function Proof({ proof }: { proof: NonNullable<Receipt["proof"]> }) {
  const { t } = useTranslation("history");
  return (
    <figure className="grid justify-items-start gap-2">
      <figcaption className="label">{t("modal.proof")}</figcaption>
      {proof.isImage && (
        <img
          src={proof.url}
          alt={t("modal.proof")}
          className="max-h-96 max-w-full rounded-lg border border-line"
        />
      )}
      <a className="link-out" href={proof.url} download>
        {t("modal.download")}
      </a>
    </figure>
  );
}
