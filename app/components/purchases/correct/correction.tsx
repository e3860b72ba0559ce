import { type ComponentProps, Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "~/components/dialog/dialog";
import { TextArea } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";

/** The ways to correct what was done with a payment. */
type Act = "undo" | "reverse" | "unlink" | "setAside" | "refund" | "dismiss" | "dismissTwice";

interface Props {
  act: Act;
  /** The thing that it corrects, where several of its kind are possible. */
  about?: string;
  /** The intent of its form: a refused one is open again. */
  intent: string;
  /** It is the only way here. */
  isOpen?: boolean;
  /** Says what becomes of the money, where it is not as usual. */
  money?: string | undefined;
}

/**
 * One way to correct: what it does to tokens, money and mails, and its form. Of several at one place one
 * is open.
 */
export function Correction({
  act,
  about,
  intent,
  isOpen = false,
  money,
  children,
}: Props & { children: ReactNode }) {
  const { t } = useTranslation("corrections");
  const isRefused = useReply(intent) !== null;
  return (
    <details
      className="more"
      name={isOpen ? undefined : "correction"}
      open={isOpen || isRefused || undefined}
    >
      <summary>
        <span>
          {t(`${act}.name`)} {about && <span className="hint tabular">{about}</span>}
        </span>
      </summary>
      <div className="grid gap-4">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {(["tokens", "money", "mails"] as const).map((of) => (
            <Fragment key={of}>
              <dt className="text-muted">{t(of)}</dt>
              <dd>{(of === "money" && money) || t(`${act}.${of}`)}</dd>
            </Fragment>
          ))}
        </dl>
        {children}
      </div>
    </details>
  );
}

/** A correction that asks for its reason alone. */
export function ReasonedCorrection({
  contract,
  hidden,
  hint,
  closeTo,
  ...correction
}: Props & {
  contract: string;
  hidden: NonNullable<ComponentProps<typeof PostForm>["hidden"]>;
  hint?: string;
  /** The page without the dialog that it is in. */
  closeTo?: string;
}) {
  const { t } = useTranslation(["corrections", "purchases"]);
  const { act, intent, isOpen } = correction;
  // An entry that was put away can be opened again.
  const send = (
    <SubmitButton tone={act === "setAside" ? "quiet" : "danger"}>{t(`${act}.name`)}</SubmitButton>
  );
  return (
    <Correction {...correction}>
      <PostForm contract={contract} intent={intent} className="grid gap-3" hidden={hidden}>
        <IdempotencyKey />
        <TextArea
          name="reason"
          label={t("purchases:reason")}
          hint={hint}
          rows={2}
          data-focus-first={isOpen ? "" : undefined}
        />
        {closeTo === undefined ? (
          <p>{send}</p>
        ) : (
          <DialogButtons closeTo={closeTo}>{send}</DialogButtons>
        )}
      </PostForm>
    </Correction>
  );
}
