import type { Area } from "@server/access/call/actor";
import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { PasskeySlot } from "~/components/account/passkeys/passkey-slot";
import { Gate } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { isFormReply, typedIn } from "~/lib/forms/form-reply";

/** The ticket of a login that lacks its code: newly issued, or returned with a refused code. */
export function ticketIn(result: unknown): string | null {
  if (isFormReply(result)) {
    const isOver = result.form !== "code" || result.code === "SECOND_STEP_OVER";
    return isOver ? null : typedIn(result, "ticket");
  }
  if (typeof result !== "object" || result === null || !("ticket" in result)) return null;
  return typeof result.ticket === "string" ? result.ticket : null;
}

/** The code step of a login, in place of the first step. */
export function LogInCode({
  ticket,
  loginTo,
  area,
}: {
  ticket: string;
  loginTo: string;
  area: Area;
}) {
  const { t } = useTranslation("security");
  const box = useRef<HTMLDivElement>(null);
  // The focused button of the first step no longer exists.
  useEffect(() => box.current?.querySelector<HTMLElement>("[name=code]")?.focus(), []);
  return (
    <Gate>
      <div ref={box} className="grid gap-4">
        <h1>{t("login.heading")}</h1>
        <p>{t("login.text")}</p>
        <PostForm
          contract="secondStep"
          key="code"
          intent="code"
          noValidate
          unanswered={t("people:login.failed")}
          hidden={{ ticket }}
        >
          <Field
            name="code"
            data-focus-first=""
            label={t("codeOrRecovery")}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <SubmitButton pending={t("login.pending")}>{t("login.submit")}</SubmitButton>
        </PostForm>
        <p>
          <Link to={loginTo} reloadDocument className="link-out">
            {t("login.back")}
          </Link>
        </p>
        <PasskeySlot area={area} />
      </div>
    </Gate>
  );
}
