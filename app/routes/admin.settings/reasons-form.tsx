import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

interface Props {
  settings: CompanySettingsView;
  /** The default reasons, offered if the company has none. */
  usual: readonly string[];
  result: unknown;
}

/** The reasons from which whoever rejects a payment chooses. */
export function ReasonsForm({ settings, usual, result }: Props) {
  const { t } = useTranslation("settings");
  const own = settings.rejectReasons?.join("\n") ?? "";
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("reasons.title")}</h2>
      <PostForm contract="settings" result={result} intent="reasons" className="grid gap-4">
        <TextArea
          key={own}
          name="rejectReasons"
          label={t("reasons.label")}
          hint={t("reasons.hint")}
          rows={6}
          defaultValue={own}
        />
        {own === "" && (
          <ul className="list-disc ps-5">
            {usual.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}
