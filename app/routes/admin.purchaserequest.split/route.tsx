import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ApproveOrderForm, RejectOrderForm } from "@server/contracts/decisions";
import { ADMIN_PAGER } from "@server/domain/paging/paging";
import { Pager } from "~/components/data/pager";
import { asksMoney } from "~/lib/asks-money";
import { adminApi, newIdempotencyKey } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { loadWords } from "~/lib/words";
import { ListFilters } from "../admin.purchaserequest/list-filters";
import { orderListAddress } from "../admin.purchaserequest/order-list-address";
import { revalidateChanged } from "../admin.purchaserequest/revalidate-changed";
import { undoStrip } from "../admin.purchaserequest/undo-strip.server";
import { decideBeside } from "./decide-beside";
import { OrderList } from "./order-list";
import { Payment } from "./payment";
import { neighboursOf, NO_ORDER } from "./split-address";
import { SplitHead } from "./split-head";
import { useSplitKeys } from "./use-split-keys";

export const handle = await loadWords("purchases", "review");

const constraints = constraintsOf({ approve: ApproveOrderForm, reject: RejectOrderForm });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const address = orderListAddress(request);
  const { orderId: asked, isHistory, list: filter, sort, isDescending } = address;
  const reviewed = (orderId: string) =>
    Promise.all([api.orders.findForAdmin({ orderId }), api.orders.review({ orderId })]);
  const [list, named, undo] = await orRefuse(
    context,
    Promise.all([
      // In the order of Manage Purchase.
      api.orders.sorted({ ...filter, sort, isDescending }),
      asked ? reviewed(asked) : null,
      undoStrip(context, api, request),
    ]),
  );
  // After a decision on all rows of the last page, redirects to the page before it.
  if (filter.page > list.lastPage) {
    const params = new URL(request.url).searchParams;
    throw redirect(searchWith(params, { page: list.lastPage }));
  }
  const [first] = list.records;
  const [order, review] =
    named ?? (first ? await orRefuse(context, reviewed(first.id)) : [null, null]);
  return {
    constraints,
    filter,
    isHistory,
    records: list.records,
    lastPage: list.lastPage,
    order,
    review,
    undo,
    isAsked: asked !== null,
    ...neighboursOf(list.records, order?.id ?? null),
    asksMoney: asksMoney(context),
    idempotencyKey: newIdempotencyKey(context),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => decideBeside(request, context);

export const shouldRevalidate = revalidateChanged;

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Manage Purchase");

/** The list of purchases on the left, one payment with all that decides on it on the right. */
export default function SplitView() {
  const { records, filter, isHistory, order, review, undo, isAsked, lastPage, ...shown } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("review");
  const [params] = useSearchParams();
  useSplitKeys();
  return (
    <div className="grid gap-4">
      <div className="empty:hidden" dangerouslySetInnerHTML={{ __html: undo }} />
      <SplitHead listTo={paths.admin.purchaseRequest + searchWith(params, NO_ORDER)} />
      <ListFilters isHistory={isHistory} list={filter} />
      <div className="split" data-asked={isAsked || undefined}>
        <section className="split-list" aria-label={t("list")}>
          <OrderList
            records={records}
            first={(filter.page - 1) * filter.limit + 1}
            current={order?.id ?? null}
          />
          <Pager
            page={filter.page}
            lastPage={lastPage}
            shape={ADMIN_PAGER}
            name={isHistory ? "historyPage" : "page"}
          />
        </section>
        {order && review ? (
          <Payment
            // Remounts for another order or submission, so that no answer to an earlier one stays.
            key={`${order.id} ${order.version}`}
            {...shown}
            order={order}
            review={review}
            result={result}
          />
        ) : (
          <section className="card grid content-center justify-items-center gap-3 text-center">
            <p className="font-semibold">{t("empty")}</p>
            <Link className="button button-quiet" to={paths.admin.purchaseRequest}>
              {t("toList")}
            </Link>
          </section>
        )}
      </div>
    </div>
  );
}
