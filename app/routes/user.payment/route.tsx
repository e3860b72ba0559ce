import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useRevalidator, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PageTurn } from "@server/http/pages/page-routes";
import type { OrderView } from "@server/orders/contracts/orders";
import { type LineOrder, OrderLines } from "~/components/order/order-line";
import { unlessLocal } from "~/lib/lists/local-search-params";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { useFollowedOrders } from "~/lib/orders/use-followed-orders";
import { actOnPayment } from "./act-on-payment.server";
import { selectedMethod } from "./methods/selected-method";
import { ConsentForm } from "./methods/consent-form";
import { CancelDialog } from "./cancel-dialog";
import {
  CancelledBanner,
  OrderHead,
  OrderPanel,
  QuoteEnded,
  TimeBanner,
  UnallocatedBanner,
} from "./banners";
import { loadPayment } from "./load-payment.server";
import { usePayable, useSteps } from "./methods/use-steps";
import { MethodTabs } from "./methods/method-tabs";
import { ProofDialog } from "./proof/proof-dialog";
import { loadWords } from "~/lib/messages/words";

export const handle = {
  ...(await loadWords("payment", "paying")),
  turn: { kind: "finish", isAnswered: true } satisfies PageTurn,
};

export const loader = ({ request, context }: LoaderFunctionArgs) => loadPayment(request, context);

export const action = (args: ActionFunctionArgs) => actOnPayment(args);

export const clientAction = handleLostConnection;

export const meta = titled("Payment");

export const shouldRevalidate = unlessLocal;

export default function Payment() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("payment");
  return (
    <div className="grid max-w-5xl gap-5">
      <h1>{t("title")}</h1>
      {data.kind === "missing" && <Missing />}
      {data.kind === "settled" && <Settled {...data} />}
      {data.kind === "payable" && <Payable />}
    </div>
  );
}

function Payable() {
  const data = usePayable();
  const [params] = useSearchParams();
  const chosen = selectedMethod(params, data);
  const { order } = data;
  const { t } = useTranslation("payment");
  const stepsOf = useSteps();
  const { revalidate } = useRevalidator();
  // The order may be replaced, cancelled or paid in another tab.
  useFollowedOrders(order.status === "OPEN" ? [order.orderNumber] : [], ([now]) => {
    if (now && now.status !== order.status) revalidate();
  });
  // The bank's entry names the order of a rest: nothing is sent.
  const isRest = order.missingPaise !== null;
  // The order is paid: its methods are folded, and serve to correct wrong details.
  const isGivenUp = order.status === "CANCELLED" || data.unallocated !== null;
  const methods = (
    <div className="grid min-w-0 gap-5 p-4 md:p-5">
      <MethodTabs chosen={chosen} isBare={isGivenUp} />
      {data.methods.includes(chosen.method) && !isRest && (
        <LastStep steps={isGivenUp ? null : stepsOf(chosen.method)}>
          <ConsentForm method={chosen.method} isBare={isGivenUp} />
        </LastStep>
      )}
    </div>
  );
  return (
    <>
      {data.unallocated ? (
        <UnallocatedBanner payment={data.unallocated} company={data.company} />
      ) : isGivenUp ? (
        <CancelledBanner {...data} />
      ) : (
        <>
          <OrderHead order={order} />
          <TimeBanner {...data} />
        </>
      )}
      {data.presentTerms && !data.unallocated && (
        <QuoteEnded order={order} presentTerms={data.presentTerms} />
      )}
      {/* Two columns where the letters leave room for them. */}
      <div className="grid items-start gap-5 lg:flex lg:flex-wrap">
        {isGivenUp ? (
          <details
            className="card min-w-0 lg:flex-[1.6_1_19.2rem]"
            open={params.has("sent") || undefined}
          >
            <summary className="cursor-pointer p-5 font-semibold">
              {t(data.unallocated ? "onRecord.again" : "alreadySent")}
            </summary>
            {methods}
          </details>
        ) : (
          <section className="card min-w-0 lg:flex-[1.6_1_19.2rem]">{methods}</section>
        )}
        <div className="grid min-w-0 gap-5 lg:flex-[1_1_12rem]">
          {isGivenUp && (
            <OrderLines orders={[lineOf(order, data.unallocated ? "ON_RECORD" : order.status)]} />
          )}
          <OrderPanel order={order} />
        </div>
      </div>
      {order.status === "OPEN" && params.has("cancel") && <CancelDialog />}
      {chosen.isProofOpen && !isRest && <ProofDialog chosen={chosen} />}
    </>
  );
}

/** The step that reports the payment: all methods share its form, which keeps its checkbox. */
function LastStep({ steps, children }: { steps: readonly string[] | null; children: ReactNode }) {
  if (!steps) return children;
  return (
    <ol className="pay-steps" start={steps.length}>
      <li>
        <p className="font-semibold">{steps.at(-1)}</p>
        {children}
      </li>
    </ol>
  );
}

function Missing() {
  const { t } = useTranslation("payment");
  return (
    <div className="card grid justify-items-start gap-4 p-5">
      <p>{t("missing")}</p>
      <Link className="button button-quiet" to={paths.user.buyToken}>
        {t("goBack")}
      </Link>
    </div>
  );
}

const lineOf = (
  { orderNumber, status: own, quantity, totalPaise }: OrderView,
  status: LineOrder["status"] = own,
): LineOrder => ({ orderNumber, status, quantity, totalPaise });

/** An order whose payment was already submitted, for example after going back in the browser. */
function Settled({ order }: { order: OrderView }) {
  const { t } = useTranslation("payment");
  return (
    <section className="grid justify-items-start gap-4">
      <h2>{t("settled.title")}</h2>
      <p>{t("settled.text", { orderNumber: order.orderNumber })}</p>
      <OrderLines orders={[lineOf(order)]} />
      <Link className="button button-quiet" to={paths.user.buyToken}>
        {t("settled.buy")}
      </Link>
    </section>
  );
}
