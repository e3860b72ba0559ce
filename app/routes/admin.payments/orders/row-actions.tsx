import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { WaitingApproval } from "./waiting-approval";
import { StatusBadge } from "~/components/data/badge";
import { useMay } from "~/lib/use-may";
import type { Row } from "./order-columns";
import type { Decided } from "./use-order-updates";

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
    <span className="row-actions flex flex-wrap justify-end gap-2">
      <WaitingApproval approval={row.waitingApproval} />
      <Link
        className="button button-small grow"
        to={linkTo({ approve: row.id, reject: null })}
        preventScrollReset
      >
        {t("approve")}
      </Link>
      <Link
        className="button button-quiet button-small grow"
        to={linkTo({ reject: row.id, approve: null })}
        preventScrollReset
      >
        {t("reject")}
      </Link>
    </span>
  );
}
