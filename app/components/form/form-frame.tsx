import { Form, useActionData, useMatches, useNavigation } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  createContext,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useToast } from "~/components/layout/toasts";
import type { Constraints } from "~/lib/forms/constraints.server";
import { type FormReply, TYPED_BY, UNANSWERED, isFormReply } from "~/lib/forms/form-reply";

interface FormState {
  /** This form's refusal. */
  reply: FormReply | null;
  isPending: boolean;
  /** It is being sent for another code only. */
  isAgain: boolean;
  /** Messages about several fields, shown once above them. */
  shared: readonly string[];
  /** The id of the element that shows them. */
  summaryId: string;
  /** The values that its fields hold until they are typed in, by their names. */
  values: object;
}

/** A stored value as the text of its field. */
export function textIn(values: object, name: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(values, name)?.value;
  const isText = typeof value === "string" || typeof value === "number";
  return isText || typeof value === "boolean" ? String(value) : undefined;
}

/** The name of a button that asks for another code. */
export const SEND_AGAIN = "again";

const NO_FORM: FormState = {
  reply: null,
  isPending: false,
  isAgain: false,
  shared: [],
  summaryId: "",
  values: {},
};

const FormContext = createContext<FormState>(NO_FORM);

const ToastedForms = createContext(true);

/** Wraps pages whose refusals appear in their forms only (product.md §8 shows no toasts there). */
export const UntoastedForms = ({ children }: { children: ReactNode }) => (
  <ToastedForms.Provider value={false}>{children}</ToastedForms.Provider>
);

interface Owner {
  code: string;
  /** The input of a form of this page when its session ended. */
  typed?: FormReply | null;
}

const FormsOwner = createContext<Owner | null>(null);

/**
 * Names the person in each form below, so that what one had typed when a session ended is filled in
 * for the same person only.
 */
export const MemberForms = ({ children, ...owner }: Owner & { children: ReactNode }) => (
  <FormsOwner.Provider value={owner}>{children}</FormsOwner.Provider>
);

/** The refusals of this page's forms, or their input when its session ended. */
function useReplies(): FormReply[] {
  const answered = useActionData();
  const typed = useContext(FormsOwner)?.typed;
  return [answered, typed].filter(isFormReply);
}

/** The refusal of this page's form with this intent, or its input when its session ended. */
export const useReply = (intent?: string): FormReply | null =>
  useReplies().find(({ form }) => form === (intent ?? null)) ?? null;

/** True if one of the forms with these intents was refused. */
export const useIsRefused = (intents: readonly string[]): boolean =>
  useReplies().some(({ form }) => form !== null && intents.includes(form));

/** The nearest form's refusal, and whether the form is being sent. */
export const useFormState = (): FormState => useContext(FormContext);

export interface FormProps {
  action?: string;
  /** A submit button outside the form refers to it by this id. */
  id?: string;
  /** Selects this form's reply on a page with several forms. */
  intent?: string;
  encType?: "multipart/form-data";
  /** The message when no response arrives (see `handleLostConnection`); by default, a general one. */
  unanswered?: string;
  className?: string;
  /** Replaces the history entry instead of adding one. */
  replace?: boolean;
  /** Sent by the browser itself: the answer is a document, also after a redirect that posts again. */
  reloadDocument?: boolean;
  /** Fields that nobody sees, by their names; one without a value is left out. */
  hidden?: Readonly<Record<string, string | number | false | null | undefined>>;
  children: ReactNode;
}

