import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ApproveOrderForm, RejectOrder } from "@server/contracts/decisions";
import { ADMIN_PAGER } from "@server/domain/paging/paging";
import { methodChoices, methodIn } from "@server/words/method-in.server";
import { translatorOf } from "@server/words/translators.server";
import { Pager } from "~/components/data/pager";
import { asksMoney } from "~/lib/asks-money";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { useMay } from "~/lib/use-may";
import { loadWords } from "~/lib/words";
import { isAllAsked } from "../admin.purchaserequest/bulk-bar";
import { ListFilters } from "../admin.purchaserequest/list-filters";
import { orderListAddress } from "../admin.purchaserequest/order-list-address";
import { rejectReasons } from "../admin.purchaserequest/reject-reasons.server";
import { revalidateChanged } from "../admin.purchaserequest/revalidate-changed";
import { useSelection } from "../admin.purchaserequest/use-selection";
import { moneyOnRecord } from "../admin.purchaserequest/money-on-record.server";
import { undoStrip } from "../admin.purchaserequest/undo-strip.server";
import { decideBeside } from "./decide-beside";
import { SelectableList } from "./order-list";
import { Payment } from "./payment";
import { isLastAsked, neighboursOf, NO_ORDER } from "./split-address";
import { SplitHead } from "./split-head";
import { useSplitKeys } from "./use-split-keys";

export const handle = await loadWords("purchases", "review");

// Without scripts a chosen reason serves without a typed one.
const constraints = constraintsOf({ approve: ApproveOrderForm, reject: RejectOrder });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const address = orderListAddress(request);
  const { orderId: asked, isHistory, list: filter, sort, isDescending, isWhole } = address;
  const params = new URL(request.url).searchParams;
  const pageName = isHistory ? "historyPage" : "page";
  const reviewed = (orderId: string) =>
    Promise.all([api.orders.findForAdmin({ orderId }), api.orders.review({ orderId })]);
  const [list, named, undo, reasons] = await orRefuse(
    context,
    Promise.all([
      // In the order of Manage Purchase.
      api.orders.sorted({ ...filter, sort, isDescending, isWhole }),
      asked ? reviewed(asked) : null,
      undoStrip(context, api, request),
      rejectReasons(context, api),
    ]),
  );
  // After a decision on all rows of the last page, redirects to the page before it.
  if (filter.page > list.lastPage) {
    throw redirect(searchWith(params, { [pageName]: list.lastPage }));
  }
  const first = list.records.at(isLastAsked(params) ? -1 : 0);
  const [order, review] =
    named ?? (first ? await orRefuse(context, reviewed(first.id)) : [null, null]);
  const { t } = translatorOf(context.language);
  return {
    constraints,
    filter,
    methods: methodChoices(t),
    isHistory,
    pageName,
    records: list.records.map(({ paymentMethod, ...row }) => ({
      ...row,
      method: methodIn(t, paymentMethod),
    })),
    isSorted: list.isSorted,
    lastPage: list.lastPage,
    order,
    onRecord: moneyOnRecord(context, order),
    review,
    undo,
    reasons,
    isAsked: asked !== null || isLastAsked(params),
    ...neighboursOf({ ...list, page: filter.page, pageName }, order?.id ?? null),
    asksMoney: asksMoney(context),
    idempotencyKey: crypto.randomUUID(),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => decideBeside(request, context);

export const shouldRevalidate = revalidateChanged;

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Manage Purchase");

/** The list of purchases on the left, one payment with all that decides on it on the right. */
export default function SplitView() {
  const {
    records,
    filter,
    methods,
    isHistory,
    order,
    review,
    undo,
    isAsked,
    lastPage,
    pageName,
    ...shown
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("review");
  const [params] = useSearchParams();
  const listTo = paths.admin.purchaseRequest + searchWith(params, NO_ORDER);
  const mayDecide = useMay()("orders.approve");
  const selection = useSelection(isAllAsked(params) ? records.map(({ id }) => id) : []);
  useSplitKeys((step) => {
    const ids = records.map(({ id }) => id);
    const to = order && ids[ids.indexOf(order.id) + step];
    if (to && mayDecide) selection.extend(ids, to, order.id);
  });
  return (
    <div className="grid gap-4">
      <div className="empty:hidden" dangerouslySetInnerHTML={{ __html: undo }} />
      <SplitHead listTo={listTo} />
      <ListFilters isHistory={isHistory} list={filter} methods={methods} />
      <div className="split" data-asked={isAsked || undefined}>
        <section className="split-list" aria-label={t("list")}>
          {!shown.isSorted && <p className="hint pb-2">{t("unsorted")}</p>}
          <SelectableList
            records={records}
            first={(filter.page - 1) * filter.limit + 1}
            current={order?.id ?? null}
            selection={mayDecide ? selection : null}
          >
            <Pager page={filter.page} lastPage={lastPage} shape={ADMIN_PAGER} name={pageName} />
          </SelectableList>
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
            <Link className="button button-quiet" to={listTo}>
              {t("toList")}
            </Link>
          </section>
        )}
      </div>
    </div>
  );
}
