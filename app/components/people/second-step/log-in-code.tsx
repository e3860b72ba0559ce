import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { isFormReply } from "~/lib/form-reply";

/** The ticket of a login that lacks its code: just answered, or sent back with a refused code. */
export function ticketIn(result: unknown): string | null {
  if (isFormReply(result)) {
    const isOver = result.intent !== "code" || result.code === "SECOND_STEP_OVER";
    return isOver ? null : (result.values["ticket"] ?? null);
  }
  if (typeof result !== "object" || result === null || !("ticket" in result)) return null;
  return typeof result.ticket === "string" ? result.ticket : null;
}

/** What became of a second half that cannot go on is said above the first, which begins anew. */
export const startedAnew = (result: unknown, intent: string | null = null): unknown =>
  isFormReply(result) && result.intent === "code" ? { ...result, intent } : result;

/** The second half of a login. */
export function LogInCode({
  ticket,
  result,
  loginTo,
  unanswered,
}: {
  ticket: string;
  result: unknown;
  loginTo: string;
  unanswered: string;
}) {
  const { t } = useTranslation("security");
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus went with the first half.
  useEffect(() => box.current?.querySelector<HTMLElement>("[name=code]")?.focus(), []);
  return (
    <div ref={box}>
      <h1 className="mb-2">{t("login.heading")}</h1>
      <p className="mb-4">{t("login.text")}</p>
      <PostForm
        key="code"
        result={result}
        intent="code"
        noValidate
        isToasted
        unanswered={unanswered}
        className="grid gap-4"
      >
        <input type="hidden" name="ticket" value={ticket} />
        <Field
          name="code"
          label={t("codeOrRecovery")}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
        />
        <SubmitButton pending={t("login.pending")}>{t("login.submit")}</SubmitButton>
      </PostForm>
      <p className="mt-2">
        <Link to={loginTo} reloadDocument className="link-out">
          {t("login.back")}
        </Link>
      </p>
    </div>
  );
}
