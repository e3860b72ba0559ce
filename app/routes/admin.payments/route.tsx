import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslation } from "react-i18next";
import {
  AllocatePaymentForm,
  DismissPayment,
  ListOpenPayments,
  RefundPaymentForm,
} from "@server/contracts/payments";
import { dateInIndia } from "@server/domain/dates/dates";
import { formatQuantity } from "@server/domain/money/format";
import { ADMIN_PAGER } from "@server/domain/paging/paging";
import type { Caller } from "@server/procedures/router";
import { methodChoices, methodIn } from "@server/words/method-in.server";
import { translatorOf } from "@server/words/translators.server";
import { FilterSelect } from "~/components/data/filter-select";
import { MethodFilter, SizeFilter } from "~/components/data/order-filters";
import { Pager } from "~/components/data/pager";
import { SearchBox } from "~/components/data/search-box";
import { asksMoney } from "~/lib/asks-money";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { useMay } from "~/lib/use-may";
import { OpenPaymentsTable } from "./open-payments-table";
import { paymentList } from "./payment-list.server";
import { isNarrowed, KINDS, NO_DIALOG, paymentListAddress } from "./payment-list-address";
import { SETTLEMENTS, SettleDialog } from "./settle-dialog";
import { settlePayment } from "./settle-payment.server";
import { undoStrip } from "../admin.purchaserequest/undo-strip.server";
import { useUndoKey } from "../admin.purchaserequest/use-undo-key";
import { loadWords } from "~/lib/words";

export const handle = await loadWords("purchases", "unapplied");

const constraints = constraintsOf({
  allocate: AllocatePaymentForm,
  refund: RefundPaymentForm,
  dismiss: DismissPayment,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { t } = translatorOf(context.language);
  const asked = new URL(request.url).searchParams;
  const address = paymentListAddress(request);
  const open = await orRefuse(context, api.payments.listOpen(address));
  // After all of the last page were settled, redirects to the page before it.
  if (address.page > open.lastPage) throw redirect(searchWith(asked, { page: open.lastPage }));
  const settlement = SETTLEMENTS.find((one) => asked.has(one)) ?? null;
  const id = settlement && asked.get(settlement);
  // A payment that was settled meanwhile has no dialog; the list shows the rest.
  const payment = id
    ? (open.payments.find((one) => one.id === id) ?? (await elsewhere(context, api, id)))
    : null;
  return {
    ...open,
    payments: open.payments.map((one) => ({ ...one, method: methodIn(t, one.method) })),
    ...paymentList(context, request, address, open),
    page: address.page,
    limit: address.limit,
    kind: address.kind,
    method: address.method,
    methods: methodChoices(t),
    isNarrowed: isNarrowed(asked),
    constraints,
    settlement,
    payment,
    undo: await undoStrip(context, api, request),
    asksMoney: asksMoney(context),
    today: dateInIndia(new Date()),
    idempotencyKey: crypto.randomUUID(),
  };
}

/** A payment that the page of the list does not show: others were settled, or the URL came alone. */
async function elsewhere(context: AppLoadContext, api: Caller, paymentId: string) {
  const one = ListOpenPayments.safeParse({ paymentId });
  if (!one.success) return null;
  const { payments } = await orRefuse(context, api.payments.listOpen(one.data));
  return payments[0] ?? null;
}

export const action = ({ request, context }: ActionFunctionArgs) => settlePayment(request, context);

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Payments");

/** Money that serves no order, for an admin to settle (architecture.md §6, "Payments"). */
export default function OpenPaymentsPage() {
  const { payments, heads, tools, freeTokens, page, lastPage, isNarrowed, ...shown } =
    useLoaderData<typeof loader>();
  const { undo, settlement, payment, asksMoney, today, idempotencyKey } = shown;
  const result = useActionData<typeof action>();
  const [params] = useSearchParams();
  const { t } = useTranslation(["unapplied", "purchases"]);
  const may = useMay();
  useUndoKey();
  const linkTo = (change: Record<string, string | null>) =>
    searchWith(params, { ...NO_DIALOG, ...change });
  return (
    <div className="dense grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <span className="flex flex-wrap gap-2">
          <Link className="button button-quiet button-small" to={paths.admin.purchaseRequest}>
            <ArrowLeft size={20} aria-hidden />
            {t("back")}
          </Link>
          {may("payments.record") && (
            <Link className="button button-quiet button-small" to={paths.admin.purchaseRecord}>
              {t("record")}
            </Link>
          )}
          <Link className="button button-quiet button-small" to={paths.admin.paymentDays}>
            {t("daySums")}
          </Link>
        </span>
      </div>
      <div className="empty:hidden" dangerouslySetInnerHTML={{ __html: undo }} />
      <p className="text-muted">
        {t("intro")} {t("free", { count: freeTokens, free: formatQuantity(freeTokens) })}
      </p>
      <div className="flex flex-wrap gap-3">
        <div className="flex min-w-0 flex-[1_1_18rem]">
          <SearchBox label={t("purchases:search")} />
        </div>
        <FilterSelect
          name="kind"
          label={t("kinds.label")}
          value={shown.kind ?? ""}
          options={[
            { value: "", label: t("kinds.all") },
            ...KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
          ]}
        />
        <MethodFilter value={shown.method} methods={shown.methods} pageName="page" />
        <SizeFilter value={shown.limit} pageName="page" />
      </div>
      <div className="list-tools" dangerouslySetInnerHTML={{ __html: tools }} />
      <OpenPaymentsTable
        payments={payments}
        heads={heads}
        linkTo={linkTo}
        empty={t(isNarrowed ? "noneFound" : "empty")}
      />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
      {settlement && payment && may("payments.refund") && (
        <SettleDialog
          key={`${settlement} ${payment.id}`}
          settlement={settlement}
          payment={payment}
          asksMoney={asksMoney}
          today={today}
          closeTo={linkTo({})}
          result={result}
          idempotencyKey={idempotencyKey}
        />
      )}
    </div>
  );
}
