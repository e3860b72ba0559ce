import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { useFormState } from "./post-form";

interface Common {
  label: ReactNode;
  hint?: ReactNode;
  name: string;
}

/** Ids and messages of one field of the nearest form. */
function useField(name: string, hint: ReactNode) {
  const id = useId();
  const { reply } = useFormState();
  const told = reply?.errors[name];
  const errors = told ?? [];
  const described = [errors.length > 0 && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return {
    id,
    errors,
    typed: reply?.values[name],
    aria: {
      "aria-invalid": told !== undefined || undefined,
      "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
    },
  };
}

function Around({
  id,
  label,
  hint,
  errors,
  children,
}: {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  errors: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {errors.map((text) => (
        <p key={text} id={`${id}-error`} className="error">
          <CircleAlert size={18} aria-hidden className="mt-0.5 flex-none" />
          {text}
        </p>
      ))}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A line of text with its label, hint and message. */
export function Field({
  label,
  hint,
  name,
  defaultValue,
  ...input
}: Common & Omit<ComponentProps<"input">, "name">) {
  const field = useField(name, hint);
  const isSecret = input.type === "password" || input.type === "file";
  return (
    <Around id={field.id} label={label} hint={hint} errors={field.errors}>
      <input
        {...input}
        {...field.aria}
        id={field.id}
        name={name}
        className="input"
        {...(!isSecret && { defaultValue: field.typed ?? defaultValue ?? "" })}
      />
    </Around>
  );
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  name,
  defaultValue,
  ...area
}: Common & Omit<ComponentProps<"textarea">, "name">) {
  const field = useField(name, hint);
  return (
    <Around id={field.id} label={label} hint={hint} errors={field.errors}>
      <textarea
        {...area}
        {...field.aria}
        id={field.id}
        name={name}
        className="input"
        defaultValue={field.typed ?? defaultValue ?? ""}
      />
    </Around>
  );
}

/** One of a few. */
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
    <Around id={field.id} label={label} hint={hint} errors={field.errors}>
      <select
        {...select}
        {...field.aria}
        id={field.id}
        name={name}
        className="input"
        defaultValue={field.typed ?? defaultValue ?? ""}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Around>
  );
}

/** A box to tick. */
export function Checkbox({
  label,
  hint,
  name,
  ...input
}: Common & Omit<ComponentProps<"input">, "name">) {
  const field = useField(name, hint);
  return (
    <div>
      <div className="checkbox">
        <input
          {...input}
          {...field.aria}
          type="checkbox"
          id={field.id}
          name={name}
          defaultChecked={field.typed === "on" || input.defaultChecked}
        />
        <label htmlFor={field.id}>{label}</label>
      </div>
      {field.errors.map((text) => (
        <p key={text} id={`${field.id}-error`} className="error">
          <CircleAlert size={18} aria-hidden className="mt-0.5 flex-none" />
          {text}
        </p>
      ))}
    </div>
  );
}