/** A POST form that works without JavaScript, shows all other messages, and focuses them. */
export function FormFrame({
  reply,
  errors,
  intent,
  unanswered,
  hasFields,
  values = NO_FORM.values,
  hidden,
  children,
  ...form
}: Omit<ComponentProps<typeof Form>, "children" | "hidden"> &
  Pick<FormProps, "intent" | "unanswered" | "hidden" | "children"> & {
    reply: FormReply | null;
    /** Its messages by field, without those whose field was corrected. */
    errors: Errors;
    /** Its fields show their own messages. */
    hasFields: boolean;
    values?: object | undefined;
  }) {
  const navigation = useNavigation();
  const { t } = useTranslation();
  const owner = useContext(FormsOwner);
  const isPending =
    navigation.state !== "idle" &&
    navigation.formMethod === "POST" &&
    (intent === undefined || navigation.formData?.get("intent") === intent);
  const isAgain = isPending && navigation.formData?.has(SEND_AGAIN) === true;
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const summaryId = useId();
  const isBusy = useAgain(reply, element, navigation.state === "idle");
  const noAnswer = reply?.code === UNANSWERED ? (unanswered ?? t("lost")) : null;
  const above = noAnswer === null ? messagesAbove(errors, hasFields) : [noAnswer, t("tryAgain")];
  const messages = isBusy ? [t("busyForm")] : above;
  useAnswer(reply, noAnswer, () => {
    // Fields are found by name, since conform marks them after this effect. An upload's field has
    // another name.
    const fields = [...(element.current?.querySelectorAll<HTMLElement>("[name]") ?? [])];
    const refused = fields.find((field) => errors[field.getAttribute("name") ?? ""]);
    const marked = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    return summary.current ?? refused ?? marked;
  });
  const shared = useMemo(() => sharedMessages(errors), [errors]);
  const unseen: NonNullable<FormProps["hidden"]> = { intent, [TYPED_BY]: owner?.code, ...hidden };
  return (
    <FormContext.Provider value={{ reply, isPending, isAgain, shared, summaryId, values }}>
      <Form {...form} ref={element} method="post" preventScrollReset>
        {Object.entries(unseen).map(
          ([name, value]) =>
            value !== undefined &&
            value !== null &&
            value !== false && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {(messages.length > 0 || reply?.requestId !== undefined) && (
          <div
            className="note note-danger mb-4"
            role="alert"
            tabIndex={-1}
            ref={summary}
            id={summaryId}
          >
            <CircleAlert />
            <div>
              {messages.map((text) => (
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

/** So often a form is sent again: for some five minutes. */
const MOST_TRIES = 20;

/**
 * Sends a form again that got no turn, with the same key, until it gets one; a person who types or goes
 * elsewhere ends that. Returns true while it tries.
 */
function useAgain(
  reply: FormReply | null,
  form: RefObject<HTMLFormElement | null>,
  isIdle: boolean,
): boolean {
  const [ended, setEnded] = useState<FormReply | null>(null);
  const tries = useRef(0);
  const seconds = reply?.code === "SALE_BUSY" && reply !== ended ? reply.retryAfterSeconds : null;
  useEffect(() => {
    const element = form.current;
    if (seconds === null || !element || !isIdle) return;
    const again = () => {
      tries.current += 1;
      if (tries.current > MOST_TRIES) setEnded(reply);
      else element.requestSubmit();
    };
    // All who were turned away together come back one by one.
    const wait = setTimeout(again, seconds * 1000 * (1 + Math.random()));
    const end = () => setEnded(reply);
    element.addEventListener("input", end);
    return () => {
      clearTimeout(wait);
      element.removeEventListener("input", end);
    };
  }, [reply, seconds, form, isIdle]);
  return seconds !== null;
}

/** Moves the focus to the first message, and shows the toasts of product.md §8. */
function useAnswer(
  reply: FormReply | null,
  noAnswer: string | null,
  find: () => HTMLElement | null | undefined,
) {
  const toast = useToast();
  const isToasted = useContext(ToastedForms);
  const place = useRef(find);
  useEffect(() => {
    place.current = find;
  });
  useEffect(() => {
    // It is not for the person to act.
    if (!reply || reply.code === "SALE_BUSY") return;
    const first = place.current();
    // Centred, since the header, toasts or a phone's keyboard can cover the edges.
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "center" });
    if (!isToasted) return;
    const texts = noAnswer === null ? reply.toasts : [noAnswer];
    for (const text of texts) toast({ tone: "error", text });
  }, [reply, isToasted, toast, noAnswer]);
}

type Errors = NonNullable<FormReply["error"]>;

function messagesAbove(errors: Errors, hasFields: boolean): string[] {
  if (!hasFields) return [...new Set(Object.values(errors).flatMap((all) => all ?? []))];
  return [...(errors[""] ?? []), ...sharedMessages(errors)];
}

/** Messages about more than one field ("Please fill in all fields."). */
function sharedMessages(errors: Errors): string[] {
  const fields = Object.entries(errors).filter(([name]) => name !== "");
  const texts = fields.flatMap(([, all]) => all ?? []);
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))];
}

/** A contract's entry in the page loader's `constraints` (see `constraintsOf`). */
export function useConstraint(contract: string): Constraints | undefined {
  for (const { data } of useMatches()) {
    if (hasConstraints(data) && data.constraints[contract]) return data.constraints[contract];
  }
  return undefined;
}

const hasConstraints = (data: unknown): data is { constraints: Record<string, Constraints> } =>
  typeof data === "object" && data !== null && "constraints" in data;
