import { useTranslation } from "react-i18next";
import type { BrandStudio } from "@server/brands/contracts/brands";
import { START_PLAIN } from "@themes/vocabulary";
import { Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** The start of a new draft: one of the built-in brands, or empty. */
export function StartDraft({ studio, result }: { studio: BrandStudio; result: unknown }) {
  const { t } = useTranslation("brand");
  const options = [
    { value: START_PLAIN, label: t("start.plain") },
    ...studio.builtIns.map(({ symbol, name }) => ({ value: symbol, label: `${symbol}: ${name}` })),
  ];
  return (
    <section className="card p-4 md:p-6">
      <h2>{t("start.title")}</h2>
      <p className="hint mb-4">{t("start.hint")}</p>
      <PostForm
        contract="start"
        result={result}
        intent="start"
        className="grid items-end gap-4 sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start"
      >
        <input type="hidden" name="basedOn" value={studio.basedOn} />
        <Select name="from" label={t("start.label")} options={options} defaultValue={START_PLAIN} />
        <SubmitButton tone="quiet">{t("start.submit")}</SubmitButton>
      </PostForm>
    </section>
  );
}
