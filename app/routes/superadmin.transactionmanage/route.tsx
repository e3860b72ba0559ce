import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import { formatRupees } from "@server/platform/rules/money/format";
import { ADMIN_PAGER, MAX_LIMIT } from "@server/platform/rules/paging";
import { listedTokens } from "~/lib/orders/tokens-text";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { CompanyFilter, CompanyLink } from "~/components/lists/company-filter";
import { DaysForm } from "~/components/lists/days-form";
import { Filters } from "~/components/lists/filters";
import { FilterSelect } from "~/components/lists/filter-select";
import { FlagFilter, MethodFilter } from "~/components/lists/order-filters";
import { DataTable, numberColumn } from "~/components/lists/data-table";
import { ExportLink } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { superAdminApi } from "~/lib/callers";
import { listQuery } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths, transactionPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { transactionFilter } from "./transaction-filter";
import { loadWords } from "~/lib/messages/words";
import { useMethodName } from "~/lib/orders/use-method-name";

export const handle = await loadWords("admin/order-list");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { page, limit, search, status } = listQuery(request, { statuses: SUBMITTED_STATUSES });
  const only = transactionFilter(request);
  const [list, company, all] = await orRefuse(
    context,
    Promise.all([
      api.orders.listPlatform({ page, limit, search, ...(status && { status }), ...only }),
      only.companyId ? api.companies.find({ id: only.companyId }) : null,
      api.companies.list({ page: 1, limit: MAX_LIMIT }),
    ]),
  );
  const companies = all.records.map(({ id, companyName }) => ({ id, companyName }));
  const onlyCompany = company?.companyName ?? null;
  return { ...list, page, limit, status, onlyCompany, only, companies };
}

export const meta = titled("Transaction Manage");

/** Every company's payments, read-only: each company decides about its own. */
export default function TransactionManage() {
  const { records, page, limit, lastPage, status, onlyCompany, only, companies } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("platform");
  const dates = useDates();
  const methodName = useMethodName();
  const [params] = useSearchParams();
  const isFiltered = [...params.keys()].some((name) => name !== "page");
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("transactions.title")}</h1>
        <ExportLink to={paths.superAdmin.exports.transactions} />
      </div>
      <div className="flex flex-wrap gap-3">
        <SearchBox label={t("search")} />
        <Filters names={["status", "companyId", "method", "show", "from", "to"]}>
          <FilterSelect
            name="status"
            label={t("status")}
            value={status}
            placeholder={t("allStatuses")}
            options={SUBMITTED_STATUSES.map((value) => ({
              value,
              label: t(`common:status.${value}`),
            }))}
          />
          <FilterSelect
            name="companyId"
            label={t("company")}
            value={only.companyId}
            placeholder={t("allCompanies")}
            options={companies.map(({ id, companyName }) => ({ value: id, label: companyName }))}
          />
          <MethodFilter value={only.method} />
          <FlagFilter value={only.isFlagged} />
          <DaysForm days={{ from: only.from, to: only.to }} />
        </Filters>
      </div>
      <CompanyFilter company={onlyCompany} />
      <DataTable
        title={t("transactions.title")}
        isTitleHidden
        empty={t(isFiltered ? "noMatch" : "transactions.empty")}
        rows={records}
        columns={[
          numberColumn(t("number"), { page, limit }),
          {
            label: t("company"),
            place: "more",
            cell: (row) => <CompanyLink company={row.company} />,
          },
          {
            label: t("transactions.order"),
            place: "title",
            isShort: true,
            cell: (row) => (
              <Link className="link-out mono" to={transactionPath(row.company.id, row.id)}>
                {row.transactionId}
              </Link>
            ),
          },
          {
            label: t("transactions.member"),
            place: "detail",
            cell: (row) => `${row.user.name} (${row.user.referralCode})`,
          },
          {
            label: t("transactions.method"),
            cell: (row) => methodName(row.paymentMethod),
          },
          {
            label: t("transactions.quantity"),
            cell: (row) => listedTokens(t, row),
            isNumber: true,
          },
          {
            label: t("transactions.total"),
            place: "figure",
            cell: (row) => formatRupees(row.finalAmountPaise),
            isNumber: true,
          },
          { label: t("transactions.reference"), cell: (row) => row.referenceNumber },
          {
            label: t("status"),
            place: "act",
            cell: (row) => (
              <span className="badges">
                <StatusBadge status={row.status} />
                <MissingBadge paise={row.missingPaise} told={row.toldPaise} />
              </span>
            ),
          },
          {
            label: t("transactions.date"),
            cell: (row) => dates.full(row.createdAt),
            isShort: true,
          },
        ]}
      />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
    </div>
  );
}
