import { Link } from "@remix-run/react";
import FileDown from "lucide-react/icons/file-down";
import { useTranslation } from "react-i18next";
import type { Receipt } from "@server/orders/contracts/orders";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";
import { StatusBadge } from "~/components/data/badge";
import { type Fact, FactList } from "~/components/data/fact-list";
import { paths, receiptPath, receiptProofPath } from "~/lib/paths";

/** The facts of a submitted order, its files and the member's proof. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(["history", "historyPage"]);
  const { transaction: paid } = receipt;
  return (
    <>
      <FactList facts={factsOf(receipt, t)} />
      <a
        className="button button-quiet justify-self-start"
        href={receiptPath(paid.orderNumber)}
        download
      >
        <FileDown />
        {t(paid.status === "REJECTED" ? "historyPage:modal.letter" : "historyPage:modal.pdf")}
      </a>
      {receipt.checkpoint && (
        <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <a className="button button-quiet" href={receiptProofPath(paid.orderNumber)} download>
            <FileDown />
            {t("historyPage:modal.ledgerProof")}
          </a>
          <Link className="link-out" to={paths.proof.root} target="_blank">
            {t("historyPage:modal.howToCheck")}
          </Link>
        </p>
      )}
      {receipt.proof && <Proof proof={receipt.proof} />}
    </>
  );
}

type Say = ReturnType<typeof useTranslation<["history", "historyPage"]>>["t"];

function factsOf(receipt: Receipt, t: Say): Fact[] {
  const { transaction: paid, company, paidTo } = receipt;
  const isSeen = paid.status === "APPROVED" || paid.status === "REVERSED";
  const mono = (text: string | null) => text && <span className="mono break-all">{text}</span>;
  const at = (instant: string | null) => instant && formatDateTime(new Date(instant));
  return [
    [t("historyPage:status"), <StatusBadge key="status" status={paid.status} />],
    [t("historyPage:transactionId"), mono(paid.transactionId)],
    [t("method"), paid.paymentMethod && t(`methods.${paid.paymentMethod}`)],
    [t("historyPage:modal.reference"), mono(paid.referenceNumber)],
    [
      t("historyPage:modal.quantity"),
      `${formatQuantity(paid.totalQuantity)} ${company.tokenSymbol}`,
    ],
    [
      t("historyPage:modal.bonus"),
      paid.bonusTokens > 0 && `${formatQuantity(paid.bonusTokens)} ${company.tokenSymbol}`,
    ],
    [t("historyPage:modal.price"), formatPrice(paid.priceMicroRupees)],
    [t("historyPage:amount"), formatRupees(paid.amountPaise)],
    [
      t("historyPage:modal.fee", { percent: formatPercent(paid.feeBps) }),
      formatRupees(paid.feePaise),
    ],
    [t("total"), formatRupees(paid.finalAmountPaise)],
    [t(isSeen ? "historyPage:modal.paidTo" : "historyPage:modal.statedTo"), paidTo?.label ?? null],
    [t("historyPage:modal.account"), mono(paidTo?.accountNumber ?? null)],
    [t("historyPage:modal.upi"), paid.paymentMethod === "UPI" ? mono(paidTo?.upi ?? null) : null],
    [t("historyPage:modal.submitted"), at(paid.submittedAt)],
    [t("historyPage:modal.decided"), at(paid.decidedAt)],
    [t("historyPage:modal.reason"), paid.rejectionReason],
    [t("historyPage:modal.refundNote"), paid.refundNote],
    [
      t("historyPage:modal.consent"),
      receipt.consent && <Agreed key="consent" consent={receipt.consent} />,
    ],
    [t("historyPage:modal.hash"), mono(receipt.transactionHash)],
    [t("historyPage:modal.salt"), mono(receipt.termsSalt)],
    [
      t("historyPage:modal.checkpoint"),
      receipt.checkpoint &&
        t("historyPage:modal.checkpointText", {
          number: receipt.checkpoint.number,
          size: formatQuantity(receipt.checkpoint.size),
          leaf: receipt.checkpoint.leafIndex,
        }),
    ],
  ];
}

/** Shows when and in which version the policy was agreed to; the version stays readable. */
function Agreed({ consent }: { consent: NonNullable<Receipt["consent"]> }) {
  const { t } = useTranslation(["history", "historyPage"]);
  const { at, version, isKept } = consent;
  return (
    <>
      {formatDateTime(new Date(at))}{" "}
      {version && isKept && (
        <Link className="link-out" to={`${paths.privacyPolicy}?version=${version}`} target="_blank">
          {t("historyPage:modal.policy", { version: version.slice(0, 12) })}
        </Link>
      )}
    </>
  );
}

function Proof({ proof }: { proof: NonNullable<Receipt["proof"]> }) {
  const { t } = useTranslation(["history", "historyPage"]);
  return (
    <figure className="grid justify-items-start gap-2">
      <figcaption className="label">{t("historyPage:modal.proof")}</figcaption>
      {proof.isImage && (
        <img
          src={proof.url}
          alt={t("historyPage:modal.proof")}
          className="max-h-96 max-w-full rounded-lg border border-line"
        />
      )}
      <a className="link-out" href={proof.url} download>
        {t("historyPage:modal.download")}
      </a>
    </figure>
  );
}
