import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { SortedOrder } from "@server/orders/contracts/order-lists";
import { isOwnApproval, WaitingApproval } from "../decide/waiting-approval";
import { StatusBadge } from "~/components/data/badge";
import { useMay } from "~/lib/use-may";
import type { Decided } from "../order/use-order-updates";
import { useDates } from "~/components/data/use-dates";
import { shortMatchOf } from "./order-columns";

/** The actions of a request, or the decision another admin has just made. */
export function RowActions({
  row,
  decided,
  linkTo,
}: {
  row: SortedOrder;
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
      <span className="row-actions">
        <RowFacts row={row} />
        <Link
          className="button button-quiet button-small"
          to={linkTo({ view: row.id })}
          preventScrollReset
        >
          {t("view")}
        </Link>
      </span>
    );
  }
  return (
    <span className="row-actions">
      <RowFacts row={row} />
      <WaitingApproval approval={row.waitingApproval} />
      {!isOwnApproval(row) && (
        <Link
          className="button button-quiet button-small"
          to={linkTo({ approve: row.id, reject: null })}
          preventScrollReset
        >
          {t("approve")}
        </Link>
      )}
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
export function RowFacts({ row }: { row: SortedOrder }) {
  const dates = useDates();
  return (
    <span className="phone-only hint min-w-0 grow text-start">
      <span className="mono">{row.orderNumber}</span>
      {row.line && <span className="block">{shortMatchOf(row, dates.day)}</span>}
    </span>
  );
}
