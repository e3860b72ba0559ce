import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import { formatPrice } from "@server/platform/rules/money/format";
import { listedTokens } from "~/lib/orders/tokens-text";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { type Fact, FactList } from "~/components/data/fact-list";
import { BackLink } from "~/components/layout/back-link";
import { superAdminApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { companyPath, paths, transactionPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { OrderActivity } from "~/components/purchases/order/order-activity";
import { OrderFacts } from "~/components/purchases/order/order-facts";
import { FlagDetails, OrderFlags } from "~/components/purchases/order/order-flags";
import { ProofView } from "~/components/purchases/order/proof-view";
import { useMethodName } from "~/lib/orders/use-method-name";

export const handle = await loadWords("admin/purchases", "admin/order-list", "admin/review");

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { companyId = "", orderId = "" } = params;
  const order = await orRefuse(context, api.orders.findForPlatform({ companyId, orderId }));
  // The policy's text is on the company's own host.
  return {
    ...order,
    consent: order.consent && { ...order.consent, isKept: false },
  };
}

export const meta = titled("Transaction");

/** One payment of a company, read-only: each company decides about its own. */
export default function Transaction() {
  const order = useLoaderData<typeof loader>();
  const { t } = useTranslation("platform");
  const dates = useDates();
  const methodName = useMethodName();
  const time = (at: string | null) => at && dates.full(at);
  const facts: Fact[] = [
    [
      t("company"),
      <Link key="company" className="link-out" to={companyPath(order.company.id)}>
        {order.company.companyName}
      </Link>,
    ],
    [t("transactions.email"), order.member.email],
    [t("transactions.mobile"), order.user.mobile],
    [t("transactions.method"), methodName(order.paymentMethod)],
    [t("transactions.reference"), order.referenceNumber],
    [t("transactions.price"), formatPrice(order.priceMicroRupees)],
    [t("transactions.quantity"), listedTokens(t, order)],
    [t("transactions.date"), time(order.createdAt)],
    [t("transactions.submitted"), time(order.submittedAt)],
    [t("transactions.decided"), time(order.decidedAt)],
  ];
  return (
    <div className="grid gap-5">
      <BackLink to={paths.superAdmin.transactionManage}>{t("transactions.title")}</BackLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1>{order.orderNumber}</h1>
        <StatusBadge status={order.status} />
        <MissingBadge paise={order.missingPaise} told={order.toldPaise} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <section className="card grid gap-5 p-5" aria-label={t("transactions.order")}>
          <OrderFlags order={order} isLinked={false} />
          <FlagDetails order={order} />
          <FactList facts={facts} />
          <OrderFacts order={order} />
          <OrderActivity order={order} heading="h2" />
        </section>
        <div className="card p-5">
          <h2>{t("transactions.proof")}</h2>
          <ProofView order={order} pathOf={(id) => transactionPath(order.company.id, id)} />
        </div>
      </div>
    </div>
  );
}
