import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation, useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { normaliseOrderNumber } from "@server/orders/rules/order-number";
import { RiskNotice } from "~/components/brand/site-footer";
import { StatusBadge } from "~/components/data/badge";
import { BackLink } from "~/components/layout/back-link";
import { ReceiptDetails } from "~/components/order/receipt-details";
import { Stepper } from "~/components/order/stepper";
import { investorApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { useFollowedOrders } from "~/lib/orders/use-followed-orders";
import { loadWords } from "~/lib/messages/words";
import { orderPage } from "./order-page.server";

export const handle = await loadWords("history", "history-page");

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const purchaseId = normaliseOrderNumber(params["orderNumber"] ?? "");
  if (!purchaseId) throw notFound(context);
  const [found, timeline] = await orRefuse(
    context,
    Promise.all([api.orders.find({ purchaseId }), api.orders.timeline({ purchaseId })]),
  );
  const isSubmitted = found.order.submittedAt !== null;
  const receipt = isSubmitted ? await orRefuse(context, api.orders.receipt({ purchaseId })) : null;
  const { caller, site } = context;
  const reader = { language: caller.language, symbol: site.brand.symbol };
  return { page: orderPage(reader, found, timeline, receipt), receipt };
}

export const meta = titled("Order");

export default function OrderOfMember() {
  const { page, receipt } = useLoaderData<typeof loader>();
  const { t } = useTranslation("history");
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const { orderNumber, status, tone, words } = page;
  // The frame follows payments that wait; an unpaid order may be paid or cancelled in another tab.
  const followed = status === "OPEN" || status === "EXPIRED" ? [orderNumber] : [];
  useFollowedOrders(followed, ([now]) => {
    if (now && now.status !== status) revalidate();
  });
  return (
    <div className="grid max-w-5xl gap-5">
      <BackLink to={`${paths.user.paymentHistory}?status=ALL`}>{words.back}</BackLink>
      <div className="grid gap-1">
        <h1>{page.title}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular">
          {page.facts} <StatusBadge status={status} />
        </p>
      </div>
      <section className={`note note-${tone}`} aria-labelledby="order-state">
        <div className="grid min-w-0 justify-items-start gap-2">
          <h2 id="order-state">{page.head}</h2>
          {page.texts.map((text) => (
            <p key={text} className="whitespace-pre-line">
              {text}
            </p>
          ))}
          {page.links.map(({ label, to }, index) => (
            <Link key={to} className={index === 0 ? "button" : "link-out"} to={to}>
              {label}
            </Link>
          ))}
        </div>
      </section>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_1.4fr]">
        <section className="card grid gap-4 p-5" aria-labelledby="order-steps">
          <h2 id="order-steps">{words.steps}</h2>
          <Stepper {...page.stepper} />
          <noscript>
            <a className="link-out" href={pathname}>
              {words.again}
            </a>
          </noscript>
        </section>
        {receipt && (
          <section className="card grid gap-5 p-5" aria-labelledby="order-receipt">
            <h2 id="order-receipt">{t("receipt")}</h2>
            <ReceiptDetails receipt={receipt} />
          </section>
        )}
        <section className="card p-5 lg:col-span-2" aria-labelledby="order-help">
          <h2 id="order-help" className="mb-2">
            {words.help}
          </h2>
          {page.problems.map(({ name, title, text, label, href }) => (
            <details key={name} className="border-b border-line py-2">
              <summary className="min-h-11 cursor-pointer py-2 font-semibold">{title}</summary>
              <p className="mb-2">{text}</p>
              <a className="button button-quiet mb-2" href={href}>
                {label}
              </a>
            </details>
          ))}
          <p className="hint mt-3 break-words">{page.contact}</p>
        </section>
        <RiskNotice className="lg:col-span-2" />
      </div>
    </div>
  );
}
