import { useTranslation } from "react-i18next";
import type { BrandStudio, BrandVersion } from "@server/brands/contracts/brands";
import { ButtonForm } from "~/components/form/post-form";
import { useDates } from "~/components/data/use-dates";
import { Part } from "./parts";
import { SubmitButton } from "~/components/form/submit-button";
import { Link, useSearchParams } from "@remix-run/react";
import { AddressedDialog, CancelLink } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";

/** The published versions, newest first; each can be published again. */
export function Versions({ versions }: { versions: readonly BrandVersion[] }) {
  const { t } = useTranslation("brand");
  const dates = useDates();
  return (
    <Part name="versions" title={t("versions.title")}>
      {versions.length === 0 && <p>{t("versions.none")}</p>}
      <ul className="grid gap-3">
        {versions.map(({ version, name, accent, publishedAt, by }, place) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex min-w-0 items-center gap-3">
              <span
                aria-hidden
                className="size-8 flex-none rounded-[var(--radius-badge)] border border-line"
                style={{ background: accent }}
              />
              <div className="min-w-0">
                <p className="font-semibold">
                  {t("versions.version", { version })}: {name}
                </p>
                <p className="break-all text-muted">
                  {t("versions.by", {
                    date: dates.full(publishedAt),
                    by: by ?? t("versions.operator"),
                  })}
                </p>
              </div>
            </div>
            {place === 0 ? (
              <span className="badge badge-success">{t("versions.live")}</span>
            ) : (
              <Again version={version} label={t("versions.backTo", { version })}>
                {t("versions.back")}
              </Again>
            )}
          </li>
        ))}
      </ul>
      {versions.length > 0 && (
        <div className="mt-5 grid justify-items-start gap-2 border-t border-line pt-4">
          <p className="hint">{t("versions.unbrandedHint")}</p>
          <Again version={0}>{t("versions.unbranded")}</Again>
        </div>
      )}
    </Part>
  );
}

function Again({
  version,
  label,
  children,
}: {
  version: number;
  label?: string;
  children: string;
}) {
  return (
    <ButtonForm intent={`roll-back-${version}`} hidden={{ version }}>
      <SubmitButton tone="quiet" aria-label={label}>
        {children}
      </SubmitButton>
    </ButtonForm>
  );
}

/** The brand's company, its published version, and the form that discards a draft. */
export function PublishStatus({ studio, site }: { studio: BrandStudio; site: string | null }) {
  const { t } = useTranslation("brand");
  const [params] = useSearchParams();
  const closeTo = searchWith(params, { discard: null });
  const { source, company, versions, basedOn } = studio;
  const isDraft = source === "draft";
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid justify-items-start gap-2">
        <h1>{t("of", { name: company.companyName })}</h1>
        <p className={`badge ${isDraft ? "badge-warning" : "badge-success"}`}>
          {t(`source.${source}`, {
            version: versions[0]?.version,
            symbol: company.tokenSymbol,
          })}
        </p>
        {site && (
          <a href={site} className="link-out break-all">
            {site}
          </a>
        )}
      </div>
      {isDraft && (
        <Link
          to={searchWith(params, { discard: 1 })}
          preventScrollReset
          className="button button-quiet"
        >
          {t("discard")}
        </Link>
      )}
      {isDraft && params.has("discard") && (
        <AddressedDialog title={t("discard")} closeTo={closeTo}>
          <p className="mb-4">{t("discardAsk")}</p>
          <ButtonForm intent="discard" className="flex justify-end gap-3" hidden={{ basedOn }}>
            <CancelLink to={closeTo} />
            <SubmitButton tone="danger">{t("discard")}</SubmitButton>
          </ButtonForm>
        </AddressedDialog>
      )}
    </div>
  );
}
