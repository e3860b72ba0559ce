import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, createContext, useContext, useEffect, useId, useRef } from "react";
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useToast } from "~/components/layout/toasts";
import { UNANSWERED, isFormReply, type FormReply } from "~/lib/form-reply";

interface FormState {
  reply: FormReply | null;
  isPending: boolean;
}

const FormContext = createContext<FormState>({ reply: null, isPending: false });

const RefusalToasts = createContext(false);

/** Around an area whose forms all say what was refused as a toast too (spec §8: the admin's). */
export const ToastedForms = ({ children }: { children: ReactNode }) => (
  <RefusalToasts.Provider value>{children}</RefusalToasts.Provider>
);

/** What the nearest form was told, and whether it is being sent. */
export const useFormState = (): FormState => useContext(FormContext);

interface Props {
  /** The action's answer; a refused form shows its messages beside the fields. */
  result?: unknown;
  action?: string;
  /** For a button that stands outside it. */
  id?: string;
  /** Where one page has several forms: the reply of which this one shows. */
  intent?: string;
  encType?: "multipart/form-data";
  /** The server says what is missing, in its own words and the reader's language; not the browser. */
  noValidate?: boolean;
  /** What is said where no answer came (see `orUnanswered`); else that the site was not reached. */
  unanswered?: string;
  className?: string;
  /** Goes back to where it came from: no step of its own in the browser's history. */
  replace?: boolean;
  /** Also says each message of a refusal as a toast; as its area does unless told. */
  isToasted?: boolean;
  children: ReactNode;
}

/** A form that works before any script, and says what was refused where it was typed. */
export function PostForm({
  result,
  action,
  id,
  intent,
  encType,
  noValidate = false,
  unanswered,
  className,
  replace = false,
  isToasted: isOwnToasted,
  children,
}: Props) {
  const isAreaToasted = useContext(RefusalToasts);
  const isToasted = isOwnToasted ?? isAreaToasted;
  const navigation = useNavigation();
  const { t } = useTranslation();
  const reply = isFormReply(result) && result.intent === (intent ?? null) ? result : null;
  const isPending =
    navigation.state !== "idle" &&
    navigation.formMethod === "POST" &&
    (intent === undefined || navigation.formData?.get("intent") === intent);
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const toast = useToast();
  const hasNoAnswer = reply?.code === UNANSWERED;
  const noAnswer = unanswered ?? t("lost");
  const said = hasNoAnswer ? [noAnswer, t("tryAgain")] : (reply?.formErrors ?? []);
  useEffect(() => {
    if (!reply) return;
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const first = summary.current ?? refused;
    // In the middle: at the edges lie the header, the toasts and a phone's keyboard.
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "center" });
    if (!isToasted) return;
    // Each entry of a list is a toast of its own (spec §8).
    const texts = hasNoAnswer
      ? [noAnswer]
      : [...reply.formErrors, ...Object.values(reply.errors).flat()];
    for (const text of new Set(texts)) toast({ tone: "error", text });
  }, [reply, isToasted, toast, hasNoAnswer, noAnswer]);
  return (
    <FormContext.Provider value={{ reply, isPending }}>
      <Form
        ref={form}
        method="post"
        noValidate={noValidate}
        replace={replace}
        {...(action !== undefined && { action })}
        {...(id !== undefined && { id })}
        {...(encType && { encType })}
        {...(className && { className })}
        preventScrollReset
      >
        {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
        {(said.length > 0 || reply?.requestId !== undefined) && (
          <div
            className="note note-danger mb-4"
            role="alert"
            tabIndex={-1}
            ref={summary}
            id={titleId}
          >
            <CircleAlert size={20} aria-hidden />
            <div>
              {said.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {reply?.requestId && (
                <p>
                  {t("failedHint")} <code className="mono">{reply.requestId}</code>
                </p>
              )}
            </div>
          </div>
        )}
        {children}
      </Form>
    </FormContext.Provider>
  );
}
