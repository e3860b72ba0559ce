import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { INVESTOR_PAGER } from "@server/platform/rules/paging";
import { Pager } from "~/components/lists/pager";
import { type LineOrder, OrderLines } from "~/components/order/order-line";
import { AddressedTabs, TabPanel } from "~/components/layout/tabs";
import { investorApi } from "~/lib/callers";
import { listQuery } from "~/lib/lists/list-query";
import { pageMeta } from "~/lib/pages/page-meta";
import { orRefuse } from "~/lib/messages/refusals";
import { useOrderLines } from "~/routes/user/route";
import { type NextStep, Overview } from "./overview";
import { overviewPage } from "./overview-page.server";
import { StockCards } from "./stock-cards";
import { GlobalStockTable, MyStockTable } from "./stock-tables";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("dashboard");

const MINUTE_MS = 60_000;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const isMine = new URL(request.url).searchParams.get("stock") === "myStock";
  const { page, limit } = listQuery(request);
  const [stock, mine, global, kept] = await orRefuse(
    context,
    Promise.all([
      api.stock.overview(),
      isMine ? api.stock.mine({ page, limit }) : null,
      isMine ? null : api.stock.global({ page, limit }),
      api.payments.mine(),
    ]),
  );
  // The time left is shown in minutes: until the next one the page is the same.
  const now = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const overview = await overviewPage({
    language: context.caller.language,
    overview: stock,
    symbol: context.site.brand.symbol,
    company: context.site.kind === "company" ? context.site.company.name : "",
    today: dateInIndia(now),
  });
  const { tokens, allocations, holders, sale } = stock;
  const cards = { tokens, allocations, holders, allocated: sale.allocated };
  return { overview, cards, mine, global, kept, page, now: now.toISOString() };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Dashboard");

export default function Dashboard() {
  const { overview, cards, mine, global, kept, page, now } = useLoaderData<typeof loader>();
  const orders = useOrderLines(kept);
  const { t } = useTranslation("dashboard");
  const shown = mine ? "myStock" : "globalStock";
  const has = (...states: LineOrder["status"][]) =>
    orders.some(({ status }) => states.includes(status));
  const isOpen = has("OPEN");
  const isWaiting = has("PENDING", "KEPT");
  const isNew = cards.allocations === 0 && !isOpen && !isWaiting;
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      <OrderLines orders={orders} />
      <Overview
        page={overview}
        next={nextStep({ isOpen, isWaiting, isUnpaid: has("EXPIRED", "CANCELLED"), ...cards })}
        now={now}
        isNew={isNew}
      />
      <AddressedTabs value={shown}>
        <StockCards {...cards} isMine={mine !== null} />
        <TabPanel value={shown}>
          {mine && (
            <MyStockTable
              rows={mine.records}
              now={now}
              words={overview.tables}
              isNone={cards.allocations === 0}
            />
          )}
          {global && <GlobalStockTable rows={global.records} now={now} words={overview.tables} />}
          <Pager page={page} lastPage={(mine ?? global)?.lastPage ?? 1} shape={INVESTOR_PAGER} />
        </TabPanel>
      </AddressedTabs>
    </div>
  );
}

/** Chooses the member's next step; those that money depends on come first. */
function nextStep(at: {
  isOpen: boolean;
  isWaiting: boolean;
  isUnpaid: boolean;
  tokens: number;
}): NextStep {
  if (at.isOpen) return "pay";
  if (at.isUnpaid) return "proof";
  if (at.isWaiting) return "wait";
  return at.tokens > 0 ? "more" : "first";
}
