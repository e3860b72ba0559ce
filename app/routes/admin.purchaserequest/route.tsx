import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ApproveOrderForm, RejectOrderForm, ReverseOrder } from "@server/contracts/orders";
import { SearchBox } from "~/components/data/search-box";
import { FilterSelect } from "~/components/data/filter-select";
import { Pager } from "~/components/data/pager";
import { ADMIN_PAGER } from "@server/domain/paging/paging";
import { adminApi, keyOf, newIdempotencyKey } from "~/lib/callers";
import { listQuery, searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { createTranslator } from "~/locales/translator";
import { DecisionDialog } from "./decision-dialog";
import { HistoryTable, RequestsTable } from "./purchase-tables";

const DECISIONS = ["approve", "reject", "view"] as const;
const NO_DIALOG = { approve: null, reject: null, view: null };
const DECIDED = ["APPROVED", "REJECTED", "REVERSED"] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const isHistory = asked.get("tab") === "history";
  const query = listQuery(request, {
    statuses: DECIDED,
    names: { search: "search1", page: isHistory ? "historyPage" : "page" },
  });
  const status = isHistory ? (query.status ?? "APPROVED") : "PENDING";
  const { page, limit, search } = query;
  const list = await orRefuse(context, api.orders.list({ page, limit, search, status }));
  const decision = DECISIONS.find((one) => asked.get(one)) ?? "view";
  const decide = asked.get(decision);
  const order = decide
    ? await orRefuse(context, api.orders.findForAdmin({ orderId: decide }))
    : null;
  return {
    ...list,
    page,
    limit,
    status,
    isHistory,
    order,
    decision,
    idempotencyKey: newIdempotencyKey(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const asked = new URL(request.url).searchParams;
  const back = paths.admin.purchaseRequest + searchWith(asked, NO_DIALOG);
  const say = (key: string) =>
    success(createTranslator(context.language).t(key, { ns: "purchases" }));
  if (form.get("intent") === "approve") {
    return submit(context, form, {
      intent: "approve",
      schema: ApproveOrderForm,
      call: ({ orderId }) => api.orders.approve({ orderId }),
      done: () => redirectWithToast(back, say("approvedToast")),
    });
  }
  if (form.get("intent") === "reverse") {
    return submit(context, form, {
      intent: "reverse",
      schema: ReverseOrder,
      call: (input) => api.orders.reverse(input),
      done: () => redirectWithToast(back, say("reversedToast")),
    });
  }
  return submit(context, form, {
    intent: "reject",
    schema: RejectOrderForm,
    call: (input) => api.orders.reject(input),
    done: () => redirectWithToast(back, say("rejectedToast")),
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Manage Purchase");

export default function ManagePurchase() {
  const { records, page, lastPage, limit, status, isHistory, order, decision, idempotencyKey } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [params] = useSearchParams();
  const { t } = useTranslation("purchases");
  const first = (page - 1) * limit + 1;
  const tab = (name: string | null) => searchWith(params, { tab: name, ...NO_DIALOG });
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      <nav aria-label={t("title")} className="flex flex-wrap gap-2">
        <Link
          to={tab(null)}
          className="pager-link px-4!"
          aria-current={isHistory ? undefined : "page"}
        >
          {t("requests")}
        </Link>
        <Link
          to={tab("history")}
          className="pager-link px-4!"
          aria-current={isHistory ? "page" : undefined}
        >
          {t("history")}
        </Link>
      </nav>
      <div className="flex flex-wrap gap-3">
        <SearchBox
          name="search1"
          label={t("search")}
          pageName={isHistory ? "historyPage" : "page"}
        />
        {isHistory && (
          <FilterSelect
            name="status"
            label={t("status")}
            value={status}
            pageName="historyPage"
            options={[
              // Spec §2's first entry; without a choice the approved ones are shown.
              { value: "", label: t("selectStatus") },
              { value: "APPROVED", label: t("approved") },
              { value: "REJECTED", label: t("rejected") },
              { value: "REVERSED", label: t("common:status.REVERSED") },
            ]}
          />
        )}
      </div>
      {isHistory ? (
        <HistoryTable
          rows={records}
          first={first}
          linkTo={(change) => searchWith(params, change)}
        />
      ) : (
        <RequestsTable
          rows={records}
          first={first}
          linkTo={(change) => searchWith(params, change)}
        />
      )}
      <Pager
        page={page}
        lastPage={lastPage}
        shape={ADMIN_PAGER}
        name={isHistory ? "historyPage" : "page"}
      />
      {order && (
        <DecisionDialog
          order={order}
          decision={decision}
          closeTo={searchWith(params, NO_DIALOG)}
          result={result}
          idempotencyKey={idempotencyKey}
        />
      )}
    </div>
  );
}
