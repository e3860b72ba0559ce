import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { BrandStudio } from "@server/brands/contracts/brands";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, CancelLink } from "~/components/dialog/dialog";
import { searchWith } from "~/lib/lists/list-query";

/** The brand's company, its published version, and the form that discards a draft. */
export function PublishStatus({
  studio,
  site,
  result,
}: {
  studio: BrandStudio;
  site: string | null;
  result: unknown;
}) {
  const { t } = useTranslation("brand");
  const [params] = useSearchParams();
  const closeTo = searchWith(params, { discard: null });
  const { source, company, versions, basedOn } = studio;
  const isDraft = source === "draft";
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid justify-items-start gap-2">
        <h1>{t("of", { name: company.companyName })}</h1>
        <p className={`badge whitespace-normal ${isDraft ? "badge-warning" : "badge-success"}`}>
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
          <ButtonForm result={result} intent="discard" className="flex justify-end gap-3">
            <input type="hidden" name="basedOn" value={basedOn} />
            <CancelLink to={closeTo} />
            <SubmitButton tone="danger">{t("discard")}</SubmitButton>
          </ButtonForm>
        </AddressedDialog>
      )}
    </div>
  );
}
