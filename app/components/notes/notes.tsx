import { useTranslation } from "react-i18next";
import { QUESTIONS } from "@db/vocabulary";
import type { NotesView } from "@server/members/contracts/notes";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { Field, Select, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";

interface Props {
  /** The member, and the order that the page is about. */
  memberId: string;
  orderId?: string;
  view: NotesView;
  result: unknown;
}

/** Notes of admins about a member or an order, with a question to the member and whose it is. */
export function Notes({ memberId, orderId, view, result }: Props) {
  const { notes, snoozedUntil, assignee, admins } = view;
  const { t } = useTranslation("notes");
  const may = useMay();
  const subject = (
    <>
      <input type="hidden" name="memberId" value={memberId} />
      {orderId !== undefined && <input type="hidden" name="orderId" value={orderId} />}
    </>
  );
  // On a member's page it follows the page's title, beside a payment the payment's.
  const Heading = orderId === undefined ? "h2" : "h3";
  // The keys empty the forms after a success: the newest note is another one.
  const newest = notes[0]?.id ?? "";
  return (
    <section className="grid gap-3" aria-labelledby="notes-title">
      <Heading id="notes-title" className="flex flex-wrap items-center gap-2">
        {t("title")}
        {snoozedUntil !== null && (
          <span className="badge badge-warning">{t("isSnoozed", { day: snoozedUntil })}</span>
        )}
        {assignee && <span className="badge">{assignee.name}</span>}
      </Heading>
      <p className="hint">{t("intro")}</p>
      {notes.length === 0 ? (
        <p className="hint">{t("none")}</p>
      ) : (
        <ul className="grid gap-3">
          {notes.map(({ id, kind, text, by, at, orderNumber }) => (
            <li key={id} className="grid gap-1 border-t border-line pt-3">
              <p className="hint flex flex-wrap gap-x-2">
                <span className="badge">{t(`kinds.${kind}`)}</span>
                {t("by", { at: formatMoment(new Date(at)), by })}
                {orderNumber !== null && orderId === undefined && (
                  <span>{t("about", { order: orderNumber })}</span>
                )}
              </p>
              <p className="whitespace-pre-line break-words">{text}</p>
            </li>
          ))}
        </ul>
      )}
      {may("notes.add") && (
        <>
          <PostForm
            key={`note ${newest}`}
            id="note-form"
            contract="note"
            intent="note"
            result={result}
            className="grid gap-3"
          >
            {subject}
            <TextArea name="text" label={t("text")} rows={2} />
            <Select
              name="kind"
              label={t("kind")}
              defaultValue="NOTE"
              options={(["NOTE", "ANSWERED"] as const).map((one) => ({
                value: one,
                label: t(`kinds.${one}`),
              }))}
            />
            <SubmitButton tone="quiet" className="justify-self-end">
              {t("add")}
            </SubmitButton>
          </PostForm>
          <details open={isOf(result, "ask") || undefined}>
            <summary className="cursor-pointer py-2 font-semibold">{t("ask")}</summary>
            <PostForm
              key={`ask ${newest}`}
              id="ask-form"
              contract="ask"
              intent="ask"
              result={result}
              className="grid gap-3"
            >
              {subject}
              <Select
                name="question"
                label={t("question")}
                hint={t("askHint")}
                defaultValue="NUMBER"
                options={QUESTIONS.map((one) => ({ value: one, label: t(`questions.${one}`) }))}
              />
              <TextArea name="text" label={t("ownText")} rows={2} />
              <SubmitButton tone="quiet" className="justify-self-end">
                {t("send")}
              </SubmitButton>
            </PostForm>
          </details>
          <details open={isOf(result, "follow") || undefined}>
            <summary className="cursor-pointer py-2 font-semibold">{t("follow")}</summary>
            <PostForm
              key={`follow ${snoozedUntil} ${assignee?.id}`}
              id="follow-form"
              contract="follow"
              intent="follow"
              result={result}
              className="grid gap-3"
            >
              {subject}
              <Select
                name="assigneeId"
                label={t("assignee")}
                defaultValue={assignee?.id}
                placeholder={t("nobody")}
                options={admins.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <Field
                name="snoozedUntil"
                type="date"
                label={t("snoozedUntil")}
                hint={t("snoozeHint")}
                defaultValue={snoozedUntil ?? ""}
              />
              <SubmitButton tone="quiet" className="justify-self-end">
                {t("save")}
              </SubmitButton>
            </PostForm>
          </details>
        </>
      )}
    </section>
  );
}

/** A refused form stays open, also without scripts. */
const isOf = (result: unknown, intent: string): boolean =>
  typeof result === "object" && result !== null && "form" in result && result.form === intent;
