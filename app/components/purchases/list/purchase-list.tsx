import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import Keyboard from "lucide-react/icons/keyboard";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { ExportLink } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { DecisionDialog } from "../decide/decision-dialog";
import { FoundElsewhere } from "./found-elsewhere";
import { KeysHelp } from "./keys-help";
import { ListFilters, NewOrdersLink } from "./list-filters";
import type { loadOrders } from "./load-orders.server";
import { filterOf, NO_DIALOG } from "./order-list-address";
import { RequestsTable } from "./requests-table";
import { type OrderUpdates, useOrderUpdates } from "../order/use-order-updates";
import { DataTable } from "~/components/lists/data-table";
import { StatusBadge } from "~/components/data/badge";
import type { SortedOrder } from "@server/orders/contracts/order-lists";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ListTools } from "~/components/lists/list-tools";
import { useOrderColumns } from "./order-columns";
import { RowFacts } from "./row-actions";

/** The links beside a list's heading: the other view, the CSV file and the keys. */
export function ListActions() {
  const { isHistory, list, total } = useLoaderData<typeof loadOrders>();
  const [params] = useSearchParams();
  const { t } = useTranslation(["purchases", "order-list"]);
  const may = useMay();
  const oneByOne = { ...NO_DIALOG, tab: isHistory ? "decided" : "decide", form: null };
  return (
    <span className="flex flex-wrap gap-2">
      <Link
        className="button button-quiet button-small"
        to={paths.admin.payments + searchWith(params, oneByOne)}
      >
        {t("split")}
      </Link>
      {may("exports.orders") && (
        <ExportLink
          to={paths.admin.exports.purchases}
          {...(isHistory && {
            label: t(`order-list:download.${list.status}`, { shown: formatQuantity(total) }),
          })}
        />
      )}
      {!isHistory && may("orders.approve") && (
        <Link
          className="button button-quiet button-small max-sm:hidden [@media(hover:none)]:hidden"
          to={searchWith(params, { keys: "1" })}
          preventScrollReset
        >
          <Keyboard />
          {t("keys.button")}
        </Link>
      )}
    </span>
  );
}

/** Purchases that wait, or decided ones, with their search, filters and dialogs. */
export function PurchaseList({ children }: { children?: ReactNode }) {
  const {
    list,
    records: rows,
    lastPage,
    isHistory,
    asOf,
    elsewhere,
  } = useLoaderData<typeof loadOrders>();
  const [params] = useSearchParams();
  const linkTo = (change: Record<string, string | null>) => searchWith(params, change);
  const { decided, arrived } = useOrderUpdates(
    isHistory ? null : { ids: rows.map(({ id }) => id), asOf, filter: filterOf(params) },
  );
  const table = { rows, linkTo };
  return (
    <>
      <ListFilters isHistory={isHistory} list={list}>
        {children}
      </ListFilters>
      <Tools />
      {!isHistory && (
        <NewOrdersLink
          count={arrived}
          showTo={linkTo({ ...NO_DIALOG, page: "1", sort: "-date" })}
        />
      )}
      {isHistory ? <HistoryTable {...table} /> : <RequestsTable {...table} decided={decided} />}
      <FoundElsewhere found={elsewhere} />
      <Pager
        page={list.page}
        lastPage={lastPage}
        shape={ADMIN_PAGER}
        name={isHistory ? "historyPage" : "page"}
      />
      <OpenDialog decided={decided} />
    </>
  );
}

/** Parameters of a dialog or a page, which another list does not keep. */
const LEFT_OUT = ["page", "historyPage", "total", ...Object.keys(NO_DIALOG)];

function Tools() {
  const { total, sumPaise, isSorted, isHistory } = useLoaderData<typeof loadOrders>();
  const [params] = useSearchParams();
  const { t } = useTranslation("order-list");
  const counted = t("total", { count: total, shown: formatQuantity(total) });
  const totals =
    sumPaise === null ? (
      <>
        {counted}{" "}
        <a className="link-out" href={searchWith(params, { total: "all" })}>
          {t("addUp")}
        </a>
      </>
    ) : (
      `${counted} · ${t("sum", { sum: formatRupees(sumPaise) })}`
    );
  return (
    <ListTools
      totals={totals}
      isSorted={isSorted}
      leftOut={LEFT_OUT}
      pageName={isHistory ? "historyPage" : "page"}
      days={isHistory ? "decided" : "created"}
    />
  );
}

/** The dialog that the URL selects, if any. */
function OpenDialog({ decided }: Pick<OrderUpdates, "decided">) {
  const { deciding, decision, isHelp } = useLoaderData<typeof loadOrders>();
  const [params] = useSearchParams();
  const closeTo = searchWith(params, NO_DIALOG);
  if (!deciding) return isHelp ? <KeysHelp closeTo={closeTo} /> : null;
  const { id, version } = deciding.order;
  return (
    <DecisionDialog
      // Remounts for another decision, order or submission, so that the first field takes the focus
      // and no confirmation of an earlier submission stays.
      key={`${decision} ${id} ${version}`}
      deciding={{ ...deciding, then: null }}
      decision={decision}
      closeTo={closeTo}
      decided={decided.get(id)}
    />
  );
}

interface Props {
  rows: readonly SortedOrder[];
  linkTo: (change: Record<string, string | null>) => string;
}

function HistoryTable({ rows, linkTo }: Props) {
  const [params] = useSearchParams();
  const { t } = useTranslation("purchases");
  const columns = useOrderColumns((row) => (
    // The dialog shows the receipt beside its order, and the decision.
    <span className="flex items-center justify-between gap-3">
      <RowFacts row={row} />
      <span className="phone-only">
        <StatusBadge status={row.status} />
      </span>
      <Link className="link-out" to={linkTo({ view: row.id })} preventScrollReset>
        {t(row.receipt ? "view" : "details")}
      </Link>
    </span>
  ));
  return (
    <DataTable
      title={t("history")}
      isTitleHidden
      rows={rows}
      empty={t(filterOf(params) ? "emptyOf.noMatch" : "emptyOf.decided")}
      columns={columns}
    />
  );
}
