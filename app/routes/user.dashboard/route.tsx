import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { INVESTOR_PAGER } from "@server/domain/paging/paging";
import { Pager } from "~/components/data/pager";
import { DecidedOrders } from "~/components/data/decided-orders";
import { WaitingOrders } from "~/components/data/waiting-orders";
import { OpenOrder } from "~/components/orders/open-order";
import { investorApi } from "~/lib/callers";
import { listQuery } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { orRefuse } from "~/lib/refusals";
import { useDecidedOrders, useWaitingOrders } from "~/routes/user/route";
import { FirstSteps } from "./first-steps";
import { StockCards } from "./stock-cards";
import { GlobalStockTable, MyStockTable } from "./stock-tables";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const isMine = new URL(request.url).searchParams.get("stock") === "myStock";
  const { page, limit } = listQuery(request);
  const first = { page: 1, limit };
  const [global, mine, open] = await orRefuse(
    context,
    Promise.all([
      api.stock.global(isMine ? first : { page, limit }),
      api.stock.mine(isMine ? { page, limit } : first),
      api.orders.open(),
    ]),
  );
  return { global, mine, open, isMine, page, now: new Date().toISOString() };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Dashboard");

export default function Dashboard() {
  const { global, mine, open, isMine, page, now } = useLoaderData<typeof loader>();
  const waiting = useWaitingOrders();
  const { t } = useTranslation("dashboard");
  const isNew = mine.total === 0 && !open && waiting.length === 0;
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      {open && <OpenOrder order={open} />}
      <DecidedOrders records={useDecidedOrders()} />
      <WaitingOrders records={waiting} />
      {isNew && <FirstSteps />}
      <StockCards global={global} mine={mine} isMine={isMine} />
      {isMine ? (
        <MyStockTable rows={mine.records} now={now} isNone={mine.total === 0} />
      ) : (
        <GlobalStockTable rows={global.records} now={now} />
      )}
      <Pager
        page={page}
        lastPage={isMine ? mine.lastPage : global.lastPage}
        shape={INVESTOR_PAGER}
      />
    </div>
  );
}
