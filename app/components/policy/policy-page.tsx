import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AgreedPolicy, Policy, PolicyName } from "@server/companies/contracts/policies";
import { PublicHeader } from "~/components/brand/public-header";
import { SiteFooter } from "~/components/brand/site-footer";
import { useDates } from "~/components/data/use-dates";
import { paths, policyPaths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import type { loadPolicy } from "./load-policy.server";

/** The privacy policy or the terms of sale: the current text, or one that a member agreed to. */
export function PolicyPage() {
  const { name, current, agreed, since } = useLoaderData<typeof loadPolicy>();
  const { t } = useTranslation();
  const { brand } = useSite();
  const dates = useDates();
  return (
    <div className="mx-auto grid max-w-[64rem] gap-6 px-4 pt-4 pb-10">
      <PublicHeader />
      <main id="content" className="beside">
        <div className="panel lead xl:col-span-full">
          <p className="hint">{brand.title}</p>
          <h1>{current.title}</h1>
          {agreed ? (
            <AgreedHead
              name={name}
              agreed={agreed}
              isCurrent={agreed.version === current.version}
            />
          ) : (
            since && <p className="hint">{t("policy.since", { date: dates.day(since) })}</p>
          )}
        </div>
        {agreed ? (
          <div className="whitespace-pre-line break-words" lang={agreed.language}>
            {agreed.text}
          </div>
        ) : (
          <Current policy={current} />
        )}
        <Link className="link-out justify-self-start" to={paths.home}>
          {t("toStart")}
        </Link>
      </main>
      <SiteFooter />
    </div>
  );
}

const ADDRESS = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Every second part is an address, to which it leads. */
const linked = (part: string, at: number) =>
  at % 2 === 0 ? (
    part
  ) : (
    <a key={at} href={`mailto:${part}`}>
      {part}
    </a>
  );

/** The text; one of several parts has its headings first, each a tap away. */
function Current({ policy: { own, sections } }: { policy: Policy }) {
  const { t } = useTranslation();
  if (own) return <p className="whitespace-pre-line break-words">{own}</p>;
  const parts = (
    <ul>
      {sections.map(({ heading }, at) => (
        <li key={heading}>
          <a className="link-out" href={`#part-${at + 1}`}>
            {heading}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <details className="card more px-5 xl:hidden">
        <summary>{t("policy.parts")}</summary>
        {parts}
      </details>
      <nav className="aside card sticky top-4 gap-2 p-5 max-xl:hidden" aria-labelledby="parts">
        <h2 id="parts">{t("policy.parts")}</h2>
        {parts}
      </nav>
      <div className="grid gap-8">
        {sections.map(({ heading, text }, at) => (
          <section key={heading} id={`part-${at + 1}`}>
            <h2 className="mb-2">{heading}</h2>
            <p className="break-words">{text.split(ADDRESS).map(linked)}</p>
          </section>
        ))}
      </div>
    </>
  );
}

function AgreedHead({
  name,
  agreed,
  isCurrent,
}: {
  name: PolicyName;
  agreed: AgreedPolicy;
  isCurrent: boolean;
}) {
  const { t } = useTranslation();
  const dates = useDates();
  return (
    <>
      <p>{t("policy.agreed", { date: dates.day(agreed.since) })}</p>
      <p className="mono break-all">{agreed.version}</p>
      {!isCurrent && (
        <p>
          {t("policy.changed")} <Link to={policyPaths[name]}>{t("policy.current")}</Link>
        </p>
      )}
    </>
  );
}
