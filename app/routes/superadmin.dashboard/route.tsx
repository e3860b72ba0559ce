import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import { HISTORY_PERIODS } from "@server/platform/rules/dates/dates";
import { formatPercent, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ADMIN_PAGER, MAX_LIMIT } from "@server/platform/rules/paging";
import type { CompanyOverview } from "@server/companies/contracts/companies";
import type { MessageQueue } from "@server/office/contracts/messages";
import { DataTable } from "~/components/lists/data-table";
import { FilterSelect } from "~/components/lists/filter-select";
import { HostBadges } from "~/components/data/host-badges";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { SuspendedBadge } from "~/components/data/suspended-badge";
import { UndeliveredMessageList } from "~/components/data/undelivered-messages";
import { superAdminApi } from "~/lib/callers";
import { companyFilter, listQuery, chosenIn } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { companyPath, paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { Totals } from "./totals";
import { totalsChart } from "./totals-chart.server";
import { VerificationNote } from "./verification-note";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("admin/users", "admin/admin-dashboard");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { page, limit, search } = listQuery(request);
  const period = chosenIn(new URL(request.url).searchParams, "period", HISTORY_PERIODS) ?? "weeks";
  const { records: all } = await orRefuse(
    context,
    api.companies.list({ page: 1, limit: MAX_LIMIT }),
  );
  const companies = all.map(({ id, companyName }) => ({ id, name: companyName }));
  const { companyId } = companyFilter(request);
  const company = companies.find(({ id }) => id === companyId) ?? companies[0] ?? null;
  const [overview, undelivered, queue, verification, sums, own] = await orRefuse(
    context,
    Promise.all([
      api.companies.overview({ page, limit, search }),
      api.messages.undeliveredOfPlatform(),
      api.messages.queue(),
      api.proof.lastVerification(),
      api.companies.totals({ period }),
      company && api.companies.totals({ period, id: company.id }),
    ]),
  );
  const { language } = context.caller;
  const totals = await totalsChart(sums, language);
  const one = company && own && { ...company, totals: await totalsChart(own, language) };
  return {
    page,
    search,
    ...overview,
    undelivered,
    queue,
    verification,
    period,
    totals,
    companies,
    one,
  };
}

export const meta = titled("Dashboard");

export default function SuperAdminDashboard() {
  const shown = useLoaderData<typeof loader>();
  const { records, page, lastPage, undelivered, queue, verification } = shown;
  const { period, totals, companies, one, search } = shown;
  const { t } = useTranslation("platform");
  const dates = useDates();
  return (
    <div className="grid gap-5">
      <h1>{t("dashboard.title")}</h1>
      <QueueNote {...queue} />
      <VerificationNote last={verification} />
      <UndeliveredMessageList {...undelivered} companyPath={companyPath} />
      <SearchBox label={t("search")} />
      <DataTable
        title={t("dashboard.table")}
        empty={t(search ? "noMatch" : "companies.empty")}
        rows={records}
        columns={[
          {
            label: t("company"),
            place: "title",
            cell: (row) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                <Link to={companyPath(row.id)} className="link-out">
                  {row.companyName}
                </Link>
                <SuspendedBadge status={row.status} />
              </span>
            ),
          },
          { label: t("companies.symbol"), place: "detail", cell: (row) => row.tokenSymbol },
          {
            label: t("dashboard.members"),
            cell: (row) => formatQuantity(row.members),
            isNumber: true,
          },
          {
            label: t("dashboard.pending"),
            place: "more",
            cell: (row) => (
              <Link
                className="link-out"
                to={`${paths.superAdmin.transactionManage}?companyId=${row.id}&status=PENDING`}
              >
                {formatQuantity(row.pending)}
              </Link>
            ),
            isNumber: true,
          },
          {
            label: t("dashboard.oldest"),
            cell: (row) => row.oldestPendingAt && dates.full(row.oldestPendingAt),
            isShort: true,
          },
          {
            label: t("dashboard.collected"),
            place: "figure",
            cell: (row) => formatRupees(row.collectedPaise),
            isNumber: true,
          },
          {
            label: t("dashboard.fees"),
            cell: (row) => formatRupees(row.feesPaise),
            isNumber: true,
          },
          {
            label: t("dashboard.supply"),
            cell: (row) => formatQuantity(row.remainingPrivateSupply),
            isNumber: true,
          },
          {
            label: t("dashboard.hosts"),
            cell: (row) => (row.hosts.length === 0 ? t("dashboard.noHost") : <Hosts {...row} />),
          },
        ]}
      />
      <details>
        <summary className="chart-summary">{t("programmes.title")}</summary>
        <DataTable
          title={t("programmes.title")}
          isTitleHidden
          empty={t(search ? "noMatch" : "companies.empty")}
          rows={records}
          columns={[
            { label: t("company"), place: "title", cell: (row) => row.companyName },
            {
              label: t("programmes.rate"),
              cell: (row) => formatPercent(row.rewardBps),
              isNumber: true,
            },
            {
              label: t("programmes.given"),
              place: "more",
              cell: (row) => formatQuantity(row.rewarded),
              isNumber: true,
            },
            {
              label: t("programmes.held"),
              place: "more",
              cell: (row) => formatQuantity(row.rewardHeld),
              isNumber: true,
            },
            {
              label: t("programmes.brought"),
              place: "figure",
              cell: (row) => formatRupees(row.invitedPaise),
              isNumber: true,
            },
          ]}
        />
      </details>
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Totals title={t("dashboard.totals")} period={period} totals={totals} />
        {one && (
          <Totals
            title={t("dashboard.totalsOf", { company: one.name })}
            period={period}
            totals={one.totals}
          >
            <FilterSelect
              name="companyId"
              label={t("company")}
              value={one.id}
              options={companies.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Totals>
        )}
      </div>
    </div>
  );
}

/** The messages that wait; nothing without any. */
function QueueNote(queue: MessageQueue) {
  const { t } = useTranslation("platform");
  const isPaused = queue.paused.length > 0;
  const waiting = [
    ["codes", queue.codes, queue.oldestCodeSeconds],
    ["notices", queue.notices, queue.oldestNoticeSeconds],
  ] as const;
  const words = waiting.flatMap(([name, count, oldest]) =>
    // Below a minute they are on their way.
    count === 0 || oldest < 60
      ? []
      : [
          t(`dashboard.queue.${name}`, {
            count,
            number: formatQuantity(count),
            minutes: formatQuantity(Math.floor(oldest / 60)),
          }),
        ],
  );
  if (words.length === 0 && !(isPaused && queue.codes + queue.notices > 0)) return null;
  return (
    <p className={`note ${isPaused ? "note-warning" : ""}`}>
      {words.join(" ")}
      {isPaused && ` ${t("dashboard.paused")}`}
    </p>
  );
}

/** The first three hosts, with their health if known; the company's page lists all. */
function Hosts({ hosts }: Pick<CompanyOverview, "hosts">) {
  return (
    <ul className="grid gap-2">
      {hosts.slice(0, 3).map(({ host, dns, certificate }) => (
        <li key={host} className="grid justify-items-start gap-1">
          <span className="break-all">{host}</span>
          {dns && certificate && <HostBadges dns={dns} certificate={certificate} />}
        </li>
      ))}
    </ul>
  );
}
