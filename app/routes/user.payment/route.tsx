import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OrderView } from "@server/contracts/orders";
import { StatusBadge } from "~/components/data/badge";
import { orUnanswered } from "~/lib/or-unanswered";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { actOnPayment } from "./act-on-payment.server";
import { BankPanel } from "./bank-panel";
import { loadPayment, type PayableData } from "./load-payment.server";
import { ManualPanel } from "./manual-panel";
import { MethodTabs } from "./method-tabs";
import { OrderPanel } from "./order-panel";
import { ProofDialog } from "./proof-dialog";
import { TimeBanner } from "./time-banner";
import { UpiPanel } from "./upi-panel";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadPayment(request, context);

export const action = (args: ActionFunctionArgs) => actOnPayment(args);

export const clientAction = orUnanswered;

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Payment");

const PANELS = { BANK: BankPanel, UPI: UpiPanel, MANUAL: ManualPanel };

export default function Payment() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("payment");
  return (
    <div className="grid max-w-5xl gap-5">
      <h1>{t("title")}</h1>
      {data.kind === "missing" && <Missing />}
      {data.kind === "settled" && <Settled order={data.order} />}
      {data.kind === "payable" && <Payable data={data} />}
    </div>
  );
}

function Payable({ data }: { data: PayableData }) {
  const result: unknown = useActionData<typeof action>();
  const Panel = PANELS[data.method];
  return (
    <>
      <TimeBanner order={data.order} open={data.open} company={data.company} />
      <div className="grid items-start gap-5 lg:grid-cols-[1.6fr_1fr]">
        <section className="card grid min-w-0 gap-5 p-5">
          <MethodTabs methods={data.methods} method={data.method} />
          <Panel data={data} result={result} />
        </section>
        <OrderPanel order={data.order} />
      </div>
      {data.isProofOpen && <ProofDialog data={data} result={result} />}
    </>
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

/** An order whose payment was already submitted, as after going back in the browser. */
function Settled({ order }: { order: OrderView }) {
  const { t } = useTranslation("payment");
  return (
    <section className="card grid justify-items-start gap-4 p-5">
      <h2>{t("settled.title")}</h2>
      <p>{t("settled.text", { orderNumber: order.orderNumber })}</p>
      <StatusBadge status={order.status} />
      <div className="flex flex-wrap gap-3">
        <Link className="button" to={`${paths.user.paymentHistory}?status=${order.status}`}>
          {t("settled.history")}
        </Link>
        <Link className="button button-quiet" to={paths.user.buyToken}>
          {t("settled.buy")}
        </Link>
      </div>
    </section>
  );
}
