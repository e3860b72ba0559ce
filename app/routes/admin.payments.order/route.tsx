import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OfferOfPayment, OpenOrder, OpenOrderForm } from "@server/contracts/payments";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import { methodIn } from "@server/words/method-in.server";
import { translateRefusal } from "@server/words/refusals.server";
import { translatorOf } from "@server/words/translators.server";
import { BackLink } from "~/components/layout/back-link";
import { asksMoney } from "~/lib/asks-money";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { isFormReply } from "~/lib/form-reply";
import { searchWith } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse, refusalIn } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { useMay } from "~/lib/use-may";
import { loadWords } from "~/lib/words";
import { NO_ORDER } from "../admin.payments/payment-list-address";
import { OpenMoney } from "./open-money";
import { Outcome } from "./outcome";

export const handle = await loadWords("secondOrder");

const constraints = constraintsOf({ show: OfferOfPayment, open: OpenOrderForm });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const kind = asked.has("claim") ? "CLAIM" : "CREDIT";
  const named = { kind, paymentId: asked.get("claim") ?? asked.get("credit") ?? "" };
  const received = asked.get("received") ?? "";
  const typed = OfferOfPayment.safeParse({ ...named, received });
  // Without the sum, what cannot be read stays typed.
  const input = typed.data ?? OfferOfPayment.safeParse(named).data;
  const found = input
    ? await orRefuse(
        context,
        api.payments.offer(input).catch((error: unknown) => {
          if (refusalIn(error)?.code === "PAYMENT_SETTLED") return null;
          throw error;
        }),
      )
    : null;
  return {
    constraints,
    found: found && {
      ...found,
      method: methodIn(translatorOf(context.language).t, found.method),
    },
    received: typed.data?.received ?? null,
    refused: typed.success ? null : received,
    why:
      found?.refusal &&
      translateRefusal(context.language, found.refusal.code, found.refusal.params),
    asksMoney: asksMoney(context) && kind === "CLAIM",
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { t } = translatorOf(context.language);
  // A credit's money was confirmed when it was recorded.
  const asks = asksMoney(context) && form.get("kind") === "CLAIM";
  return submit(context, form, {
    intent: "open",
    schema: asks ? OpenOrderForm : OpenOrder,
    call: ({ kind, paymentId, received, seenAt, quantity, totalPaise }) => {
      // After a refusal the money is confirmed anew, for what it buys then.
      form.delete("moneyConfirmed");
      return api.payments.openOrder({ kind, paymentId, received, seenAt, quantity, totalPaise });
    },
    done: ({ orderNumber, quantity, restPaise }) =>
      redirectWithToast(
        // The same list, as it was narrowed and sorted.
        paths.admin.payments + searchWith(new URL(request.url).searchParams, NO_ORDER),
        success(
          t(restPaise > 0 ? "secondOrder:doneWithRest" : "secondOrder:done", {
            order: orderNumber,
            quantity: formatQuantity(quantity),
            rest: formatRupees(restPaise),
          }),
        ),
      ),
  });
}

/** Shows what the money buys now after any refusal: by default Remix keeps the data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate || isFormReply(actionResult);

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Another order");

/** Another order of the same member, for money that serves none (product.md §2). */
export default function SecondOrderPage() {
  const { found, received } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [params] = useSearchParams();
  const { t } = useTranslation("secondOrder");
  const may = useMay()("payments.openOrder");
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={paths.admin.payments + searchWith(params, NO_ORDER)}>{t("back")}</BackLink>
      <div className="grid gap-2">
        <h1>{t("title")}</h1>
        <p className="text-muted">{t("intro")}</p>
      </div>
      {found === null ? (
        <p className="note">{t("settled")}</p>
      ) : (
        <>
          <OpenMoney />
          {found.openPaise !== null && (
            <Outcome
              key={`${received} ${found.updatedAt} ${found.offer?.totalPaise}`}
              result={result}
              may={may}
            />
          )}
        </>
      )}
    </div>
  );
}
