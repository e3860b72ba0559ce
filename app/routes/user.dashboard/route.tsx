import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { INVESTOR_PAGER } from "@server/domain/paging/paging";
import { Pager } from "~/components/data/pager";
import { DecidedOrders } from "~/components/orders/decided-orders";
import { KeptPayments } from "~/components/orders/kept-payments";
import { UnpaidOrders } from "~/components/orders/unpaid-orders";
import { WaitingOrders } from "~/components/orders/waiting-orders";
import { AddressedTabs, TabPanel } from "~/components/layout/tabs";
import { OpenOrder } from "~/components/orders/open-order";
import { investorApi } from "~/lib/callers";
import { listQuery } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { orRefuse } from "~/lib/refusals";
import { useDecidedOrders, useUnpaidOrders, useWaitingOrders } from "~/routes/user/route";
import { StockCards } from "./stock-cards";
import { GlobalStockTable, MyStockTable } from "./stock-tables";
import { paths } from "~/lib/paths";
import { useSite } from "~/root";
import { loadWords } from "~/lib/words";

export const handle = await loadWords("dashboard", "history");

const MINUTE_MS = 60_000;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const isMine = new URL(request.url).searchParams.get("stock") === "myStock";
  const { page, limit } = listQuery(request);
  const first = { page: 1, limit };
  const [global, mine, open, kept] = await orRefuse(
    context,
    Promise.all([
      api.stock.global(isMine ? first : { page, limit }),
      api.stock.mine(isMine ? { page, limit } : first),
      api.orders.open(),
      api.payments.mine(),
    ]),
  );
  // The time left is shown in minutes: until the next one the page is the same.
  const now = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS).toISOString();
  return { global, mine, open, kept, isMine, page, now };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Dashboard");

export default function Dashboard() {
  const { global, mine, open, kept, isMine, page, now } = useLoaderData<typeof loader>();
  const waiting = useWaitingOrders();
  const { t } = useTranslation("dashboard");
  const shown = isMine ? "myStock" : "globalStock";
  const isNew = mine.total === 0 && !open && waiting.length + kept.length === 0;
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      {open && <OpenOrder order={open} />}
      <DecidedOrders records={useDecidedOrders()} />
      <KeptPayments kept={kept} />
      <WaitingOrders records={waiting} />
      <UnpaidOrders records={useUnpaidOrders()} />
      {isNew && <FirstSteps />}
      <AddressedTabs value={shown}>
        <StockCards global={global} mine={mine} isMine={isMine} />
        <TabPanel value={shown}>
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
        </TabPanel>
      </AddressedTabs>
    </div>
  );
}

/** The first steps of a member who has no orders yet. */
function FirstSteps() {
  const { companyName } = useSite();
  const { t } = useTranslation("dashboard");
  const steps = [
    [t("start.buy"), t("start.buyText")],
    [t("start.pay"), t("start.payText")],
    [t("start.approved"), t("start.approvedText", { company: companyName })],
  ] as const;
  return (
    <section className="card grid gap-5 p-5" aria-labelledby="first-steps">
      <h2 id="first-steps">{t("start.title")}</h2>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-9 flex-none place-items-center rounded-full bg-sunken font-bold tabular"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <strong className="block">{title}</strong>
              <span className="text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Link className="button justify-self-start" to={paths.user.buyToken}>
        {t("start.go")}
      </Link>
    </section>
  );
}
