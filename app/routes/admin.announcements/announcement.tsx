import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { AnnouncementPreview, AnnouncementView } from "@server/members/contracts/notices";
import { formatQuantity } from "@server/platform/rules/money/format";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** Shows an announcement before it is sent: to how many, as a mail, and under the bell of a phone. */
export function Preview({
  preview: { members, mailed, mail, tested },
  announcement,
}: {
  preview: AnnouncementPreview & { tested: string | null };
  announcement: Readonly<Record<string, string | undefined>>;
}) {
  const { t } = useTranslation("bell");
  const { title, text } = announcement;
  const reached = { count: members, number: formatQuantity(members) };
  const hidden = Object.entries(announcement).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="preview">
      <div>
        <h2 id="preview">{t("admin.previewTitle")}</h2>
        <p className="mt-1 font-semibold tabular" role="status">
          {t("admin.reach", reached)} {t("admin.reachMails", { number: formatQuantity(mailed) })}
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-2">
          <h3>{t("admin.asMail")}</h3>
          <div className="grid gap-2 rounded-[var(--radius-card)] border border-line p-4">
            <p className="hint break-words">{t("admin.from", mail)}</p>
            <p className="break-words font-semibold">{mail.subject}</p>
            <p className="whitespace-pre-line break-words">{mail.text}</p>
          </div>
        </div>
        <div className="grid gap-2">
          <h3>{t("admin.onPhone")}</h3>
          <div className="grid w-full max-w-80 gap-1 rounded-3xl border-4 border-line p-4">
            <p className="hint">{t("title")}</p>
            <p className="break-words font-semibold">{title}</p>
            <p className="whitespace-pre-line break-words">{text}</p>
          </div>
        </div>
      </div>
      {tested !== null && <p className="note">{t("admin.tested", { address: tested })}</p>}
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonForm intent="test">
          {hidden}
          <SubmitButton tone="quiet">{t("admin.test")}</SubmitButton>
        </ButtonForm>
        <ButtonForm intent="publish">
          {hidden}
          <SubmitButton>{t("admin.publish", reached)}</SubmitButton>
        </ButtonForm>
      </div>
    </section>
  );
}

export function Published({
  announcement: { id, title, text, audience, by, at, isUpcoming, withdrawnAt },
}: {
  announcement: AnnouncementView;
}) {
  const { t } = useTranslation("bell");
  const dates = useDates();
  return (
    <article className="card grid gap-2 p-4">
      <h3 className="break-words">{title}</h3>
      <p className="hint flex flex-wrap items-center gap-x-2">
        {isUpcoming && withdrawnAt === null && <span className="badge">{t("admin.upcoming")}</span>}
        {t("admin.by", {
          at: dates.full(at),
          by,
          audience: t(`admin.audiences.${audience}`),
        })}
      </p>
      <p className="whitespace-pre-line break-words">{text}</p>
      {withdrawnAt === null ? (
        <ButtonForm intent={`withdraw ${id}`} className="justify-self-end" hidden={{ id }}>
          <SubmitButton
            tone="quiet"
            className="button-small"
            aria-label={t("admin.withdrawOne", { title })}
          >
            {t("admin.withdraw")}
          </SubmitButton>
        </ButtonForm>
      ) : (
        <p>
          <span className="badge">{t("admin.isWithdrawn", { at: dates.full(withdrawnAt) })}</span>
        </p>
      )}
    </article>
  );
}
