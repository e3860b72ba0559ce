import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  InviteAdmin,
  SetCompanyMail,
  SuspendCompany,
  UpdateCompany,
} from "@server/companies/contracts/companies";
import { AddHost } from "@server/companies/contracts/hosts";
import { SetBounds } from "@server/companies/contracts/prices";
import { originOfHost } from "@server/sites/rules/host";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { SuspendedBadge } from "~/components/data/suspended-badge";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BatchTable } from "~/components/launch/batch-table";
import { BackLink } from "~/components/layout/back-link";
import { CompanyFields } from "~/routes/superadmin.companymanage/company-fields";
import { superAdminApi } from "~/lib/callers";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { brandPath, paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { Admins } from "./admins";
import { changeCompany } from "./change-company.server";
import { Hosts } from "./hosts";
import { FirstSale } from "./sale-checklist";
import { Bounds } from "./bounds";
import { Folded } from "./folded";
import { CompanyStatusForm } from "./company-status";
import type { CompanyMail } from "@server/companies/contracts/companies";
import { Field } from "~/components/form/field";

export const handle = await loadWords("admin/batches");

const constraints = constraintsOf({
  company: UpdateCompany,
  mail: SetCompanyMail,
  suspend: SuspendCompany,
  bounds: SetBounds,
  invite: InviteAdmin,
  domain: AddHost,
});

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const id = params["companyId"] ?? "";
  const company = await orRefuse(context, api.companies.find({ id }));
  const [domains, admins, mail, bounds, steps, launch] = await orRefuse(
    context,
    Promise.all([
      api.domains.watch({ companyId: id }),
      api.companies.admins({ id }),
      api.companies.mail({ id }),
      api.companies.bounds({ id }),
      api.companies.firstSale({ id }),
      api.batches.ofCompany({ id }),
    ]),
  );
  return {
    constraints,
    company,
    admins,
    mail,
    bounds,
    steps,
    launch,
    domains: domains.map((domain) => ({
      ...domain,
      site: originOfHost(context.site.appOrigin, domain.host),
    })),
  };
}

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  changeCompany(request, context, params["companyId"] ?? "");

export const meta = titled("Manage Company");

export default function CompanyPage() {
  const { company, admins, bounds, mail, steps, domains, launch } = useLoaderData<typeof loader>();
  const { t } = useTranslation("platform");
  const only = `?companyId=${company.id}`;
  return (
    <div className="grid gap-6">
      <BackLink to={paths.superAdmin.companyManage}>{t("page.back")}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h1>{company.companyName}</h1>
          <SuspendedBadge status={company.status} />
        </div>
        <nav aria-label={company.companyName} className="flex flex-wrap gap-2">
          <Link to={brandPath(company.id)} className="button button-quiet">
            {t("page.brand")}
          </Link>
          <Link to={paths.superAdmin.transactionManage + only} className="button button-quiet">
            {t("page.payments")}
          </Link>
          <Link to={paths.superAdmin.beneficiaryManage + only} className="button button-quiet">
            {t("page.accounts")}
          </Link>
        </nav>
      </div>
      <FirstSale companyId={company.id} steps={steps} site={domains[0]?.site ?? null} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Hosts domains={domains} />
        <Admins admins={admins} hasHost={domains.length > 0} />
      </div>
      <section id="sale" className="card p-4 md:p-6">
        <h2 className="mb-4">{t("page.facts")}</h2>
        <PostForm
          contract="company"
          intent="save"
          // An empty field keeps a number that is shown masked.
          values={{ ...company, companyAadhaarCard: null, companyPan: null }}
        >
          <CompanyFields company={company} />
          <div className="mt-2 flex justify-end">
            <SubmitButton>{t("form.save")}</SubmitButton>
          </div>
        </PostForm>
      </section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Mail mail={mail} />
        <Bounds bounds={bounds} />
      </div>
      {launch.records.length > 0 && <BatchTable records={launch.records} isLinked={false} />}
      <CompanyStatusForm company={company} />
    </div>
  );
}

/** The sender name of the company's mails, and the reply address. */
function Mail({ mail }: { mail: CompanyMail }) {
  const { t } = useTranslation("platform");
  return (
    <Folded title={t("mail.title")} intent="mail">
      <p className="text-muted">{t("mail.shown", mail.shown)}</p>
      <PostForm contract="mail" intent="mail" values={mail} className="grid gap-4 sm:max-w-xl">
        <Field name="senderName" label={t("mail.senderName")} hint={t("mail.senderHint")} />
        <Field name="replyTo" type="email" label={t("mail.replyTo")} hint={t("mail.replyHint")} />
        <SubmitButton className="justify-self-start">{t("form.save")}</SubmitButton>
      </PostForm>
    </Folded>
  );
}
