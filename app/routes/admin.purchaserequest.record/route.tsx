import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SUBMITTABLE_METHODS } from "@db/vocabulary";
import { RecordPayment, RecordPaymentForm, ShownPayment } from "@server/contracts/payments";
import { rupeesText } from "@server/domain/money/format";
import { methodIn } from "@server/words/method-in.server";
import { translatorOf } from "@server/words/translators.server";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { BackLink } from "~/components/layout/back-link";
import { asksMoney } from "~/lib/asks-money";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse, refusalIn } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { loadWords } from "~/lib/words";
import { RecordForm } from "./record-form";

export const handle = await loadWords("record");

const constraints = constraintsOf({ show: ShownPayment, record: RecordPaymentForm });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const typed = new URL(request.url).searchParams;
  const { order: purchaseId, line: lineId } = ShownPayment.safeParse({
    order: typed.get("order")?.trim().toUpperCase() ?? "",
    line: typed.get("line") ?? "",
  }).data ?? { order: undefined, line: undefined };
  const [order, line] = await Promise.all([
    purchaseId === undefined
      ? null
      : orRefuse(
          context,
          api.payments.toRecord({ purchaseId }).catch((error: unknown) => {
            if (refusalIn(error)?.code === "ORDER_NOT_FOUND") return null;
            throw error;
          }),
        ),
    lineId === undefined ? null : orRefuse(context, api.statements.line({ lineId })),
  ]);
  const { t } = translatorOf(context.language);
  return {
    constraints,
    order: order && {
      ...order,
      payments: order.payments.map((one) => ({ ...one, method: methodIn(t, one.method) })),
    },
    methods: SUBMITTABLE_METHODS.map((value) => ({ value, label: methodIn(t, value) })),
    line,
    // What names no order stays typed.
    typed: order === null ? typed.get("order") : null,
    asksMoney: asksMoney(context),
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { t } = translatorOf(context.language);
  return submit(context, form, {
    schema: asksMoney(context) ? RecordPaymentForm : RecordPayment,
    call: ({ purchaseId, version, paymentMethod, reference, received, lineId }) => {
      // After a refusal the money is confirmed anew, for the order as it is then.
      form.delete("moneyConfirmed");
      return api.payments.record({
        ...{ purchaseId, version, paymentMethod, reference, received, lineId },
      });
    },
    done: ({ orderId, orderNumber, recorded }, { received, lineId }) => {
      const toast = success(t(`record:done.${recorded}`, { order: orderNumber }));
      if (recorded !== "WAITS") return redirectWithToast(paths.admin.payments, toast);
      const query = new URLSearchParams({
        ...{ order: orderId, received },
        ...(lineId !== undefined && { line: lineId }),
      });
      return redirectWithToast(`${paths.admin.purchaseSum}?${query.toString()}`, toast);
    },
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Record a payment");

/** Money that an admin knows of and that no member has submitted (product.md §2). */
export default function RecordedPayment() {
  const { order, line, typed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("record");
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={paths.admin.purchaseRequest}>{t("back")}</BackLink>
      <div className="grid gap-2">
        <h1>{t("title")}</h1>
        <p className="text-muted">{t("intro")}</p>
      </div>
      <section className="card p-4 md:p-6" aria-label={t("find")}>
        <QueryForm key={order?.orderNumber} contract="show" className="grid gap-4">
          {line && <input type="hidden" name="line" value={line.id} />}
          <Field
            name="order"
            label={t("find")}
            hint={t("findHint")}
            autoComplete="off"
            required
            defaultValue={order?.orderNumber ?? typed ?? ""}
            {...(typed !== null && { problem: t("unknown") })}
          />
          <div className="flex justify-end">
            <button type="submit" className={order ? "button button-quiet" : "button"}>
              {t("show")}
            </button>
          </div>
        </QueryForm>
      </section>
      {order && (
        <RecordForm
          key={`${order.orderNumber} ${order.version} ${line ? rupeesText(line.amountPaise) : ""}`}
          result={result}
        />
      )}
    </div>
  );
}
