import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { WaitingApproval } from "../decide/waiting-approval";
import { StatusBadge } from "~/components/data/badge";
import { useMay } from "~/lib/use-may";
import type { Row } from "./order-columns";
import type { Decided } from "../order/use-order-updates";

/** The actions of a request, or the decision another admin has just made. */
export function RowActions({
  row,
  decided,
  linkTo,
}: {
  row: Row;
  decided: Decided | undefined;
  linkTo: (change: Record<string, string | null>) => string;
}) {
  const { t } = useTranslation("purchases");
  const may = useMay();
  if (decided) {
    return (
      <span className="grid justify-items-end gap-1">
        <StatusBadge status={decided.status} />
        <span className="hint">{decided.decidedBy ?? t("someone")}</span>
      </span>
    );
  }
  if (!may("orders.approve")) {
    return (
      <Link
        className="button button-quiet button-small"
        to={linkTo({ view: row.id })}
        preventScrollReset
      >
        {t("view")}
      </Link>
    );
  }
  return (
    <span className="row-actions">
      <RowFacts row={row} />
      <WaitingApproval approval={row.waitingApproval} />
      <Link
        className="button button-small"
        to={linkTo({ approve: row.id, reject: null })}
        preventScrollReset
      >
        {t("approve")}
      </Link>
      <Link
        className="button button-quiet button-small"
        to={linkTo({ reject: row.id, approve: null })}
        preventScrollReset
      >
        {t("reject")}
      </Link>
    </span>
  );
}

/** On a phone the order's number and the bank's entry, of which the columns have no room there. */
export const RowFacts = ({ row: { orderNumber, bank } }: { row: Row }) => (
  <span className="phone-only hint min-w-0 grow text-start">
    <span className="mono">{orderNumber}</span>
    {bank !== "" && <span className="block">{bank}</span>}
  </span>
);
