import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";

interface Props {
  name: string;
  label: string;
  hint: ReactNode;
  colour: string;
}

/** A colour as six hex digits, as brand guides give it; a script adds a colour picker. */
export function ColourField({ name, label, hint, colour }: Props) {
  const { t } = useTranslation("brand");
  const around = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  useEffect(() => setPicked(typedIn(around.current, name)), [name]);

  return (
    <div
      ref={around}
      className="flex items-start gap-3"
      onInput={() => setPicked(typedIn(around.current, name))}
    >
      <div className="min-w-0 flex-1">
        <Field
          name={name}
          label={label}
          hint={hint}
          defaultValue={colour}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          className="mono"
        />
      </div>
      {picked && (
        <input
          type="color"
          value={picked}
          aria-label={t("look.pick", { name: label })}
          onChange={({ currentTarget }) => {
            const field = inputIn(around.current, name);
            if (!field) return;
            field.value = currentTarget.value;
            setPicked(currentTarget.value);
          }}
          className="colour-pick"
        />
      )}
    </div>
  );
}

const inputIn = (around: HTMLElement | null, name: string) =>
  around?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null;

/** The current input, if it is a valid colour; else black. */
function typedIn(around: HTMLElement | null, name: string): string {
  const typed = inputIn(around, name)?.value.trim().toLowerCase() ?? "";
  return /^#[0-9a-f]{6}$/.test(typed) ? typed : "#000000";
}
