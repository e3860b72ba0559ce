import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ApplyPayment, ApplyPaymentForm, PaymentToApply } from "@server/contracts/payments";
import { formatQuantity, formatRupees, rupeesText } from "@server/domain/money/format";
import { methodIn } from "@server/words/method-in.server";
import { translatorOf } from "@server/words/translators.server";
import { FactList } from "~/components/data/fact-list";
import { Checkbox, Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { asksMoney } from "~/lib/asks-money";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { memberPath, orderPath, paths } from "~/lib/paths";
import { orRefuse, refusalIn } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { useMay } from "~/lib/use-may";
import { loadWords } from "~/lib/words";
import { useSite } from "~/root";
import { NO_ORDER } from "../admin.payments/payment-list-address";

export const handle = await loadWords("applyPayment");

const constraints = constraintsOf({ apply: ApplyPaymentForm });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const kind = asked.has("claim") ? "CLAIM" : "CREDIT";
  const input = PaymentToApply.safeParse({ kind, paymentId: asked.get(kind.toLowerCase()) }).data;
  const settled = (error: unknown) => {
    if (refusalIn(error)?.code === "PAYMENT_SETTLED") return null;
    throw error;
  };
  const found = input
    ? await orRefuse(context, api.payments.waitingOrders(input).catch(settled))
    : null;
  const { t } = translatorOf(context.language);
  return {
    constraints,
    found: found && { ...found, method: methodIn(t, found.method) },
    asksMoney: asksMoney(context) && kind === "CLAIM",
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  // A credit's money was confirmed when it was recorded.
  const asks = asksMoney(context) && form.get("kind") === "CLAIM";
  return submit(context, form, {
    schema: asks ? ApplyPaymentForm : ApplyPayment,
    call: ({ kind, paymentId, seenAt, orderId, received }) => {
      // After a refusal the money is confirmed anew.
      form.delete("moneyConfirmed");
      return api.payments.payOrder({ kind, paymentId, seenAt, orderId, received });
    },
    done: ({ orderNumber: order, quantity }) =>
      redirectWithToast(
        // The same list, as it was narrowed and sorted.
        paths.admin.payments + searchWith(new URL(request.url).searchParams, NO_ORDER),
        success(
          translatorOf(context.language).t("applyPayment:done", {
            order,
            quantity: formatQuantity(quantity),
          }),
        ),
      ),
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Pay a waiting order");

/** A waiting order of the same member, for money that serves none (product.md §2). */
export default function ApplyPaymentPage() {
  const { found } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("applyPayment");
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={paths.admin.payments + searchWith(params, NO_ORDER)}>{t("back")}</BackLink>
      <div className="grid gap-2">
        <h1>{t("title")}</h1>
        <p className="text-muted">{t("intro")}</p>
      </div>
      {found === null ? <p className="note">{t("settled")}</p> : <OpenMoney found={found} />}
    </div>
  );
}

type Found = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["found"]>;

function OpenMoney({ found }: { found: Found }) {
  const [params] = useSearchParams();
  const { t } = useTranslation("applyPayment");
  const may = useMay()("payments.payOrder");
  const { order, member, orders, openPaise, reportedPaise } = found;
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-label={order.orderNumber}>
      <FactList
        facts={[
          [
            t("order"),
            <Link key="order" className="link-out mono" to={orderPath(order.id)}>
              {order.orderNumber}
            </Link>,
          ],
          [
            t("member"),
            <Link key="member" className="link-out" to={memberPath(member.id)}>
              {member.name} ({member.referralCode})
            </Link>,
          ],
          [
            t("payment"),
            <span key="payment">
              {found.method} <span className="mono break-all">{found.reference}</span>
            </span>,
          ],
          openPaise === null
            ? [t("reported"), formatRupees(reportedPaise ?? 0)]
            : [t("open"), formatRupees(openPaise)],
        ]}
      />
      {orders.length === 0 && <p className="note">{t("none")}</p>}
      {may && orders.length > 0 && <ChooseOrder found={found} />}
      {may && (
        <div className="flex justify-end">
          <Link
            className="button button-quiet"
            to={paths.admin.payments + searchWith(params, { ...NO_ORDER, refund: found.paymentId })}
          >
            {t("refund")}
          </Link>
        </div>
      )}
    </section>
  );
}

function ChooseOrder({ found }: { found: Found }) {
  const { asksMoney: asks, idempotencyKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("applyPayment");
  const { brand } = useSite();
  const { kind, paymentId, updatedAt, member, orders, reportedPaise } = found;
  return (
    <PostForm contract="apply" result={result} intent="apply" className="grid gap-4">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="paymentId" value={paymentId} />
      <input type="hidden" name="seenAt" value={updatedAt} />
      <IdempotencyKey value={idempotencyKey} />
      <fieldset className="grid">
        <legend>{t("choose", { name: member.name })}</legend>
        {orders.map(({ orderId, orderNumber, quantity, totalPaise }, index) => (
          <label key={orderId} className="checkbox">
            <input type="radio" name="orderId" value={orderId} defaultChecked={index === 0} />
            <span>
              {t("choice", {
                order: orderNumber,
                quantity: formatQuantity(quantity),
                symbol: brand.symbol,
                total: formatRupees(totalPaise),
              })}
            </span>
          </label>
        ))}
      </fieldset>
      {kind === "CLAIM" && (
        <Field
          name="received"
          label={t("received")}
          hint={t("receivedHint")}
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={rupeesText(reportedPaise ?? 0)}
        />
      )}
      <p>{t("explain")}</p>
      {asks && <Checkbox name="moneyConfirmed" label={t("question")} />}
      <div className="flex justify-end">
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </PostForm>
  );
}
