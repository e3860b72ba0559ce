import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useRevalidator, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PageTurn } from "@server/http/pages/page-routes";
import type { OrderView } from "@server/orders/contracts/orders";
import { unlessLocal } from "~/lib/lists/local-search-params";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { titled } from "~/lib/pages/page-meta";
import { ownOrderPath, paths } from "~/lib/paths";
import { useFollowedOrders } from "~/lib/orders/use-followed-orders";
import { actOnPayment } from "./act-on-payment.server";
import { selectedMethod } from "./methods/selected-method";
import { CancelDialog } from "./cancel-dialog";
import { CancelledBanner, QuoteEnded, RejectedBanner, UnallocatedBanner } from "./banners";
import { DueNow, OrderDetails } from "./due-now";
import { loadPayment } from "./load-payment.server";
import { usePayable } from "./methods/use-payable";
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
    <div className="beside">
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
  const { revalidate } = useRevalidator();
  // The order may be replaced, cancelled or paid in another tab.
  useFollowedOrders(order.status === "OPEN" ? [order.orderNumber] : [], ([now]) => {
    if (now && now.status !== order.status) revalidate();
  });
  // The order is paid: its methods are folded, and serve to correct wrong details.
  const isGivenUp = order.status === "CANCELLED" || data.unallocated !== null;
  const isTold = order.rest === "TOLD";
  return (
    <>
      {data.unallocated ? (
        <UnallocatedBanner payment={data.unallocated} company={data.company} />
      ) : isGivenUp ? (
        <CancelledBanner {...data} />
      ) : (
        <>
          {(order.status === "REJECTED" || order.rest === "MISSING") && (
            <RejectedBanner order={order} presentTerms={data.presentTerms} />
          )}
          <DueNow key={order.expiresAt} {...data} />
        </>
      )}
      {data.presentTerms && !data.unallocated && order.status !== "REJECTED" && (
        <QuoteEnded order={order} presentTerms={data.presentTerms} />
      )}
      <div className="aside xl:rounded-(--radius-card) xl:border xl:border-line xl:bg-surface xl:p-6">
        {isGivenUp || isTold ? (
          <details className="more" open={params.has("sent") || undefined}>
            <summary>
              {t(data.unallocated ? "onRecord.again" : isTold ? "restAgain" : "alreadySent")}
            </summary>
            <MethodTabs chosen={chosen} isBare />
          </details>
        ) : (
          <MethodTabs chosen={chosen} />
        )}
      </div>
      <OrderDetails order={order} />
      {order.status === "OPEN" && params.has("cancel") && <CancelDialog />}
      {chosen.isProofOpen && <ProofDialog chosen={chosen} />}
    </>
  );
}

function Missing() {
  const { t } = useTranslation("payment");
  return (
    <>
      <p>{t("missing")}</p>
      <Link className="button button-quiet justify-self-start" to={paths.user.buyToken}>
        {t("goBack")}
      </Link>
    </>
  );
}

/** An order whose payment was already submitted, for example after going back in the browser. */
function Settled({ order: { orderNumber } }: { order: OrderView }) {
  const { t } = useTranslation("payment");
  return (
    <section className="panel lead">
      <h2>{t("settled.title")}</h2>
      <p>{t("settled.text", { orderNumber })}</p>
      <Link className="button" to={ownOrderPath(orderNumber)}>
        {t("toOrder", { orderNumber })}
      </Link>
    </section>
  );
}
