import { Link, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ListedOrder } from "@server/contracts/orders";
import { formatDateTime } from "@server/domain/dates/dates";
import { formatRupees } from "@server/domain/money/format";
import { StatusBadge } from "~/components/data/badge";
import { FlagBadges } from "~/components/data/flag-badges";
import { searchWith } from "~/lib/list-query";
import { orderShown } from "./split-address";

interface Props {
  records: readonly ListedOrder[];
  /** The first row's number in the complete list. */
  first: number;
  /** The payment that is shown. */
  current: string | null;
}

/** The list's page in short rows; each leads to its payment. */
export function OrderList({ records, first, current }: Props) {
  const { t } = useTranslation("review");
  const [params] = useSearchParams();
  const list = useInSight(current);
  if (records.length === 0) return <p className="p-4 text-muted">{t("common:noData")}</p>;
  return (
    <ol className="split-rows" start={first} ref={list}>
      {records.map((row) => (
        <li key={row.id}>
          <Link
            to={searchWith(params, orderShown(row.id))}
            className="split-row"
            aria-current={row.id === current ? "true" : undefined}
            preventScrollReset
          >
            <span className="split-name">{row.user.name}</span>
            <span className="tabular">{formatRupees(row.finalAmountPaise)}</span>
            <span className="hint">
              <span className="mono">{row.orderNumber}</span> {row.paymentMethod}
            </span>
            <time className="hint tabular" dateTime={row.submittedAt ?? row.createdAt}>
              {formatDateTime(new Date(row.submittedAt ?? row.createdAt))}
            </time>
            {(row.flags.length > 0 || row.status !== "PENDING") && (
              <span className="badges split-badges">
                {row.status !== "PENDING" && <StatusBadge status={row.status} />}
                <FlagBadges flags={row.flags} />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls the list, and only the list, so that the row of the payment that is shown stays in sight. */
function useInSight(current: string | null) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const frame = list.current;
    const row = frame?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (!frame || !row) return;
    const above = row.offsetTop - frame.scrollTop;
    const below = above + row.offsetHeight - frame.clientHeight;
    if (above < 0) frame.scrollTop += above;
    else if (below > 0) frame.scrollTop += below;
  }, [current]);
  return list;
}
