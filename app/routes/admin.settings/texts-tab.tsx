import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type {
  CompanySettingsView,
  TextVersion,
} from "@server/companies/contracts/company-settings";
import type { Question } from "@server/companies/rules/questions";
import { LANGUAGE_NAMES } from "@locales/languages";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { OWN_TEXTS, type OwnText } from "~/lib/settings-tab";
import { CompanyText } from "./company-text";
import { DocumentsForm } from "./documents-form";
import { Unsaved } from "./unsaved";

interface Props {
  /** The text that has the page; null for the list of all. */
  text: OwnText | null;
  /** The field begins with the standard text. */
  isBegun: boolean;
  settings: CompanySettingsView;
  versions: readonly TextVersion[];
  /** The default notices, reasons and questions, which apply where the company has none. */
  usual: {
    /** The standard text of the policy that is shown; empty for another text. */
    policy: string;
    riskNotice: string;
    advertNotice: string;
    reasons: readonly string[];
    questions: readonly Question[];
  };
}

const LABELS = {
  questions: "front.questions",
  rejectReasons: "reasons.title",
  documents: "front.documents",
} as const;
const labelOf = (text: OwnText) =>
  text in LABELS ? LABELS[text as keyof typeof LABELS] : (`texts.${text}` as const);

/** The company's own texts, and the reasons from which whoever rejects a payment chooses. */
export function TextsTab(props: Props) {
  const { t } = useTranslation("settings");
  const { text, settings } = props;
  if (text === null) return <TextList settings={settings} />;
  return (
    <>
      <BackLink to="?tab=texts">{t("tabs.texts")}</BackLink>
      {text === "documents" ? (
        <DocumentsForm settings={settings} />
      ) : (
        <TextForm {...props} text={text} />
      )}
    </>
  );
}

/** Each text, and whether the company has one of its own. */
function TextList({ settings }: Pick<Props, "settings">) {
  const { t } = useTranslation("settings");
  const isOwn = (text: OwnText): boolean => {
    if (text === "documents") return settings.documents.length > 0;
    if (text === "questions") return settings.questions.some(({ text: own }) => own !== null);
    return settings[text] !== null;
  };
  return (
    <ul className="card rows px-4 md:px-6">
      {OWN_TEXTS.map((text) => (
        <li key={text}>
          <Link to={`?tab=texts&text=${text}`} className="row" preventScrollReset>
            <strong>{t(labelOf(text))}</strong>
            <span className="hint">
              {t(isOwn(text) ? "texts.own" : text === "documents" ? "texts.none" : "texts.usual")}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function TextForm({
  text,
  isBegun,
  settings,
  versions,
  usual,
}: Props & { text: Exclude<OwnText, "documents"> }) {
  const { t } = useTranslation("settings");
  const reasons = settings.rejectReasons?.join("\n") ?? "";
  const saved = {
    ...settings,
    rejectReasons: reasons,
    ...Object.fromEntries(settings.questions.map(({ name, text: own }) => [name, own])),
  };
  return (
    <PostForm contract="settings" intent="texts" values={saved} className="grid gap-5">
      {text !== "questions" && text !== "rejectReasons" && (
        <CompanyText
          name={text}
          versions={versions}
          isOwn={settings[text] !== null}
          isBegun={isBegun}
          ours={text === "riskNotice" || text === "advertNotice" ? usual[text] : usual.policy}
        />
      )}
      {text === "questions" && (
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
          {settings.questions.every(({ text: own }) => own === null) && (
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
      )}
      {text === "rejectReasons" && (
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
      )}
      <Unsaved name={`texts ${text}`} saved={saved} />
      <SubmitButton className="justify-self-start">{t("common:save")}</SubmitButton>
    </PostForm>
  );
}
