import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { STOCK_PARTS } from "@db/vocabulary";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { INVESTOR_PAGER } from "@server/platform/rules/paging";
import { Pager } from "~/components/lists/pager";
import { YourOrders } from "~/components/order/your-orders";
import { AddressedTabs, Tab, TabList, TabPanel } from "~/components/layout/tabs";
import { investorApi } from "~/lib/callers";
import { chosenIn, listQuery } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { type loader as frameLoader, useOrderLines } from "~/routes/user/route";
import { FirstSteps, Overview } from "./overview";
import { globalRows, launchIn, myRows, overviewPage, tableWords } from "./overview-page.server";
import { GlobalStockTable, MyStockTable } from "./stock-tables";
import { loadWords } from "~/lib/messages/words";
import { versionedImage } from "@themes/assets";
import { SummaryCard } from "~/components/data/summary-card";
import { useSite, useTokens } from "~/lib/use-site";

export const handle = await loadWords("dashboard");

/** The ranking's first members; all have a page. */
const FIRST_RANKS = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const asked = new URL(request.url).searchParams;
  const isMine = asked.get("stock") === "myStock";
  const part = chosenIn(asked, "kind", STOCK_PARTS) ?? null;
  const { page, limit } = listQuery(request);
  const [stock, mine, global, unallocated] = await orRefuse(
    context,
    Promise.all([
      api.stock.overview(),
      isMine ? api.stock.mine({ page, limit, ...(part && { kind: part }) }) : null,
      isMine ? null : api.stock.global({ limit: FIRST_RANKS }),
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
    hasPlan: site.kind === "company" && site.company.unlockPlans !== null,
    today: dateInIndia(now),
    symbol: site.brand.symbol,
    company: site.kind === "company" ? site.company.name : "",
    bonus: stock.allocations === 0 ? (await orRefuse(context, api.orders.terms())).bonus : null,
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
      part,
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
  const isStart = orders.every(({ status }) => status === "EXPIRED" || status === "CANCELLED");
  const lines = <YourOrders orders={orders} most={2} />;
  const hasTurn = orders.some(
    ({ status, askedPaise }) => status === "OPEN" || typeof askedPaise === "number",
  );
  return (
    <div className="mx-auto grid w-full max-w-[62rem] gap-5">
      <h1>{t("title")}</h1>
      <IdentityAsked />
      {overview.start && isStart ? (
        <>
          <FirstSteps {...overview.start} />
          {lines}
        </>
      ) : (
        <Overview page={overview} hasTurn={hasTurn}>
          {lines}
        </Overview>
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
              <GlobalStockTable rows={global} left={left} note={note} isFirst />
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

/** Tells what the company asks again of who the member is, or did not accept. */
function IdentityAsked() {
  const { t } = useTranslation("dashboard");
  const asked = useRouteLoaderData<typeof frameLoader>("routes/user/route")?.identity;
  if (!asked) return null;
  return (
    <div className="note note-warning">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">{t(`identity.${asked.state}`)}</p>
        {asked.reason && <p className="break-words">{asked.reason}</p>}
        <Link className="link-out justify-self-start" to={paths.user.identity}>
          {t(`identity.${asked.state}_GO`)}
        </Link>
      </div>
    </div>
  );
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
  const quantity = useTokens();
  return (
    <TabList
      id="stock"
      label={t("title")}
      className="grid scroll-mt-20 grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3"
    >
      <Tab value="globalStock">
        <SummaryCard
          to="?stock=globalStock"
          icon="coins"
          title={t("globalStock")}
          value={quantity(allocated)}
          left={t("holders", { count: holders })}
          tokenIcon={tokenIcon}
          isActive={!isMine}
        />
      </Tab>
      <Tab value="myStock">
        <SummaryCard
          to="?stock=myStock#stock"
          icon="person"
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
