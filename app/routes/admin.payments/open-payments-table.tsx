import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OpenPayment } from "@server/contracts/payments";
import { formatDateTime } from "@server/domain/dates/dates";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import { type Column, DataTable } from "~/components/data/data-table";
import { FlagBadges } from "~/components/data/flag-badges";
import { memberPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

/** The payments to settle, oldest first, each with its possible settlements. */
export function OpenPaymentsTable({
  payments,
  linkTo,
}: {
  payments: readonly OpenPayment[];
  linkTo: (change: Record<string, string | null>) => string;
}) {
  const { t } = useTranslation("purchases");
  const maySettle = useMay()("payments.refund");
  const { t: th } = useTranslation("history");
  const columns: Column<OpenPayment>[] = [
    {
      label: t("unapplied.columns.member"),
      cell: ({ member }) => (
        <>
          <Link className="link-out" to={memberPath(member.id)}>
            {member.name}
          </Link>
          <span className="hint block">{member.referralCode}</span>
        </>
      ),
    },
    {
      label: t("unapplied.columns.order"),
      cell: ({ orderNumber, orderQuantity, prices }) => (
        <>
          <span className="mono">{orderNumber}</span>
          {prices && <FlagBadges flags={["QUOTE_ENDED"]} />}
          <span className="hint block">
            {t("unapplied.tokens", {
              count: orderQuantity,
              quantity: formatQuantity(orderQuantity),
            })}
          </span>
        </>
      ),
    },
    {
      label: t("unapplied.columns.payment"),
      isWide: true,
      cell: ({ method, reference, sameReference }) => (
        <>
          {th(`methods.${method}`)}{" "}
          {reference && <span className="mono break-all">{reference}</span>}
          {sameReference.length > 0 && (
            <span className="hint block">
              {t("unapplied.sameReference", { orders: sameReference.join(", ") })}
            </span>
          )}
        </>
      ),
    },
    {
      label: t("unapplied.columns.open"),
      isNumber: true,
      cell: ({ openPaise, paidAmountPaise }) => (
        <>
          {formatRupees(openPaise)}
          {paidAmountPaise !== null && paidAmountPaise !== openPaise && (
            <span className="hint block">
              {t("unapplied.reported", { amount: formatRupees(paidAmountPaise) })}
            </span>
          )}
        </>
      ),
    },
    { label: t("unapplied.columns.reason"), cell: ({ because }) => reason(because) },
    {
      label: t("unapplied.columns.at"),
      isShort: true,
      cell: ({ at }) => formatDateTime(new Date(at)),
    },
    {
      label: t("unapplied.columns.proof"),
      cell: ({ proof, orderNumber }) =>
        proof && (
          <a
            className="link-out"
            href={proof.url}
            target="_blank"
            rel="noreferrer"
            aria-label={t("unapplied.viewProof", { order: orderNumber })}
          >
            {t("view")}
          </a>
        ),
    },
    {
      label: t("unapplied.columns.action"),
      isAction: true,
      cell: ({ id, kind }) =>
        maySettle && (
          <span className="flex flex-wrap justify-end gap-2">
            {kind === "CLAIM" && (
              <Link
                className="button button-small grow"
                to={linkTo({ allocate: id })}
                preventScrollReset
              >
                {t("unapplied.allocate")}
              </Link>
            )}
            <Link
              className="button button-quiet button-small grow"
              to={linkTo({ refund: id })}
              preventScrollReset
            >
              {t("unapplied.refund")}
            </Link>
            <Link
              className="button button-quiet button-small grow"
              to={linkTo({ dismiss: id })}
              preventScrollReset
            >
              {t("unapplied.dismiss")}
            </Link>
          </span>
        ),
    },
  ];
  const reason = (because: OpenPayment["because"]) =>
    because === null
      ? t("unapplied.credit")
      : t([`unapplied.because.${because}`, "unapplied.because.SUPPLY_GONE"] as never);
  return (
    <DataTable
      title={t("unapplied.title")}
      isTitleHidden
      columns={columns}
      rows={payments}
      keyOf={({ id }) => id}
      empty={t("unapplied.empty")}
    />
  );
}
