import {
  type FieldMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  useField as useConformField,
} from "@conform-to/react";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorText } from "./error-text";
import { type FormReply, typedIn } from "~/lib/forms/form-reply";
import { useIsLive } from "~/lib/orders/use-is-live";
import { textIn, useFormState } from "./form-frame";

interface Common {
  label: ReactNode;
  hint?: ReactNode;
  name: string;
}

interface FieldState {
  meta: FieldMetadata<string>;
  /** Shown beside the field; messages about several fields are shown above the form. */
  errors: readonly string[];
  reply: FormReply | null;
  /** The form's stored value; another one resets the field. */
  stored: string | undefined;
  aria: { "aria-describedby"?: string; "aria-invalid"?: true };
}

/** Reads conform's state of one field of the nearest form. */
function useField(name: string, hint: ReactNode, problem?: string): FieldState {
  const [meta] = useConformField<string>(name);
  const { reply, shared, summaryId, values } = useFormState();
  const stored = textIn(values, name);
  const answered = meta.errors ?? [];
  const all =
    problem === undefined || answered.includes(problem) ? answered : [problem, ...answered];
  const errors = all.filter((text) => !shared.includes(text));
  const described = [
    errors.length > 0 && meta.errorId,
    errors.length < all.length && summaryId,
    hint && meta.descriptionId,
  ].filter(Boolean);
  return {
    meta,
    errors,
    reply,
    stored,
    aria: {
      ...(described.length > 0 && { "aria-describedby": described.join(" ") }),
      ...(problem !== undefined && { "aria-invalid": true }),
    },
  };
}

type Default = ComponentProps<"input">["defaultValue"];

/** Returns what was typed, else the field's own default, else the stored value. */
const initially = ({ meta, reply, stored }: FieldState, own: Default): Default =>
  typedIn(reply, meta.name) ?? own ?? stored ?? "";

function FieldErrors({ id, errors }: { id: string; errors: readonly string[] }) {
  return errors.map((text) => (
    <ErrorText key={text} id={id}>
      {text}
    </ErrorText>
  ));
}

function FieldLayout({
  field: { meta, errors },
  label,
  hint,
  children,
}: {
  field: FieldState;
  label: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={meta.id}>{label}</label>
      {children}
      <FieldErrors id={meta.errorId} errors={errors} />
      {hint && (
        <p id={meta.descriptionId} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A checkbox has its own component. */
type InputType = Exclude<Parameters<typeof getInputProps>[1]["type"], "checkbox" | "radio">;

/** A text input with its label, hint and message. */
export function Field({
  label,
  hint,
  name,
  type = "text",
  defaultValue,
  problem,
  ...input
}: Common &
  Omit<ComponentProps<"input">, "name" | "type"> & {
    type?: InputType;
    /** A problem that the page itself detects in the input before it is sent. */
    problem?: string | undefined;
  }) {
  const field = useField(name, hint, problem);
  const [isShown, setShown] = useState(false);
  const isSecret = type === "password" || type === "file";
  const control = (
    <input
      {...getInputProps(field.meta, { type: isShown ? "text" : type, value: false })}
      key={field.stored ?? field.meta.key}
      {...input}
      {...field.aria}
      className={type === "password" ? "input pe-13" : "input"}
      {...(!isSecret && { defaultValue: initially(field, defaultValue) })}
    />
  );
  return (
    <FieldLayout field={field} label={label} hint={hint}>
      {type === "password" ? (
        <span className="relative grid">
          {control}
          <ShowTyped isShown={isShown} onPress={() => setShown(!isShown)} />
        </span>
      ) : (
        control
      )}
    </FieldLayout>
  );
}

/** Shows a password while it is typed; without scripts it stays hidden. */
function ShowTyped({ isShown, onPress }: { isShown: boolean; onPress: () => void }) {
  const { t } = useTranslation();
  const isLive = useIsLive();
  const Icon = isShown ? EyeOff : Eye;
  return (
    isLive && (
      <button
        type="button"
        className="absolute inset-y-0 end-0.5 grid w-11 cursor-pointer place-items-center rounded-(--radius-control) text-muted"
        aria-label={t("showTyped")}
        aria-pressed={isShown}
        onClick={onPress}
      >
        <Icon />
      </button>
    )
  );
}

/** A multi-line text input. */
export function TextArea({
  label,
  hint,
  name,
  defaultValue,
  ...area
}: Common & Omit<ComponentProps<"textarea">, "name">) {
  const field = useField(name, hint);
  return (
    <FieldLayout field={field} label={label} hint={hint}>
      <textarea
        {...getTextareaProps(field.meta, { value: false })}
        key={field.stored ?? field.meta.key}
        {...area}
        {...field.aria}
        className="input"
        defaultValue={initially(field, defaultValue)}
      />
    </FieldLayout>
  );
}

export function Select({
  label,
  hint,
  name,
  options,
  placeholder,
  defaultValue,
  ...select
}: Common &
  Omit<ComponentProps<"select">, "name" | "children"> & {
    options: readonly { value: string; label: string }[];
    placeholder?: string;
  }) {
  const field = useField(name, hint);
  return (
    <FieldLayout field={field} label={label} hint={hint}>
      <select
        {...getSelectProps(field.meta, { value: false })}
        key={field.stored ?? field.meta.key}
        {...select}
        {...field.aria}
        className="input"
        defaultValue={initially(field, defaultValue)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldLayout>
  );
}

export function Checkbox({
  label,
  hint,
  name,
  defaultChecked,
  ...input
}: Common & Omit<ComponentProps<"input">, "name" | "type">) {
  const field = useField(name, hint);
  return (
    <div>
      <div className="checkbox">
        <input
          {...getInputProps(field.meta, { type: "checkbox", value: false })}
          {...input}
          {...field.aria}
          // A browser omits an unticked checkbox: a missing value in a returned form means
          // unticked.
          defaultChecked={
            field.reply?.fields?.length ? typedIn(field.reply, name) === "on" : defaultChecked
          }
        />
        <label htmlFor={field.meta.id}>{label}</label>
      </div>
      <FieldErrors id={field.meta.errorId} errors={field.errors} />
    </div>
  );
}
