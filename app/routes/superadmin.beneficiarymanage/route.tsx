import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { CompanyFilter, CompanyLink } from "~/components/lists/company-filter";
import { DataTable, numberColumn } from "~/components/lists/data-table";
import { ExportLink } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { superAdminApi } from "~/lib/callers";
import { companyFilter, listQuery } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { page, limit, search } = listQuery(request);
  const only = companyFilter(request);
  const [list, company] = await orRefuse(
    context,
    Promise.all([
      api.beneficiaries.listAll({ page, limit, search, ...only }),
      only.companyId ? api.companies.find({ id: only.companyId }) : null,
    ]),
  );
  return { ...list, page, limit, onlyCompany: company?.companyName ?? null };
}

export const meta = titled("Beneficiary Manage");

/** Every company's payment accounts, read-only: each company maintains its own. */
export default function BeneficiaryManage() {
  const { records, page, limit, lastPage, onlyCompany } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("platform");
  const dates = useDates();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("beneficiaries.title")}</h1>
        <ExportLink to={paths.superAdmin.exports.beneficiaries} />
      </div>
      <SearchBox label={t("search")} />
      <CompanyFilter company={onlyCompany} />
      <DataTable
        title={t("beneficiaries.title")}
        isTitleHidden
        empty={t(
          params.get("search") ? "noMatch" : `beneficiaries.${onlyCompany ? "none" : "empty"}`,
        )}
        rows={records}
        columns={[
          numberColumn(t("number"), { page, limit }),
          {
            label: t("company"),
            place: "title",
            cell: (row) => <CompanyLink company={row.company} />,
          },
          { label: t("beneficiaries.holder"), place: "more", cell: (row) => row.holderName },
          {
            label: t("beneficiaries.bank"),
            place: "more",
            cell: (row) => [row.bankName, row.branch].filter(Boolean).join(", "),
          },
          {
            label: t("beneficiaries.account"),
            place: "detail",
            cell: (row) => row.accountNumber && <span className="mono">{row.accountNumber}</span>,
          },
          {
            label: t("beneficiaries.ifsc"),
            place: "act",
            cell: (row) => row.ifscCode && <span className="mono">{row.ifscCode}</span>,
          },
          { label: t("beneficiaries.upi"), place: "more", cell: (row) => row.upi },
          {
            label: t("beneficiaries.since"),
            cell: (row) => dates.full(row.createdAt),
            isShort: true,
          },
          {
            label: t("beneficiaries.isDefault"),
            place: "more",
            cell: (row) => t(row.isDefault ? "form.yes" : "form.no"),
          },
        ]}
      />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
    </div>
  );
}
