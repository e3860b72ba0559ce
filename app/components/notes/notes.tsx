import { useReply } from "~/components/form/form-frame";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import { QUESTIONS } from "@db/vocabulary";
import type { Note } from "@server/members/contracts/notes";
import { Select, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";

interface Props {
  /** The member, and the order that the page is about. */
  memberId: string;
  orderId?: string;
  notes: Note[];
}

/** Notes of admins about a member or an order, with a question to the member. */
export function Notes({ memberId, orderId, notes }: Props) {
  const isRefused = useReply("ask") !== null;
  const isNoteRefused = useReply("note") !== null;
  const { t } = useTranslation("notes");
  const dates = useDates();
  const may = useMay();
  const subject = (
    <>
      <input type="hidden" name="memberId" value={memberId} />
      {orderId !== undefined && <input type="hidden" name="orderId" value={orderId} />}
    </>
  );
  // The keys empty the forms after a success: the newest note is another one.
  const newest = notes[0]?.id ?? "";
  const all = (
    <>
      <p className="hint">{t("intro")}</p>
      {notes.length === 0 ? (
        <p className="hint">{t("none")}</p>
      ) : (
        <ul className="grid gap-3">
          {notes.map(({ id, kind, text, by, at, orderNumber }) => (
            <li key={id} className="grid gap-1 border-t border-line pt-3">
              <p className="hint flex flex-wrap gap-x-2">
                <span className="badge">{t(`kinds.${kind}`)}</span>
                {t("by", { at: dates.full(at), by })}
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
            className="grid gap-3"
          >
            {subject}
            <TextArea name="text" label={t("text")} rows={2} />
            <SubmitButton tone="quiet" className="justify-self-end">
              {t("add")}
            </SubmitButton>
          </PostForm>
          <details open={isRefused || undefined}>
            <summary className="cursor-pointer py-2 font-semibold">{t("ask")}</summary>
            <PostForm
              key={`ask ${newest}`}
              id="ask-form"
              contract="ask"
              intent="ask"
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
        </>
      )}
    </>
  );
  // On a member's page it follows the page's title; beside a payment it stands behind its name.
  return (
    <section className="grid gap-3" aria-labelledby="notes-title">
      {orderId === undefined ? (
        <>
          <h2 id="notes-title">{t("title")}</h2>
          {all}
        </>
      ) : (
        <details
          className="more"
          open={isRefused || isNoteRefused || notes.length > 0 || undefined}
        >
          <summary>
            <h3 id="notes-title">{t("title")}</h3>
          </summary>
          <div className="grid gap-3">{all}</div>
        </details>
      )}
    </section>
  );
}
