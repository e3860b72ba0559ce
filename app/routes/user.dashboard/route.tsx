import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Globe2, Wallet } from "lucide-react";
import { useTranslation } from "react-i18next";
import { INVESTOR_PAGER } from "@server/domain/paging/paging";
import { formatQuantity } from "@server/domain/money/format";
import { versionedImage } from "@themes/assets";
import { Countdown } from "~/components/data/countdown";
import { Pager } from "~/components/data/pager";
import { SummaryCard } from "~/components/data/summary-card";
import { investorApi } from "~/lib/callers";
import { listQuery } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { useSite } from "~/root";
import { GlobalStockTable, MyStockTable } from "./stock-tables";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const isMine = new URL(request.url).searchParams.get("stock") === "myStock";
  const { page, limit } = listQuery(request);
  const first = { page: 1, limit: 10 };
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
  const { brand } = useSite();
  const { t } = useTranslation("people");
  const icon = versionedImage(brand, brand.iconUrl);
  const quantity = (tokens: number) => `${formatQuantity(tokens)} ${brand.symbol}`;
  return (
    <div className="grid gap-5">
      <h1>{t("dashboard.title")}</h1>
      {open && (
        <section className="note note-warning flex-wrap items-center justify-between">
          <div>
            <h2 className="text-lg">{t("dashboard.openOrder")}</h2>
            <p>
              {t("dashboard.openOrderText", {
                quantity: formatQuantity(open.quantity),
                symbol: brand.symbol,
              })}{" "}
              <strong>
                <Countdown seconds={open.secondsLeft} over="00:00" />
              </strong>
            </p>
          </div>
          <Link
            className="button"
            to={`${paths.user.payment}?purchaseId=${open.orderNumber}&purchaseAmount=${open.amountPaise / 100}`}
          >
            {t("dashboard.continue")}
          </Link>
        </section>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SummaryCard
          to="?stock=globalStock"
          icon={<Globe2 size={20} aria-hidden />}
          title={t("dashboard.globalStock")}
          value={quantity(global.totalQuantity)}
          tokenIcon={icon}
          isActive={!isMine}
        />
        <SummaryCard
          to="?stock=myStock"
          icon={<Wallet size={20} aria-hidden />}
          title={t("dashboard.myStock")}
          value={quantity(mine.totalQuantity)}
          tokenIcon={icon}
          isActive={isMine}
        />
      </div>
      {isMine ? (
        <MyStockTable rows={mine.records} now={now} />
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
