import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import Keyboard from "lucide-react/icons/keyboard";
import Wallet from "lucide-react/icons/wallet";
import { useTranslation } from "react-i18next";
import { ApproveOrderForm, RejectOrder, ReverseOrderForm } from "@server/contracts/decisions";
import { asksMoney } from "~/lib/asks-money";
import { constraintsOf } from "~/lib/constraints.server";
import { ExportLink } from "~/components/data/export-link";
import { Pager } from "~/components/data/pager";
import { ADMIN_PAGER } from "@server/domain/paging/paging";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { adminApi } from "~/lib/callers";
import { searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { useMay } from "~/lib/use-may";
import { NewOrdersLink, ListFilters } from "./list-filters";
import { decide } from "./decide";
import { DecisionDialog } from "./decision-dialog";
import { HistoryTable } from "./history-table";
import { KeysHelp } from "./keys-help";
import { listView } from "./list-view.server";
import { NO_DIALOG, NO_SORT, filterOf, orderListAddress } from "./order-list-address";
import { rejectReasons } from "./reject-reasons.server";
import { revalidateChanged } from "./revalidate-changed";
import { RequestsTable } from "./requests-table";
import { moneyOnRecord } from "./money-on-record.server";
import { undoStrip } from "./undo-strip.server";
import { type OrderUpdates, useOrderUpdates } from "./use-order-updates";
import { useUndoKey } from "./use-undo-key";
import { loadWords } from "~/lib/words";

export const handle = await loadWords("purchases");

const constraints = constraintsOf({
  approve: ApproveOrderForm,
  // Without scripts a chosen reason serves without a typed one.
  reject: RejectOrder,
  reverse: ReverseOrderForm,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const address = orderListAddress(request);
  const { orderId, orderIds: _selected, sort, isDescending, isWhole, ...asked } = address;
  // A decision on several is a page of its own.
  if (asked.bulk) throw redirect(paths.admin.purchaseBulk + new URL(request.url).search);
  // Before the list, so that no arrival between them is missed.
  const { asOf } = await orRefuse(context, api.orders.arrivals({}));
  const [openPayments, list, order, undo, reasons] = await orRefuse(
    context,
    Promise.all([
      api.payments.countOpen(),
      api.orders.sorted({ ...asked.list, sort, isDescending, isWhole }),
      orderId ? api.orders.findForAdmin({ orderId }) : null,
      undoStrip(context, api, request),
      rejectReasons(context, api),
    ]),
  );
  // After a decision on all rows of the last page, redirects to the page before it.
  if (asked.list.page > list.lastPage) {
    const params = new URL(request.url).searchParams;
    const name = asked.isHistory ? "historyPage" : "page";
    throw redirect(searchWith(params, { [name]: list.lastPage }));
  }
  // A first admin's approval of another sum, or with the number of a part, is confirmed where both are
  // shown.
  const waiting = order?.waitingApproval;
  const isShown = waiting && (waiting.receivedPaise ?? waiting.partReference) !== null;
  if (asked.decision === "approve" && order && isShown) {
    throw redirect(`${paths.admin.purchaseSum}?order=${order.id}`);
  }
  return {
    constraints,
    ...asked,
    lastPage: list.lastPage,
    ...listView(context, request, address, list),
    openPayments,
    asOf,
    order,
    onRecord: moneyOnRecord(context, order),
    undo,
    reasons,
    asksMoney: asksMoney(context),
    idempotencyKey: crypto.randomUUID(),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => decide(request, context);

export const shouldRevalidate = revalidateChanged;

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Manage Purchase");

export default function ManagePurchase() {
  const { list, methods, rows, lastPage, tools, isHistory, asOf, openPayments, undo } =
    useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("purchases");
  const may = useMay();
  const linkTo = (change: Record<string, string | null>) => searchWith(params, change);
  const tab = (name: string | null) => searchWith(params, { ...NO_DIALOG, ...NO_SORT, tab: name });
  useUndoKey();
  const { decided, arrived } = useOrderUpdates(
    isHistory ? null : { ids: rows.map(({ id }) => id), asOf, filter: filterOf(params) },
  );
  const shown = isHistory ? "history" : "requests";
  const table = { rows, linkTo };
  return (
    <div className="dense grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <div className="flex flex-wrap gap-2">
          {openPayments > 0 && (
            <Link className="button button-small" to={paths.admin.payments}>
              <Wallet size={20} aria-hidden />
              {t("openPayments", { count: openPayments })}
            </Link>
          )}
          <Link
            className="button button-quiet button-small"
            to={paths.admin.purchaseSplit + linkTo(NO_DIALOG)}
          >
            {t("split")}
          </Link>
          {may("exports.orders") && <ExportLink to={paths.admin.exports.purchases} />}
          {!isHistory && may("orders.approve") && (
            <Link className="button button-quiet button-small" to={linkTo({ keys: "1" })}>
              <Keyboard size={20} aria-hidden />
              {t("keys.button")}
            </Link>
          )}
        </div>
      </div>
      <div className="empty:hidden" dangerouslySetInnerHTML={{ __html: undo }} />
      <AddressedTabs value={shown}>
        <TabList label={t("title")}>
          <LinkTab value="requests" to={tab(null)}>
            {t("requests")}
          </LinkTab>
          <LinkTab value="history" to={tab("history")}>
            {t("history")}
          </LinkTab>
        </TabList>
        <TabPanel value={shown}>
          <ListFilters isHistory={isHistory} list={list} methods={methods} />
          <div className="list-tools" dangerouslySetInnerHTML={{ __html: tools }} />
          {!isHistory && (
            <NewOrdersLink
              count={arrived}
              showTo={linkTo({ ...NO_DIALOG, page: "1", sort: "-date" })}
            />
          )}
          {isHistory ? <HistoryTable {...table} /> : <RequestsTable {...table} decided={decided} />}
          <Pager
            page={list.page}
            lastPage={lastPage}
            shape={ADMIN_PAGER}
            name={isHistory ? "historyPage" : "page"}
          />
        </TabPanel>
      </AddressedTabs>
      <OpenDialog decided={decided} />
    </div>
  );
}

/** The dialog that the URL selects, if any. */
function OpenDialog({ decided }: Pick<OrderUpdates, "decided">) {
  const { order, onRecord, decision, isHelp, asksMoney, reasons, idempotencyKey } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [params] = useSearchParams();
  const closeTo = searchWith(params, NO_DIALOG);
  const shared = { closeTo, result, asksMoney, reasons, idempotencyKey };
  if (order) {
    return (
      <DecisionDialog
        // Remounts for another decision, order or submission, so that the first field takes the focus
        // and no confirmation of an earlier submission stays.
        key={`${decision} ${order.id} ${order.version}`}
        {...shared}
        order={order}
        onRecord={onRecord}
        decision={decision}
        decided={decided.get(order.id)}
      />
    );
  }
  return isHelp ? <KeysHelp closeTo={closeTo} /> : null;
}
