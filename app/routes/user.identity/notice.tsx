import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { identityPath } from "./identity-path";
import type { loader } from "./route";

/** Says what is asked, why, who sees it and how long it is kept, before anything is given. */
export function Notice() {
  const { identity, next, purchase } = useLoaderData<typeof loader>();
  const { companyName: company } = useSite();
  const { t } = useTranslation("identity");
  return (
    <section className="grid gap-4">
      <h2>{t("notice.title")}</h2>
      <ul className="grid list-disc gap-1 ps-5">
        {identity.rules.evidence.map((one) => (
          <li key={one}>{t(`evidence.${one}`)}</li>
        ))}
      </ul>
      <p className="hint">{t("notice.have")}</p>
      {/* A document of its own: its headers allow to ask for the place. */}
      <Link className="button" reloadDocument to={identityPath(next, purchase)}>
        {t("notice.begin")}
      </Link>
      <dl className="grid gap-3">
        {(["why", "who", "kept", "more"] as const).map((name) => (
          <div key={name}>
            <dt className="font-semibold">{t(`notice.${name}`)}</dt>
            <dd>{t(`notice.${name}Text`, { company })}</dd>
          </div>
        ))}
      </dl>
      <Link className="link-out justify-self-start" to={paths.privacyPolicy}>
        {t("notice.policy")}
      </Link>
    </section>
  );
}
