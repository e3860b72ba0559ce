import { Link, useLoaderData } from "@remix-run/react";
import History from "lucide-react/icons/history";
import { useTranslation } from "react-i18next";
import type { AgreedPolicy, Policy, PolicyName } from "@server/companies/contracts/policies";
import { formatDate } from "@server/platform/rules/dates/dates";
import { HeaderLogo } from "~/components/brand/header-logo";
import { SiteFooter } from "~/components/brand/site-footer";
import { Preferences } from "~/components/layout/preferences";
import { paths, policyPaths } from "~/lib/paths";
import type { loadPolicy } from "./load-policy.server";

/** The privacy policy or the terms of sale: the current text, or one that a member agreed to. */
export function PolicyPage() {
  const { name, current, agreed } = useLoaderData<typeof loadPolicy>();
  const { t } = useTranslation();
  return (
    <main id="content" className="mx-auto grid max-w-2xl gap-6 px-4 pt-5 pb-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <HeaderLogo className="h-8 w-auto max-w-[55vw]" />
        <Preferences />
      </div>
      <h1>{current.title}</h1>
      {agreed ? (
        <Agreed name={name} agreed={agreed} isCurrent={agreed.version === current.version} />
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

function Current({ policy: { own, sections } }: { policy: Policy }) {
  if (own) return <p className="whitespace-pre-line break-words">{own}</p>;
  return sections.map(({ heading, text }) => (
    <section key={heading}>
      <h2 className="mb-2">{heading}</h2>
      <p className="break-words">{text}</p>
    </section>
  ));
}

function Agreed({
  name,
  agreed,
  isCurrent,
}: {
  name: PolicyName;
  agreed: AgreedPolicy;
  isCurrent: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className="note">
        <History />
        <div className="min-w-0">
          <p>{t("policy.agreed", { date: formatDate(new Date(agreed.since)) })}</p>
          <p className="mono break-all">{agreed.version}</p>
          {!isCurrent && (
            <p>
              {t("policy.changed")} <Link to={policyPaths[name]}>{t("policy.current")}</Link>
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
