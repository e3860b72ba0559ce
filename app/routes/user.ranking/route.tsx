import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { INVESTOR_PAGER } from "@server/platform/rules/paging";
import { BackLink } from "~/components/layout/back-link";
import { Pager } from "~/components/lists/pager";
import { investorApi } from "~/lib/callers";
import { listQuery } from "~/lib/lists/list-query";
import { loadWords } from "~/lib/messages/words";
import { orRefuse } from "~/lib/messages/refusals";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { globalRows, launchIn, tableWords } from "~/routes/user.dashboard/overview-page.server";
import { GlobalStockTable } from "~/routes/user.dashboard/stock-tables";

export const handle = await loadWords("dashboard");

/** Rows of a page. */
const LIMIT = 25;

/** All rows of Global Stock by pages, with the place of the reader's own. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const { page } = listQuery(request);
  const [stock, own] = await orRefuse(
    context,
    Promise.all([api.stock.global({ page, limit: LIMIT }), api.stock.rank()]),
  );
  const { language } = context.caller;
  const unlocksAt = stock.records[0]?.unlocksAt ?? null;
  return {
    rows: globalRows(stock),
    left: launchIn(language, unlocksAt, new Date()),
    note: tableWords(language).timeLeft,
    page,
    lastPage: stock.lastPage,
    // The total is up to 20 s old; the reader's row may be newer.
    total: Math.max(stock.total, own ? own.before + 1 : 0),
    own: own && { ...own, page: Math.floor(own.before / LIMIT) + 1 },
  };
}

export const meta = titled("Ranking");

export default function Ranking() {
  const { rows, left, note, page, lastPage, total, own } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dashboard");
  const { brand } = useSite();
  return (
    <div className="mx-auto grid w-full max-w-[62rem] gap-5">
      <div>
        <BackLink to={paths.user.dashboard}>{t("ranking.back")}</BackLink>
        <h1>{t("ranking.title")}</h1>
      </div>
      {own ? (
        <section
          className="panel lead lg:grid-cols-[auto_1fr_auto] lg:items-center lg:gap-x-8"
          aria-label={t("ranking.yours")}
        >
          <p className="display-figure">{t("ranking.place", { rank: formatQuantity(own.rank) })}</p>
          <p>
            {t("ranking.of", { count: total, of: formatQuantity(total) })}
            {own.toNext !== null && (
              <span className="hint block">
                {t("ranking.next", {
                  tokens: formatQuantity(own.toNext),
                  symbol: brand.symbol,
                })}
              </span>
            )}
          </p>
          {own.page !== page && (
            <Link className="button" to={`?page=${own.page}`}>
              {t("ranking.show")}
            </Link>
          )}
        </section>
      ) : (
        <p className="note">{t("ranking.none")}</p>
      )}
      <GlobalStockTable rows={rows} left={left} note={note} />
      <Pager page={page} lastPage={lastPage} shape={INVESTOR_PAGER} />
    </div>
  );
}
