import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Brand } from "@themes/contract";
import { isSampleAddress } from "@themes/samples";
import { SOCIAL_MEDIA } from "@themes/vocabulary";
import { FactRow } from "~/components/data/fact-list";
import { Field, TextArea } from "~/components/form/field";
import { companyPath } from "~/lib/paths";
import { Part } from "./parts";

/** The brand's texts: names, links, and metadata for search engines. */
export function TextFields({ brand, companyId }: { brand: Brand; companyId: string }) {
  const { t } = useTranslation("brand");
  const { metaData } = brand;
  const linkOf = (name: string) =>
    brand.socialLinks.find(({ mediaName }) => mediaName === name)?.link;
  return (
    <>
      <Part name="texts" title={t("texts.title")}>
        <dl className="facts">
          <FactRow name={t("texts.symbol")}>{brand.symbol}</FactRow>
        </dl>
        <p className="hint">
          <Link to={companyPath(companyId)}>{t("texts.symbolHint")}</Link>
        </p>
        <Field name="name" label={t("texts.name")} defaultValue={brand.name} />
        <Field
          name="programName"
          label={t("texts.programName")}
          hint={t("texts.programHint")}
          defaultValue={brand.programName}
        />
        <Field name="title" label={t("texts.heading")} defaultValue={brand.title} />
        <Field
          name="address"
          label={t("texts.address")}
          hint={t("texts.addressHint")}
          defaultValue={isSampleAddress(brand.address) ? "" : brand.address}
          required={false}
          maxLength={42}
          spellCheck={false}
          autoComplete="off"
        />
        <TextArea name="footerNote" label={t("texts.footerNote")} defaultValue={brand.footerNote} />
        <TextArea
          name="tokenDistribution"
          label={t("texts.distribution")}
          hint={t("texts.distributionHint")}
          defaultValue={brand.tokenDistribution.join("\n")}
          rows={5}
        />
      </Part>
      <Part name="links" title={t("links.title")}>
        <p className="hint">{t("links.hint")}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {SOCIAL_MEDIA.map((name) => (
            <Field
              key={name}
              name={`links.${name}`}
              label={name}
              inputMode="url"
              defaultValue={linkOf(name)}
              autoComplete="off"
            />
          ))}
        </div>
      </Part>
      <Part name="metadata" title={t("metadata.title")}>
        <Field name="metaTitle" label={t("metadata.metaTitle")} defaultValue={metaData.title} />
        <TextArea
          name="metaDescription"
          label={t("metadata.description")}
          defaultValue={metaData.description}
        />
      </Part>
    </>
  );
}
