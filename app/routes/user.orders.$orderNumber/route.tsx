import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation, useRevalidator } from "@remix-run/react";
import PartyPopper from "lucide-react/icons/party-popper";
import { normaliseOrderNumber } from "@server/orders/rules/order-number";
import { RiskNotice } from "~/components/brand/site-footer";
import { StatusBadge } from "~/components/data/badge";
import { BackLink } from "~/components/layout/back-link";
import { ReceiptDetails } from "~/components/order/receipt-details";
import { Stepper } from "~/components/order/stepper";
import { investorApi } from "~/lib/callers";
import { unlockText } from "~/lib/pages/unlock.server";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { useFollowedOrders } from "~/lib/orders/use-followed-orders";
import { loadWords } from "~/lib/messages/words";
import { unlockDay } from "../user.dashboard/overview-page.server";
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
  const isOwned = found.order.status === "APPROVED";
  const unlock = unlockText(context) ?? (isOwned ? unlockDay(context) : null);
  const reader = { language: caller.language, symbol: site.brand.symbol, unlock };
  const page = orderPage(reader, found, timeline, receipt, new Date());
  // The page begins with the reason.
  if (receipt) Object.assign(receipt.transaction, { rejectionReason: null, refundNote: null });
  return { page, receipt };
}

export const meta = titled("Order");

export default function OrderOfMember() {
  const { page, receipt } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const { orderNumber, status, words, links, paid } = page;
  const [main, ...others] = links;
  // The frame follows payments that wait; an unpaid order may be paid or cancelled in another tab.
  const followed = status === "OPEN" || status === "EXPIRED" ? [orderNumber] : [];
  useFollowedOrders(followed, ([now]) => {
    if (now && now.status !== status) revalidate();
  });
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5 lg:max-w-[62rem] lg:grid-cols-2 lg:grid-rows-[auto_auto_auto_1fr]">
      <div className="lg:col-span-2">
        <BackLink to={`${paths.user.paymentHistory}?status=ALL`}>{words.back}</BackLink>
        <h1>{page.title}</h1>
      </div>
      <section className="panel lead lg:col-span-2" aria-labelledby="order-state">
        {page.isCelebrated && <PartyPopper size={40} />}
        <h2 id="order-state" className="display-figure">
          {page.head}
        </h2>
        <p className="my-1 flex flex-wrap items-center gap-x-3 gap-y-1 tabular">
          <StatusBadge status={status} /> {page.facts}
        </p>
        {page.texts.map((text) => (
          <p key={text} className="max-w-prose whitespace-pre-line">
            {text}
          </p>
        ))}
        {main && (
          <Link className={page.isQuiet ? "link-out" : "button"} to={main.to}>
            {main.label}
          </Link>
        )}
        {others.map(({ label, to }) => (
          <Link key={to} className="link-out" to={to}>
            {label}
          </Link>
        ))}
        {paid && (
          <details className="more">
            <summary>{paid.label}</summary>
            <p>{paid.text}</p>
            <Link className="link-out" to={paid.to}>
              {paid.send}
            </Link>
          </details>
        )}
      </section>
      <section className="card grid gap-4 self-start p-5" aria-labelledby="order-steps">
        <h2 id="order-steps">{words.steps}</h2>
        <Stepper {...page.stepper} />
        <noscript>
          <a className="link-out" href={pathname}>
            {words.again}
          </a>
        </noscript>
      </section>
      {receipt && (
        <section
          className="card grid gap-5 self-start p-5 lg:row-span-2"
          aria-labelledby="order-receipt"
        >
          <h2 id="order-receipt">{words.receipt}</h2>
          <ReceiptDetails receipt={receipt} />
        </section>
      )}
      <section className="card self-start px-5 pt-5" aria-labelledby="order-help">
        <h2 id="order-help">{words.help}</h2>
        {page.problems.map(({ name, title, text, label, href }) => (
          <details key={name} className="more">
            <summary>{title}</summary>
            <p className="mb-3!">{text}</p>
            <a className="button button-quiet" href={href}>
              {label}
            </a>
          </details>
        ))}
      </section>
      <RiskNotice isFolded className="lg:col-span-2" />
    </div>
  );
}
