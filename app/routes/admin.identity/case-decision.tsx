import type { TFunction } from "i18next";
import type { KeyboardEvent, SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { DeskCase } from "@server/members/contracts/identity-desk";
import { Field } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { MOST_SHOWN, sameWords } from "./case-facts";

/** The ways to decide: accept all, ask for pictures again with a reason each, or accept nothing. */
export function CaseDecision({
  shown,
  reasons,
  then,
}: {
  shown: DeskCase;
  reasons: readonly string[];
  then: string | null;
}) {
  const { t } = useTranslation("identity-desk");
  const isAsking = useReply("ask") !== null;
  const isRefusing = useReply("refuse") !== null;
  const sent = shown.documents.filter(({ state }) => state === "SENT");
  const fields = (decision: "ACCEPT" | "ASK" | "REFUSE") => (
    <>
      <input type="hidden" name="id" value={shown.id} />
      <input type="hidden" name="version" value={shown.version} />
      <input type="hidden" name="decision" value={decision} />
      {then && <input type="hidden" name="then" value={then} />}
      <IdempotencyKey />
    </>
  );
  return (
    <section className="card grid gap-4 p-4" aria-label={t("decide")}>
      <div data-decision="approve">
        <ButtonForm intent="accept">
          {fields("ACCEPT")}
          {shown.mustConfirm && (
            <label className="checkbox mb-3">
              <input type="checkbox" name="confirmsShared" />
              <span className="wrap-anywhere">
                {t("confirmShared", { what: sharedWords(t, shown) })}
              </span>
            </label>
          )}
          <SubmitButton
            className="w-full"
            pending={t("accepting")}
            disabled={shown.missing.length > 0}
          >
            {t("accept")}
          </SubmitButton>
        </ButtonForm>
      </div>
      {sent.length > 0 && (
        <details open={isAsking} data-decision="reject">
          <summary className="button button-quiet list-none">{t("askTitle")}</summary>
          <PostForm intent="ask" contract="decide" noValidate className="mt-4 grid gap-3">
            {fields("ASK")}
            {sent.map(({ id, kind, side }, at) => (
              <div key={id}>
                <input type="hidden" name={`documents[${at}].id`} value={id} />
                <Field
                  name={`documents[${at}].reason`}
                  label={`${t(`kinds.${kind}`)}${side === "BACK" ? ` · ${t("back")}` : ""}`}
                  list="reasons"
                  onKeyDown={keepReason}
                  maxLength={300}
                  autoComplete="off"
                />
              </div>
            ))}
            <p className="hint">{t("askHint")}</p>
            <SubmitButton pending={t("asking")}>{t("ask")}</SubmitButton>
          </PostForm>
        </details>
      )}
      <details open={isRefusing} onToggle={focusReason}>
        <summary className="button button-quiet list-none" data-hotkey="n">
          {t("refuseTitle")}
        </summary>
        <PostForm intent="refuse" contract="decide" noValidate className="mt-4 grid gap-3">
          {fields("REFUSE")}
          <Field
            name="reason"
            label={t("reason")}
            hint={t("refuseHint")}
            list="reasons"
            onKeyDown={keepReason}
            maxLength={300}
            autoComplete="off"
          />
          <SubmitButton tone="danger" pending={t("refusing")}>
            {t("refuse")}
          </SubmitButton>
        </PostForm>
      </details>
      <datalist id="reasons">
        {reasons.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
    </section>
  );
}

/** Enter chooses a suggested reason; the form is sent by Ctrl and Enter, or its button. */
function keepReason(event: KeyboardEvent): void {
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

function focusReason({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.querySelector<HTMLElement>("[list]")?.focus();
}

/** Names the facts that an acceptance confirms. */
function sharedWords(t: TFunction<"identity-desk">, { others, documents }: DeskCase): string {
  const same = others
    .filter(({ shares }) => shares.some((one) => one !== "MOBILE"))
    .slice(0, MOST_SHOWN)
    .map((other) => `${sameWords(t, other)} ${other.referralCode} ${other.name}`);
  return [...same, ...(documents.some(({ isTwice }) => isTwice) ? [t("twice")] : [])].join("; ");
}
