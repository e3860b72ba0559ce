import { useTranslation } from "react-i18next";
import type {
  CompanySettingsView,
  CompanyText as TextName,
  TextVersion,
} from "@server/companies/contracts/company-settings";
import type { Question } from "@server/companies/rules/questions";
import { LANGUAGE_NAMES } from "@locales/languages";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { CompanyText } from "./company-text";
import { Unsaved } from "./unsaved";

interface Props {
  settings: CompanySettingsView;
  versions: Readonly<Record<TextName, readonly TextVersion[]>>;
  /** The default risk notice, reasons and questions, which apply where the company has none. */
  usual: {
    riskNotice: string;
    advertNotice: string;
    reasons: readonly string[];
    questions: readonly Question[];
  };
}

/** The company's own texts, and the reasons from which whoever rejects a payment chooses. */
export function TextsTab({ settings, versions, usual }: Props) {
  const { t } = useTranslation("settings");
  const reasons = settings.rejectReasons?.join("\n") ?? "";
  const isUsual = settings.questions.every(({ text }) => text === null);
  const saved = {
    ...settings,
    rejectReasons: reasons,
    ...Object.fromEntries(settings.questions.map(({ name, text }) => [name, text])),
  };
  return (
    <PostForm contract="settings" intent="texts" values={saved} className="grid gap-5">
      {(["termsOfSale", "privacyPolicy", "riskNotice"] as const).map((name) => (
        <CompanyText
          key={name}
          name={name}
          versions={versions[name]}
          {...(name === "riskNotice" && { ours: usual.riskNotice })}
        />
      ))}
      <section className="card grid gap-4 p-4 md:p-6">
        <h2>{t("texts.advertNotice")}</h2>
        <TextArea
          name="advertNotice"
          label={t("texts.advertNotice")}
          hint={t("texts.advertWhere")}
          rows={3}
          placeholder={usual.advertNotice}
        />
      </section>
      <section className="card grid gap-4 p-4 md:p-6">
        <h2>{t("front.questions")}</h2>
        <p className="hint">{t("front.questionsHint")}</p>
        <div className="grid gap-4 lg:grid-cols-2">
          {settings.questions.map(({ language, name }) => (
            <TextArea
              key={name}
              name={name}
              label={LANGUAGE_NAMES[language]}
              lang={language}
              rows={8}
            />
          ))}
        </div>
        {isUsual && (
          <dl className="grid gap-3">
            {usual.questions.map(({ question, answer }) => (
              <div key={question}>
                <dt className="font-semibold">{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section className="card grid gap-4 p-4 md:p-6">
        <h2>{t("reasons.title")}</h2>
        <TextArea
          name="rejectReasons"
          label={t("reasons.label")}
          hint={t("reasons.hint")}
          rows={6}
        />
        {reasons === "" && (
          <ul className="list-disc ps-5">
            {usual.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </section>
      <Unsaved name="texts" saved={saved} />
      <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
    </PostForm>
  );
}
