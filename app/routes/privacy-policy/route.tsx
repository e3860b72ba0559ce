import type { AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import History from "lucide-react/icons/history";
import { useTranslation } from "react-i18next";
import type { AgreedPrivacyPolicy, PrivacyPolicy } from "@server/contracts/policies";
import { formatDate } from "@server/domain/dates/dates";
import { HeaderLogo } from "~/components/brand/header-logo";
import { SiteFooter } from "~/components/brand/site-footer";
import { Preferences } from "~/components/layout/preferences";
import { publicApi } from "~/lib/callers";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";

/** The site's policy or, with `?version=`, a version that a member agreed to. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const version = new URL(request.url).searchParams.get("version");
  const [current, agreed] = await orRefuse(
    context,
    Promise.all([
      publicApi(context).policies.current(),
      version ? agreedText(context, version) : null,
    ]),
  );
  return { current, agreed };
}

/** For a company without a host, the logged-in user determines the company. */
async function agreedText(context: AppLoadContext, version: string) {
  const { api } = context;
  const reader = (await api.admin()) ?? (await api.member()) ?? api.public();
  return reader.policies.agreed({ version });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Privacy policy");

export default function PrivacyPolicyPage() {
  const { current, agreed } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  return (
    <main id="content" className="mx-auto grid max-w-2xl gap-6 px-4 pt-5 pb-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <HeaderLogo className="h-8 w-auto max-w-[55vw]" />
        <Preferences />
      </div>
      <h1>{current.title}</h1>
      {agreed ? (
        <Agreed agreed={agreed} isCurrent={agreed.version === current.version} />
      ) : (
        <Current policy={current} />
      )}
      <p>
        <Link className="button button-quiet" to={paths.home}>
          {t("toStart")}
        </Link>
      </p>
      <SiteFooter />
    </main>
  );
}

function Current({ policy: { own, sections } }: { policy: PrivacyPolicy }) {
  if (own) return <p className="whitespace-pre-line break-words">{own}</p>;
  return sections.map(({ heading, text }) => (
    <section key={heading}>
      <h2 className="mb-2">{heading}</h2>
      <p className="break-words">{text}</p>
    </section>
  ));
}

function Agreed({ agreed, isCurrent }: { agreed: AgreedPrivacyPolicy; isCurrent: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="note">
        <History size={20} aria-hidden />
        <div className="min-w-0">
          <p>{t("policy.agreed", { date: formatDate(new Date(agreed.since)) })}</p>
          <p className="mono break-all">{agreed.version}</p>
          {!isCurrent && (
            <p>
              {t("policy.changed")} <Link to={paths.privacyPolicy}>{t("policy.current")}</Link>
            </p>
          )}
        </div>
      </div>
      <div className="whitespace-pre-line break-words" lang={agreed.language}>
        {agreed.text}
      </div>
    </>
  );
}
