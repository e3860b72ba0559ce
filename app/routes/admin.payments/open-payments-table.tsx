import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OpenPayment } from "@server/contracts/payments";
import { formatDateTime } from "@server/domain/dates/dates";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import { type Column, DataTable } from "~/components/data/data-table";
import { FlagBadges } from "~/components/data/flag-badges";
import { memberPath, paths } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

/** The payments to settle, oldest first, each with its possible settlements. */
export function OpenPaymentsTable({
  payments,
  linkTo,
}: {
  payments: readonly OpenPayment[];
  linkTo: (change: Record<string, string | null>) => string;
}) {
  const { t } = useTranslation(["unapplied", "purchases"]);
  const maySettle = useMay()("payments.refund");
  const { t: th } = useTranslation("history");
  const columns: Column<OpenPayment>[] = [
    {
      label: t("columns.member"),
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
      label: t("columns.order"),
      cell: ({ orderNumber, orderQuantity, prices }) => (
        <>
          <span className="mono">{orderNumber}</span>
          {prices && <FlagBadges flags={["QUOTE_ENDED"]} />}
          <span className="hint block">
            {t("tokens", {
              count: orderQuantity,
              quantity: formatQuantity(orderQuantity),
            })}
          </span>
        </>
      ),
    },
    {
      label: t("columns.payment"),
      isWide: true,
      cell: ({ method, reference, sameReference }) => (
        <>
          {th(`methods.${method}`)}{" "}
          {reference && <span className="mono break-all">{reference}</span>}
          {sameReference.length > 0 && (
            <span className="hint block">
              {t("sameReference", { orders: sameReference.join(", ") })}
            </span>
          )}
        </>
      ),
    },
    {
      label: t("columns.open"),
      isNumber: true,
      cell: ({ openPaise, paidAmountPaise }) => (
        <>
          {formatRupees(openPaise)}
          {paidAmountPaise !== null && paidAmountPaise !== openPaise && (
            <span className="hint block">
              {t("reported", { amount: formatRupees(paidAmountPaise) })}
            </span>
          )}
        </>
      ),
    },
    { label: t("columns.reason"), cell: ({ because }) => reason(because) },
    {
      label: t("columns.at"),
      isShort: true,
      cell: ({ at }) => formatDateTime(new Date(at)),
    },
    {
      label: t("columns.proof"),
      cell: ({ proof, orderNumber }) =>
        proof && (
          <a
            className="link-out"
            href={proof.url}
            target="_blank"
            rel="noreferrer"
            aria-label={t("viewProof", { order: orderNumber })}
          >
            {t("purchases:view")}
          </a>
        ),
    },
    {
      label: t("columns.action"),
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
                {t("allocate")}
              </Link>
            )}
            <Link
              className="button button-quiet button-small grow"
              to={`${paths.admin.paymentOrder}?${kind === "CLAIM" ? "claim" : "credit"}=${id}`}
            >
              {t("order")}
            </Link>
            <Link
              className="button button-quiet button-small grow"
              to={linkTo({ refund: id })}
              preventScrollReset
            >
              {t("refund")}
            </Link>
            <Link
              className="button button-quiet button-small grow"
              to={linkTo({ dismiss: id })}
              preventScrollReset
            >
              {t("dismiss")}
            </Link>
          </span>
        ),
    },
  ];
  const reason = (because: OpenPayment["because"]) =>
    because === null ? t("credit") : t([`because.${because}`, "because.SUPPLY_GONE"] as never);
  return (
    <DataTable
      title={t("title")}
      isTitleHidden
      columns={columns}
      rows={payments}
      keyOf={({ id }) => id}
      empty={t("empty")}
    />
  );
}
