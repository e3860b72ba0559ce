import { LANGUAGE_NAMES, LANGUAGES } from "@locales/languages";
import { useTranslation } from "react-i18next";
import type { ReminderView } from "@server/members/contracts/notices";
import { useIsRefused } from "~/components/form/form-frame";
import { Checkbox, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** The mails that members get by themselves, each with its switch and its texts. */
export function Reminders({ reminders }: { reminders: readonly ReminderView[] }) {
  const { t } = useTranslation("bell");
  return (
    <>
      <p className="max-w-3xl text-muted">{t("admin.reminders.intro")}</p>
      <div className="card divide-y divide-line">
        {reminders.map((reminder) => (
          <Reminder key={reminder.kind} {...reminder} />
        ))}
      </div>
    </>
  );
}

function Reminder({ kind, isOn, texts, usual }: ReminderView) {
  const { t } = useTranslation("bell");
  const isRefused = useIsRefused([`remind ${kind}`]);
  return (
    <section className="p-4 md:px-6" aria-labelledby={kind}>
      <PostForm
        contract="reminder"
        intent={`remind ${kind}`}
        className="grid items-center gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto_auto]"
        hidden={{ kind }}
      >
        <div>
          <div className="flex flex-wrap items-center gap-3">
            <h2 id={kind}>{t(`admin.reminders.${kind}`)}</h2>
            <span className={isOn ? "badge badge-success" : "badge"}>
              {t(isOn ? "admin.reminders.on" : "admin.reminders.off")}
            </span>
          </div>
          <p className="hint">{t(`admin.reminders.${kind}_when`)}</p>
        </div>
        <Checkbox name="isOn" label={t("admin.reminders.isOn")} defaultChecked={isOn} />
        <details
          className="more col-span-full"
          open={isRefused || Object.values(texts).some(Boolean) || undefined}
        >
          <summary>{t("admin.reminders.own")}</summary>
          <div className="grid gap-4 lg:grid-cols-2">
            {LANGUAGES.map((language) => (
              <TextArea
                key={language}
                name={`text_${language}`}
                label={t("admin.reminders.text", { language: LANGUAGE_NAMES[language] })}
                lang={language}
                hint={t("admin.reminders.usual", { text: usual[language] })}
                defaultValue={texts[language]}
                rows={3}
              />
            ))}
          </div>
        </details>
        <SubmitButton
          tone="quiet"
          className="button-small justify-self-end md:col-start-3 md:row-start-1"
        >
          {t("admin.reminders.save")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
