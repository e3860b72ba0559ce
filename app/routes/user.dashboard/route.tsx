import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { INVESTOR_PAGER } from "@server/platform/rules/paging";
import { Pager } from "~/components/lists/pager";
import { type LineOrder, OrderLines } from "~/components/order/order-line";
import { AddressedTabs, Tab, TabList, TabPanel } from "~/components/layout/tabs";
import { investorApi } from "~/lib/callers";
import { listQuery } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { useOrderLines } from "~/routes/user/route";
import { FirstSteps, type NextStep, Overview } from "./overview";
import { globalRows, launchIn, myRows, overviewPage, tableWords } from "./overview-page.server";
import { GlobalStockTable, MyStockTable } from "./stock-tables";
import { loadWords } from "~/lib/messages/words";
import { formatQuantity } from "@server/platform/rules/money/format";
import { versionedImage } from "@themes/assets";
import { SummaryCard } from "~/components/data/summary-card";
import { Icon } from "~/components/layout/icon";
import { useSite } from "~/lib/use-site";

export const handle = await loadWords("dashboard");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const isMine = new URL(request.url).searchParams.get("stock") === "myStock";
  const { page, limit } = listQuery(request);
  const [stock, mine, global, unallocated] = await orRefuse(
    context,
    Promise.all([
      api.stock.overview(),
      isMine ? api.stock.mine({ page, limit }) : null,
      isMine ? null : api.stock.global({ limit }),
      api.payments.mine(),
    ]),
  );
  const { site, caller } = context;
  const { language } = caller;
  const now = new Date();
  const left = launchIn(language, stock.launchAt, now);
  const overview = await overviewPage({
    language,
    overview: stock,
    left,
    today: dateInIndia(now),
    symbol: site.brand.symbol,
    company: site.kind === "company" ? site.company.name : "",
  });
  const { tokens, allocations, holders, sale } = stock;
  const { friend, timeLeft: note, check, emptyMine } = tableWords(language);
  return {
    overview,
    cards: { tokens, allocations, holders, allocated: sale.allocated },
    left,
    note,
    global: global && globalRows(global),
    mine: mine && {
      rows: myRows(mine, friend),
      page,
      lastPage: mine.lastPage,
      check,
      empty: allocations === 0 ? emptyMine : null,
    },
    unallocated,
  };
}

export const meta = titled("Dashboard");

export default function Dashboard() {
  const { overview, cards, left, note, global, mine, unallocated } = useLoaderData<typeof loader>();
  const orders = useOrderLines(unallocated);
  const { t } = useTranslation("dashboard");
  const shown = mine ? "myStock" : "globalStock";
  const next = nextStep(orders);
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      <OrderLines orders={orders} />
      {overview.start && (next === "more" || next === "proof") ? (
        <FirstSteps {...overview.start} />
      ) : (
        <Overview page={overview} next={next} />
      )}
      <AddressedTabs value={shown}>
        <StockCards {...cards} isMine={mine !== null} />
        <TabPanel value={shown}>
          {mine && (
            <>
              <MyStockTable {...mine} left={left} note={note} />
              <Pager {...mine} shape={INVESTOR_PAGER} />
            </>
          )}
          {global && (
            <>
              <GlobalStockTable rows={global} left={left} note={note} />
              {cards.holders > global.length && (
                <Link className="button button-quiet justify-self-start" to={paths.user.ranking}>
                  {t("ranking.all")}
                </Link>
              )}
            </>
          )}
        </TabPanel>
      </AddressedTabs>
    </div>
  );
}

/** Chooses the member's next step; those that money depends on come first. */
function nextStep(orders: readonly LineOrder[]): NextStep {
  const has = (...states: LineOrder["status"][]) =>
    orders.some(({ status }) => states.includes(status));
  if (has("OPEN")) return "pay";
  if (orders.some(({ askedPaise }) => typeof askedPaise === "number")) return "rest";
  if (has("EXPIRED", "CANCELLED")) return "proof";
  return has("PENDING", "ON_RECORD") ? "wait" : "more";
}

interface Props {
  /** Tokens and allocations of the member; tokens of all members, and who holds them. */
  tokens: number;
  allocations: number;
  allocated: number;
  holders: number;
  isMine: boolean;
}

/** The two cards of product.md §2, as tabs: each selects the table below. */
function StockCards({ tokens, allocations, allocated, holders, isMine }: Props) {
  const { brand } = useSite();
  const { t } = useTranslation("dashboard");
  const tokenIcon = versionedImage(brand, brand.iconUrl);
  const quantity = (count: number) => `${formatQuantity(count)} ${brand.symbol}`;
  return (
    <TabList label={t("title")} className="grid gap-4 sm:grid-cols-2">
      <Tab value="globalStock">
        <SummaryCard
          to="?stock=globalStock"
          icon={<Icon name="coins" />}
          title={t("globalStock")}
          value={quantity(allocated)}
          left={t("holders", { count: holders })}
          tokenIcon={tokenIcon}
          isActive={!isMine}
        />
      </Tab>
      <Tab value="myStock">
        <SummaryCard
          to="?stock=myStock"
          icon={<Icon name="person" />}
          title={t("myStock")}
          value={quantity(tokens)}
          left={t("allocations", { count: allocations })}
          tokenIcon={tokenIcon}
          isActive={isMine}
        />
      </Tab>
    </TabList>
  );
}
