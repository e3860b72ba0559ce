import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { AddCompany } from "@server/companies/contracts/companies";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { DataTable, numberColumn } from "~/components/lists/data-table";
import { ExportLink } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { FactList } from "~/components/data/fact-list";
import { SuspendedBadge } from "~/components/data/suspended-badge";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { superAdminApi } from "~/lib/callers";
import { listQuery, searchWith } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { companyPath, paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";
import { CompanyFields } from "./company-fields";

const constraints = constraintsOf({ company: AddCompany });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const { page, limit, search } = listQuery(request);
  const asked = { page, limit, search };
  const [list, overview] = await orRefuse(
    context,
    Promise.all([api.companies.list(asked), api.companies.overview(asked)]),
  );
  const figures = Object.fromEntries(overview.records.map((one) => [one.id, one]));
  return { constraints, ...list, figures, page, limit };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await superAdminApi(context);
  return submit(context, form, {
    schema: AddCompany,
    call: (input) => api.companies.add(input),
    done: (company) => withToast(context, companyPath(company.id), "platform:companies.added"),
  });
}

export const meta = titled("Manage Company");

/** The facts that an opened row shows. */
const MORE = [
  ["token", "tokenName"],
  ["mobile", "mobile"],
  ["address", "companyAddress"],
  ["pin", "companyPincode"],
  ["pan", "companyPan"],
  ["aadhaar", "companyAadhaarCard"],
] as const;

export default function ManageCompany() {
  const { records, figures, page, limit, lastPage } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("platform");
  return (
    <div className="dense grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("companies.title")}</h1>
        <div className="flex flex-wrap gap-2">
          <ExportLink to={paths.superAdmin.exports.companies} />
          <Link to={searchWith(params, { add: 1 })} preventScrollReset className="button">
            <Plus />
            {t("companies.add")}
          </Link>
        </div>
      </div>
      <SearchBox label={t("search")} />
      <DataTable
        title={t("companies.title")}
        isTitleHidden
        rows={records}
        empty={t(params.get("search") ? "noMatch" : "companies.empty")}
        columns={[
          numberColumn(t("number"), { page, limit }),
          {
            label: t("companies.name"),
            place: "title",
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-2">
                <Link to={companyPath(row.id)} className="link-out">
                  {row.companyName}
                </Link>
                <SuspendedBadge status={row.status} />
              </span>
            ),
          },
          {
            label: t("companies.symbol"),
            place: "detail",
            cell: ({ id, tokenSymbol }) =>
              [tokenSymbol, ...(figures[id]?.hosts ?? []).map(({ host }) => host)].join("\n"),
            isShort: true,
          },
          {
            label: t("dashboard.members"),
            place: "more",
            cell: ({ id }) => formatQuantity(figures[id]?.members ?? 0),
            isNumber: true,
          },
          {
            label: t("dashboard.collected"),
            place: "figure",
            cell: ({ id }) => formatRupees(figures[id]?.collectedPaise ?? 0),
            isNumber: true,
          },
          {
            label: t("companies.date"),
            cell: (row) => dateInIndia(new Date(row.createdAt)),
            isShort: true,
          },
          {
            label: t("companies.email"),
            place: "more",
            cell: (row) => (
              <details>
                <summary className="py-3 wrap-anywhere lg:py-1">{row.email}</summary>
                <FactList
                  facts={MORE.map(([word, field]) => [t(`companies.${word}`), row[field]])}
                />
              </details>
            ),
          },
        ]}
      />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
      {params.has("add") && <AddCompanyDialog closeTo={searchWith(params, { add: null })} />}
    </div>
  );
}

function AddCompanyDialog({ closeTo }: { closeTo: string }) {
  const { t } = useTranslation("platform");
  return (
    <AddressedDialog title={t("companies.add")} closeTo={closeTo}>
      <PostForm contract="company">
        <p className="hint">{t("form.needed")}</p>
        <CompanyFields />
        <DialogButtons closeTo={closeTo} className="mt-2">
          <SubmitButton>{t("form.submit")}</SubmitButton>
        </DialogButtons>
      </PostForm>
    </AddressedDialog>
  );
}
