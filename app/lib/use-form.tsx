/**
 * Stands for @conform-to/react in the browser (`browserForms` in vite.config.ts, decision 58): of
 * conform a page needs the names and ids of its fields, their constraints and their messages. The
 * server renders with conform itself, and a test compares the two.
 */
import type { SubmissionResult } from "@conform-to/react";
import { createContext, type ReactNode, useContext, useId, useMemo } from "react";

type Attributes = Partial<
  Record<"minLength" | "maxLength", number> &
    Record<"min" | "max" | "step", string | number> &
    Record<"required" | "multiple", boolean> &
    Record<"pattern" | "accept", string>
>;

interface Shown {
  id: string;
  errors: string[] | undefined;
}

/** A field's or a form's ids, after conform's pattern. */
const named = ({ id, errors }: Shown) => ({
  id,
  errors,
  errorId: `${id}-error`,
  descriptionId: `${id}-description`,
});

interface Meta extends Attributes, ReturnType<typeof named> {
  name: string;
  formId: string;
}

interface FormState {
  formId: string;
  constraint: Readonly<Record<string, Attributes>>;
  error: NonNullable<SubmissionResult<string[]>["error"]>;
}

const FormContext = createContext<FormState>({ formId: "", constraint: {}, error: {} });

interface Options {
  id?: string;
  constraint?: FormState["constraint"];
  lastResult?: Pick<SubmissionResult<string[]>, "error">;
}

const NO_CONSTRAINT: FormState["constraint"] = {};
const NO_ERROR: FormState["error"] = {};

/** The form, with the messages of `lastResult`. */
export function useForm({ id, constraint = NO_CONSTRAINT, lastResult }: Options) {
  const own = useId();
  const formId = id ?? own;
  const error = lastResult?.error ?? NO_ERROR;
  const context = useMemo(() => ({ formId, constraint, error }), [formId, constraint, error]);
  return [{ ...named({ id: formId, errors: error[""] ?? undefined }), context }];
}

export const FormProvider = ({
  context,
  children,
}: {
  context: FormState;
  children: ReactNode;
}) => <FormContext.Provider value={context}>{children}</FormContext.Provider>;

/** What the nearest form knows of one of its fields. */
export function useField(name: string): [Meta] {
  const { formId, constraint, error } = useContext(FormContext);
  const shown = named({ id: `${formId}-${name}`, errors: error[name] ?? undefined });
  return [{ ...constraint[name], ...shown, name, formId }];
}

export const getFormProps = ({ id, errors, errorId }: ReturnType<typeof named>) => ({
  id,
  ...(errors && { "aria-describedby": errorId }),
});

const control = ({ id, name, formId, required, errors, errorId }: Meta) => ({
  id,
  name,
  form: formId,
  required: required || undefined,
  ...(errors && { "aria-invalid": true, "aria-describedby": errorId }),
});

export const getSelectProps = (meta: Meta) => ({ ...control(meta), multiple: meta.multiple });

const lengths = ({ minLength, maxLength }: Meta) => ({ minLength, maxLength });

export const getTextareaProps = (meta: Meta) => ({ ...control(meta), ...lengths(meta) });

export function getInputProps(meta: Meta, { type }: { type: string }) {
  const { min, max, step, pattern, multiple, accept } = meta;
  return { ...control(meta), ...lengths(meta), type, min, max, step, pattern, multiple, accept };
}
