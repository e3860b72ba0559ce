import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { TextVersion } from "@server/companies/contracts/company-settings";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { TextArea } from "~/components/form/field";
import { policyPaths } from "~/lib/paths";

const WHERE = {
  riskNotice: "texts.riskWhere",
  termsOfSale: "texts.termsWhere",
  privacyPolicy: "texts.privacyWhere",
  advertNotice: "texts.advertWhere",
} as const;

interface Props {
  name: keyof typeof WHERE;
  versions: readonly TextVersion[];
  /** The product's default text, used if the company has none. */
  ours?: string;
}

/** A field for a company's own text, with the versions that are kept of it. */
export function CompanyText({ name, versions, ours }: Props) {
  const { t } = useTranslation("settings");
  const page = name === "termsOfSale" || name === "privacyPolicy" ? policyPaths[name] : null;
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-2">{t(`texts.${name}`)}</h2>
      <p className="hint">{t(WHERE[name])}</p>
      {page && (
        <Link to={page} className="link-out">
          {t("texts.read")}
        </Link>
      )}
      <div className="mt-3">
        <TextArea
          name={name}
          label={t(`texts.${name}`)}
          hint={t("texts.hint")}
          rows={page ? 12 : 4}
          {...(ours !== undefined && { placeholder: ours })}
        />
      </div>
      {versions.length > 0 && <Versions versions={versions} />}
    </section>
  );
}

function Versions({ versions }: { versions: readonly TextVersion[] }) {
  const { t } = useTranslation("settings");
  return (
    <details className="mt-4">
      <summary className="chart-summary">{t("texts.versions", { count: versions.length })}</summary>
      <ol className="grid gap-4">
        {versions.map((version, index) => (
          <li key={version.number} className="border-t border-line pt-3">
            <p className="font-semibold">
              {t("texts.version", { number: version.number })}{" "}
              {index === 0 && <span className="badge badge-success">{t("texts.present")}</span>}
            </p>
            <p className="hint">
              {t("texts.since", {
                date: formatMoment(new Date(version.since)),
                by: version.by ?? t("texts.nobody"),
              })}
            </p>
            <p
              className={`mt-2 whitespace-pre-line break-words ${version.text ? "" : "text-muted"}`}
            >
              {version.text ?? t("texts.ours")}
            </p>
            {version.hash && <p className="hint mono mt-1 break-all">SHA-256 {version.hash}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
