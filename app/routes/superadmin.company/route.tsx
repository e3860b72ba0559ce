import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslation } from "react-i18next";
import {
  AddHost,
  HostRef,
  InviteAdmin,
  InviteAgain,
  SetCompanyMail,
  SetCompanyStatus,
  UpdateCompany,
} from "@server/contracts/companies";
import { originOfHost } from "@server/domain/hosts/host";
import { constraintsOf } from "~/lib/constraints.server";
import { SuspendedBadge } from "~/components/data/suspended-badge";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { CompanyFields } from "~/routes/superadmin.companymanage/company-fields";
import { superAdminApi } from "~/lib/callers";
import { pageMeta } from "~/lib/page-meta";
import { brandPath, companyPath, paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { translatorOf } from "@server/words/translators.server";
import { Admins } from "./admins";
import { Hosts } from "./hosts";
import { FirstSale } from "./sale-checklist";
import { Mail } from "./mail";
import { CompanyStatusForm } from "./company-status";

const constraints = constraintsOf({
  company: UpdateCompany,
  mail: SetCompanyMail,
  invite: InviteAdmin,
  domain: AddHost,
});

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const id = params["companyId"] ?? "";
  const company = await orRefuse(context, api.companies.find({ id }));
  const [domains, admins, mail, steps] = await orRefuse(
    context,
    Promise.all([
      api.domains.watch({ companyId: id }),
      api.companies.admins({ id }),
      api.companies.mail({ id }),
      api.companies.firstSale({ id }),
    ]),
  );
  return {
    constraints,
    company,
    admins,
    mail,
    steps,
    domains: domains.map((domain) => ({
      ...domain,
      site: originOfHost(context.appOrigin, domain.host),
    })),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await superAdminApi(context);
  const { t } = translatorOf(context.language);
  const back = companyPath(params["companyId"] ?? "");
  const done = (key: string, facts: Record<string, string> = {}) =>
    redirectWithToast(back, success(t(`platform:${key}`, facts)));
  form.set("companyId", params["companyId"] ?? "");
  const intent = form.get("intent");
  if (intent === "add-domain") {
    return submit(context, form, {
      intent,
      schema: AddHost,
      call: (input) => api.domains.add(input),
      done: ({ host }) => done("page.hostAdded", { host }),
    });
  }
  if (intent === "check-domain") {
    return submit(context, form, {
      intent,
      schema: HostRef,
      call: (input) => api.domains.check(input),
      done: ({ host }) => done("page.hostChecked", { host }),
    });
  }
  if (intent === "remove-domain") {
    return submit(context, form, {
      intent,
      schema: HostRef,
      call: (input) => api.domains.remove(input),
      done: () => done("page.hostRemoved", { host: hostIn(form) }),
    });
  }
  form.set("id", params["companyId"] ?? "");
  if (intent === "mail") {
    return submit(context, form, {
      intent,
      schema: SetCompanyMail,
      call: (input) => api.companies.setMail(input),
      done: () => done("mail.saved"),
    });
  }
  if (intent === "invite") {
    return submit(context, form, {
      intent,
      schema: InviteAdmin,
      call: (input) => api.companies.inviteAdmin(input),
      done: ({ email }) => done("page.invited", { email }),
    });
  }
  if (intent === "invite-again") {
    return submit(context, form, {
      intent,
      schema: InviteAgain,
      call: (input) => api.companies.inviteAgain(input),
      done: ({ email }) => done("page.invited", { email }),
    });
  }
  if (intent === "standing") {
    return submit(context, form, {
      intent,
      schema: SetCompanyStatus,
      call: (input) => api.companies.setStatus(input),
      done: ({ status, companyName }) =>
        done(status === "SUSPENDED" ? "page.suspendDone" : "page.reopenDone", {
          name: companyName,
        }),
    });
  }
  return submit(context, form, {
    intent: "save",
    schema: UpdateCompany,
    call: (input) => api.companies.update(input),
    done: () => done("form.saved"),
  });
}

/** The host in its own form; used in messages only, since the id identifies it. */
function hostIn(form: FormData): string {
  const host = form.get("host");
  return typeof host === "string" ? host : "";
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Manage Company");

export default function CompanyPage() {
  const { company, admins, mail, steps, domains } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("platform");
  const only = `?companyId=${company.id}`;
  return (
    <div className="grid gap-6">
      <Link to={paths.superAdmin.companyManage} className="link-out justify-self-start">
        <ArrowLeft size={18} aria-hidden />
        {t("page.back")}
      </Link>
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
      <Hosts domains={domains} result={result} />
      <Admins admins={admins} result={result} />
      <Mail mail={mail} result={result} />
      <section id="sale" className="card p-4 md:p-6">
        <h2 className="mb-4">{t("page.facts")}</h2>
        <PostForm contract="company" result={result} intent="save">
          <CompanyFields company={company} />
          <div className="mt-6 flex justify-end">
            <SubmitButton>{t("form.save")}</SubmitButton>
          </div>
        </PostForm>
      </section>
      <CompanyStatusForm company={company} result={result} />
    </div>
  );
}
