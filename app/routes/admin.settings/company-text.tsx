import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { TextVersion } from "@server/companies/contracts/company-settings";
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
  /** The company has a text of its own. */
  isOwn: boolean;
  /** The field begins with the standard text. */
  isBegun: boolean;
  /** The standard text, which applies if the company has none. */
  ours: string;
}

/** A field for a company's own text, with the versions that are kept of it. */
export function CompanyText({ name, versions, isOwn, isBegun, ours }: Props) {
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
          {...(!isOwn && isBegun && { defaultValue: ours })}
        />
      </div>
      {!isOwn && !isBegun && (
        <div className="mt-4 grid justify-items-start gap-2">
          <h3>{t("texts.standard")}</h3>
          <div className="gap-8 wrap-anywhere lg:columns-2">
            {ours.split("\n\n").map((part) => (
              <p
                key={part}
                className={`mb-3 whitespace-pre-line ${page ? "first-line:font-semibold" : ""}`}
              >
                {part}
              </p>
            ))}
          </div>
          <Link
            className="button button-quiet"
            to={`?tab=texts&text=${name}&begin=1`}
            preventScrollReset
          >
            {t("texts.begin")}
          </Link>
        </div>
      )}
      {versions.length > 0 && <Versions versions={versions} />}
    </section>
  );
}

function Versions({ versions }: { versions: readonly TextVersion[] }) {
  const { t } = useTranslation("settings");
  const dates = useDates();
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
                date: dates.full(version.since),
                by: version.by ?? t("texts.nobody"),
              })}
            </p>
            <p
              className={`mt-2 whitespace-pre-line wrap-anywhere ${version.text ? "" : "text-muted"}`}
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
