import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Link,
  useLoaderData,
  useNavigation,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ORDER_STATUSES, type OrderStatus } from "@db/vocabulary";
import { dateInIndia, recentFinancialYears } from "@server/platform/rules/dates/dates";
import { INVESTOR_PAGER, PAGE_SIZES } from "@server/platform/rules/paging";
import { useOrderLines } from "~/routes/user/route";
import { YearlyDownload } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { YourOrders } from "~/components/order/your-orders";
import { messageIn } from "~/components/layout/problem";
import { useToast } from "~/components/layout/toasts";
import { investorApi } from "~/lib/callers";
import { listQuery, searchWith } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { tokensText } from "~/lib/orders/tokens-text";
import { ownOrderPath, paths, paymentPath } from "~/lib/paths";
import { loadWords } from "~/lib/messages/words";
import { orRefuse } from "~/lib/messages/refusals";
import { HistoryFilters, HistoryTable } from "./history-table";
import type { Receipt } from "@server/orders/contracts/orders";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { RiskNotice } from "~/components/brand/site-footer";
import { AddressedDialog } from "~/components/dialog/dialog";
import { ReceiptDetails } from "~/components/order/receipt-details";

// The link of an open order has the words of Buy Token.
export const handle = await loadWords("history", "history-page");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const params = new URL(request.url).searchParams;
  const { page, limit, search, status } = listQuery(request, {
    limits: PAGE_SIZES,
    statuses: [...ORDER_STATUSES, "ALL"],
  });
  const listed = (shown: OrderStatus | "ALL") =>
    api.orders.history({
      page,
      limit,
      ...(search && { search }),
      ...(shown !== "ALL" && { status: shown }),
    });
  const purchaseId = params.get("receipt");
  const [unallocated, asked, receipt] = await orRefuse(
    context,
    Promise.all([
      api.payments.mine(),
      listed(status ?? "PENDING"),
      purchaseId ? api.orders.receipt({ purchaseId }) : null,
    ]),
  );
  // product.md §4: pending payments are the default; where none waits, all are shown.
  const shown = status ?? (asked.total > 0 ? "PENDING" : "ALL");
  const list = status || asked.total > 0 ? asked : await orRefuse(context, listed("ALL"));
  if (page > list.lastPage) {
    throw redirect(`${paths.user.paymentHistory}${searchWith(params, { page: list.lastPage })}`);
  }
  return {
    ...list,
    unallocated,
    page,
    limit,
    status: shown,
    receipt,
    years: recentFinancialYears(dateInIndia(new Date())),
  };
}

export const meta = titled("Payment Transaction History");

export default function PaymentHistory() {
  const { records, unallocated, page, limit, lastPage, status, receipt, years } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation(["history", "history-page", "area"]);
  const [params] = useSearchParams();
  const navigation = useNavigation();
  const listed = new Set(records.map(({ orderNumber }) => orderNumber));
  // The payment of such an order is in no list beside its line.
  const others = useOrderLines(unallocated).filter(
    ({ orderNumber, status: shown }) => shown === "ON_RECORD" || !listed.has(orderNumber),
  );
  const isLoading =
    navigation.state === "loading" && navigation.location.pathname === paths.user.paymentHistory;
  return (
    <div className="mx-auto grid w-full max-w-[62rem] gap-5">
      <h1>{t("title")}</h1>
      <YourOrders orders={others} most={3} />
      <HistoryFilters limit={limit} status={status} />
      <p role="status" className={isLoading ? "text-muted" : "sr-only"}>
        {isLoading && t("history-page:loading")}
      </p>
      <div aria-busy={isLoading}>
        <HistoryTable records={records} unallocated={unallocated} page={page} limit={limit} />
        {records.length === 0 && status === "ALL" && !params.has("search") && (
          <Link className="button mt-5" to={paths.user.buyToken}>
            {t("area:nav.buyToken")}
          </Link>
        )}
        {(status !== "ALL" || params.has("search")) && (
          <p className="mt-3 text-center">
            <Link className="link-out" to={searchWith(params, { status: "ALL", search: null })}>
              {t("showAll")}
            </Link>
          </p>
        )}
        <Pager page={page} lastPage={lastPage} shape={INVESTOR_PAGER} />
      </div>
      <details className="card more px-5">
        <summary>{t("history-page:statement.title")}</summary>
        <div className="grid gap-3">
          <p className="hint">{t("history-page:statement.explain")}</p>
          <YearlyDownload to={paths.user.purchaseStatement} years={years} />
        </div>
      </details>
      {receipt && <ReceiptDialog receipt={receipt} />}
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation(["history", "history-page", "common"]);
  const [params] = useSearchParams();
  const error = useRouteError();
  const toast = useToast();
  const known = isRouteErrorResponse(error) ? messageIn(error.data) : null;
  const message = known ?? t("common:failedRead.transactions");
  useEffect(() => toast({ tone: "error", text: message }), [toast, message]);
  return (
    <div className="grid justify-items-start gap-5">
      <h1>{t("title")}</h1>
      <p className="note note-danger" role="alert">
        {t("history-page:error", { message: known ?? t("history-page:unknown") })}
      </p>
      <a
        className="button"
        href={paths.user.paymentHistory + searchWith(params, { receipt: null })}
      >
        {t("common:retry")}
      </a>
    </div>
  );
}

/** The receipt of a payment with its proof; its URL is the page's with `?receipt=`. */
function ReceiptDialog({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(["history", "history-page"]);
  const [params] = useSearchParams();
  const { transaction: paid, company } = receipt;
  return (
    <AddressedDialog
      title={t("history-page:modal.title")}
      closeTo={searchWith(params, { receipt: null })}
    >
      <div className="grid gap-5">
        <div className="tabular">
          <p className="display-figure">{formatRupees(paid.finalAmountPaise)}</p>
          <p className="flex flex-wrap items-center justify-between gap-x-5">
            {tokensText(t, paid, company.tokenSymbol)}
            <Link className="link-out" to={ownOrderPath(paid.orderNumber)}>
              {t("history-page:modal.follow")}
            </Link>
          </p>
        </div>
        <ReceiptDetails receipt={receipt} />
        {paid.status === "REJECTED" && (
          <Link className="button" to={paymentPath(paid.orderNumber, rupeesText(paid.amountPaise))}>
            {t("submitAgain")}
          </Link>
        )}
        <p className="hint break-words">{t("history-page:modal.by", company)}</p>
        <RiskNotice />
      </div>
    </AddressedDialog>
  );
}
