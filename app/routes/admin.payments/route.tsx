import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AllocatePaymentForm, DismissPayment, RefundPayment } from "@server/contracts/payments";
import { dateInIndia } from "@server/domain/dates/dates";
import { formatQuantity } from "@server/domain/money/format";
import { asksMoney } from "~/lib/asks-money";
import { BackLink } from "~/components/layout/back-link";
import { adminApi, newIdempotencyKey } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { useMay } from "~/lib/use-may";
import { OpenPaymentsTable } from "./open-payments-table";
import { SETTLEMENTS, SettleDialog } from "./settle-dialog";
import { settlePayment } from "./settle-payment.server";
import { loadWords } from "~/lib/words";

export const handle = await loadWords("history", "purchases", "unapplied");

const NO_DIALOG = { allocate: null, refund: null, dismiss: null };

const constraints = constraintsOf({
  allocate: AllocatePaymentForm,
  refund: RefundPayment,
  dismiss: DismissPayment,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const open = await orRefuse(context, api.payments.listOpen());
  const settlement = SETTLEMENTS.find((one) => asked.has(one)) ?? null;
  const id = settlement && asked.get(settlement);
  return {
    ...open,
    constraints,
    settlement,
    // A payment that was settled meanwhile has no dialog; the list shows the rest.
    payment: open.payments.find((one) => one.id === id) ?? null,
    asksMoney: asksMoney(context),
    today: dateInIndia(new Date()),
    idempotencyKey: newIdempotencyKey(context),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => settlePayment(request, context);

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Payments");

/** Money that serves no order, for an admin to settle (architecture.md §6, "Payments"). */
export default function OpenPaymentsPage() {
  const { payments, count, freeTokens, settlement, payment, asksMoney, today, idempotencyKey } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [params] = useSearchParams();
  const { t } = useTranslation("unapplied");
  const may = useMay();
  const linkTo = (change: Record<string, string | null>) =>
    searchWith(params, { ...NO_DIALOG, ...change });
  return (
    <div className="grid gap-5">
      <BackLink to={paths.admin.purchaseRequest}>{t("back")}</BackLink>
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1>{t("title")}</h1>
          <span className="flex flex-wrap gap-2">
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
        <p className="max-w-3xl text-muted">{t("intro")}</p>
        <p>{t("free", { count: freeTokens, free: formatQuantity(freeTokens) })}</p>
      </div>
      <OpenPaymentsTable payments={payments} linkTo={linkTo} />
      {count > payments.length && (
        <p className="note">
          {t("more", {
            shown: formatQuantity(payments.length),
            all: formatQuantity(count),
          })}
        </p>
      )}
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
