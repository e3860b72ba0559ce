import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type {
  MemberAllocation,
  MemberOrder,
  MemberReferral,
} from "@server/members/contracts/member-details";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { listedTokens } from "~/lib/orders/tokens-text";
import { useMethodName } from "~/lib/orders/use-method-name";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { DataTable } from "~/components/lists/data-table";
import { memberPath, purchasePath, recordPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

interface ListProps<Row> {
  rows: readonly Row[];
}

const dayOf = (row: { createdAt: string }) => dateInIndia(new Date(row.createdAt));

export function OrderList({ rows }: ListProps<MemberOrder>) {
  const { t } = useTranslation("users");
  const methodName = useMethodName();
  return (
    <DataTable
      title={t("page.orders")}
      rows={rows}
      empty={t("orders.empty")}
      columns={[
        {
          label: t("orders.number"),
          place: "title",
          cell: (row) => <OrderNumber {...row} />,
        },
        {
          label: t("orders.status"),
          place: "act",
          cell: (row) => (
            <span className="badges">
              <StatusBadge status={row.status} />
              <MissingBadge paise={row.missingPaise} />
            </span>
          ),
        },
        { label: t("orders.method"), cell: (row) => methodName(row.paymentMethod) },
        { label: t("orders.reference"), cell: (row) => row.referenceNumber ?? "--" },
        {
          label: t("orders.quantity"),
          cell: (row) => listedTokens(t, row),
          isNumber: true,
        },
        {
          label: t("orders.total"),
          place: "figure",
          cell: (row) => formatRupees(row.finalAmountPaise),
          isNumber: true,
        },
        { label: t("orders.date"), place: "detail", cell: dayOf, isShort: true },
      ]}
    />
  );
}

/** Links to an order on Manage Purchase; of one that was never submitted, to record its payment. */
function OrderNumber({ orderNumber, status }: Pick<MemberOrder, "orderNumber" | "status">) {
  const to = purchasePath(orderNumber, status);
  const { t } = useTranslation("users");
  const mayRecord = useMay()("payments.record");
  if (!to) {
    return (
      <>
        <span className="mono">{orderNumber}</span>
        {mayRecord && (
          <Link
            to={recordPath(orderNumber)}
            className="link-out block"
            aria-label={t("orders.recordFor", { order: orderNumber })}
          >
            {t("orders.record")}
          </Link>
        )}
      </>
    );
  }
  return (
    <Link to={to} className="link-out mono">
      {orderNumber}
    </Link>
  );
}

export function AllocationList({ rows }: ListProps<MemberAllocation>) {
  const { t } = useTranslation("users");
  return (
    <DataTable
      title={t("page.allocations")}
      rows={rows}
      keyOf={(row) => row.transactionHash}
      empty={t("allocations.empty")}
      columns={[
        {
          label: t("allocations.kind"),
          place: "title",
          cell: (row) => t(`allocations.kinds.${row.kind}`),
        },
        {
          label: t("allocations.from"),
          place: "detail",
          cell: (row) => <span className="mono">{row.buyerCode}</span>,
        },
        {
          label: t("allocations.quantity"),
          place: "figure",
          cell: (row) => formatQuantity(row.quantity),
          isNumber: true,
        },
        {
          label: t("allocations.hash"),
          place: "more",
          cell: (row) => <span className="mono break-all">{row.transactionHash}</span>,
        },
        { label: t("allocations.date"), place: "act", cell: dayOf, isShort: true },
      ]}
    />
  );
}

export function ReferralList({ rows }: ListProps<MemberReferral>) {
  const { t } = useTranslation("users");
  return (
    <DataTable
      title={t("page.referrals")}
      rows={rows}
      empty={t("referrals.empty")}
      columns={[
        {
          label: t("referrals.name"),
          place: "title",
          cell: (row) => (
            <Link to={memberPath(row.id)} className="link-out">
              {row.name}
            </Link>
          ),
        },
        {
          label: t("referrals.memberId"),
          place: "detail",
          cell: (row) => <span className="mono">{row.referralCode}</span>,
        },
        {
          label: t("referrals.approval"),
          place: "act",
          cell: (row) => (
            <span className={`badge ${row.isApproved ? "badge-success" : "badge-warning"}`}>
              {t(row.isApproved ? "verified" : "waiting")}
            </span>
          ),
        },
        {
          label: t("referrals.rewarded"),
          place: "figure",
          cell: (row) => formatQuantity(row.rewarded),
          isNumber: true,
        },
        { label: t("referrals.date"), cell: dayOf, isShort: true },
      ]}
    />
  );
}
