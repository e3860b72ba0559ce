import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ADMIN_PAGER } from "@server/domain/paging/paging";
import { DataTable } from "~/components/data/data-table";
import { Pager } from "~/components/data/pager";
import { superAdminApi } from "~/lib/callers";
import { listQuery } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { orRefuse } from "~/lib/refusals";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { page, limit } = listQuery(request);
  return { page, ...(await orRefuse(context, api.companies.list({ page, limit }))) };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Dashboard");

export default function SuperAdminDashboard() {
  const { records, page, lastPage } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  return (
    <div className="grid gap-5">
      <h1>{t("dashboard.title")}</h1>
      <DataTable
        title={t("nav.companyManage")}
        rows={records}
        keyOf={(row) => row.id}
        columns={[
          { label: t("login.email"), cell: (row) => row.email },
          { label: t("register.name"), cell: (row) => row.companyName },
          { label: t("register.mobile"), cell: (row) => row.mobile },
          { label: "Token", cell: (row) => row.tokenSymbol },
        ]}
      />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
    </div>
  );
}
