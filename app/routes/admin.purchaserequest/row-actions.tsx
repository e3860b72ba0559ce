import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/data/badge";
import type { Row } from "./purchase-columns";
import type { Decided } from "./use-states";

/** What one may do with a request, or what somebody has just done. */
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
  if (decided) {
    return (
      <span className="grid justify-items-end gap-1">
        <StatusBadge status={decided.status} />
        <span className="hint">{decided.decidedBy ?? t("someone")}</span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap justify-end gap-2">
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
