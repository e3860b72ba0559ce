import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { MESSAGE_DAYS } from "@server/companies/rules/retention";
import { formatQuantity } from "@server/platform/rules/money/format";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

interface Props {
  settings: CompanySettingsView;
  result: unknown;
}

/** Edits how long messages and proofs are kept, and shows the last nightly deletion. */
export function RetentionForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  const { messageDays, proofYears, lastRetention: last } = settings;
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("retention.title")}</h2>
      <PostForm contract="settings" result={result} intent="retention" className="grid gap-4">
        {/* The keys reset the fields: the saved values may differ from the input. */}
        <Field
          key={`days ${messageDays}`}
          name="messageDays"
          label={t("retention.days")}
          hint={t("retention.daysHint", MESSAGE_DAYS)}
          defaultValue={String(messageDays)}
          inputMode="numeric"
        />
        <Field
          key={`years ${proofYears}`}
          name="proofYears"
          label={t("retention.years")}
          hint={t("retention.yearsHint")}
          defaultValue={proofYears === null ? "" : String(proofYears)}
          inputMode="numeric"
        />
        <p className="hint">
          {last
            ? t("retention.last", {
                when: formatDateTime(new Date(last.at)),
                messages: formatQuantity(last.messages),
                proofs: formatQuantity(last.proofs),
              })
            : t("retention.never")}
        </p>
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}
