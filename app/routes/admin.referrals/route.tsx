import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { REFERRER_SORTS } from "@db/vocabulary";
import {
  dateInIndia,
  HISTORY_PERIODS,
  recentFinancialYears,
} from "@server/platform/rules/dates/dates";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { Chart } from "~/components/charts/chart";
import { FiguresTable, Legend } from "~/components/charts/figures-table";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { Pager } from "~/components/lists/pager";
import { adminApi } from "~/lib/callers";
import { listQuery, searchWith } from "~/lib/lists/list-query";
import { loadWords } from "~/lib/messages/words";
import { orRefuse } from "~/lib/messages/refusals";
import { pageMeta } from "~/lib/pages/page-meta";
import { Cases } from "./cases";
import { programmeCharts } from "./charts.server";
import { ReferrerTable } from "./lists";

export const handle = await loadWords("admin/programme", "admin/adminDashboard");

const TABS = ["overview", "referrers", "cases"] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const tab = TABS.find((one) => one === asked.get("tab")) ?? "overview";
  const period = HISTORY_PERIODS.find((one) => one === asked.get("period")) ?? "days";
  const { page, search } = listQuery(request);
  const text = asked.get("sort") ?? "";
  const sort = REFERRER_SORTS.find((one) => one === text.replace(/^-/, "")) ?? "paid";
  const isDescending = text === "" || text.startsWith("-");
  const isDecidedToo = asked.has("decided");
  const [history, referrers, cases] = await orRefuse(
    context,
    Promise.all([
      tab === "overview" ? api.programme.history({ period }) : null,
      tab === "referrers" ? api.programme.referrers({ page, search, sort, isDescending }) : null,
      tab === "cases" ? api.orders.cases({ page, isWaiting: !isDecidedToo }) : null,
    ]),
  );
  const lastPage = (referrers ?? cases)?.lastPage ?? 1;
  if (page > lastPage) throw redirect(searchWith(asked, { page: lastPage }));
  return {
    ...{ tab, period, page, search, sort, isDescending, lastPage, referrers, cases, isDecidedToo },
    charts: history && (await programmeCharts(history, context.caller.language)),
    years: recentFinancialYears(dateInIndia(new Date())),
  };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Referrals");

/** The company's referral programme: what it costs and brings, its rewards and its referrers. */
export default function Referrals() {
  const { tab, page, lastPage } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("title")}</h1>
        <p className="hint mt-1">{t("intro")}</p>
      </div>
      <AddressedTabs value={tab}>
        <TabList label={t("title")}>
          {TABS.map((one) => (
            <LinkTab key={one} value={one} to={one === "overview" ? "?" : `?tab=${one}`}>
              {one === "cases" ? t("cases.tab") : t(`tabs.${one}`)}
            </LinkTab>
          ))}
        </TabList>
        <TabPanel value={tab}>
          {tab === "overview" && <Overview />}
          {tab === "referrers" && <ReferrerTable />}
          {tab === "cases" && <Cases />}
          <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
        </TabPanel>
      </AddressedTabs>
    </div>
  );
}

/** The charts of costs and benefits by days, weeks or months, which the address selects. */
function Overview() {
  const { charts, period } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation(["programme", "adminDashboard"]);
  if (!charts) return null;
  const { cost, benefit, isEmpty, columns, rows } = charts;
  const parts = [
    { title: t("cost"), hint: t("costHint"), drawing: cost },
    { title: t("benefit"), hint: t("benefitHint"), drawing: benefit },
  ];
  return (
    <>
      <nav className="flex flex-wrap gap-2" aria-label={t("adminDashboard:history.label")}>
        {HISTORY_PERIODS.map((one) => (
          <Link
            key={one}
            to={searchWith(params, { period: one })}
            className={`button button-small ${one === period ? "" : "button-quiet"}`}
            aria-current={one === period ? "true" : undefined}
            preventScrollReset
          >
            {t(`adminDashboard:history.${one}`)}
          </Link>
        ))}
      </nav>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {parts.map(({ title, hint, drawing }) => (
          <section key={title} className="card p-5">
            <h2>{title}</h2>
            <p className="hint mt-1">{isEmpty ? t("empty") : hint}</p>
            <Chart title={title} drawing={drawing} className="chart-stacks" hover="tooltip">
              <Legend figures={drawing.figures} />
            </Chart>
          </section>
        ))}
      </div>
      <FiguresTable title={t("figures")} parts={[{ title: t("figures"), columns, rows }]} />
    </>
  );
}
