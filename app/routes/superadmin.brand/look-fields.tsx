import { useTranslation } from "react-i18next";
import type { Brand } from "@themes/contract";
import { PANEL_CHOICES, PATTERNS, RADIUS_CHOICES, TYPE_PAIRINGS } from "@themes/vocabulary";
import { Checkbox, Field, Select } from "~/components/form/field";
import { Part } from "./parts";
import { type ReactNode, useEffect, useRef, useState } from "react";

interface Props {
  name: string;
  label: string;
  hint: ReactNode;
  colour: string;
}

/** A colour as six hex digits, as brand guides give it; a script adds a colour picker. */
function ColourField({ name, label, hint, colour }: Props) {
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
          className="mt-7 size-12 flex-none cursor-pointer rounded-[min(var(--radius-control),var(--radius-card))] border border-(--border-strong) bg-surface p-1"
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

/** The choices of a shape, and where their texts are. */
const SHAPES = [
  ["radius", RADIUS_CHOICES, "radii"],
  ["type", TYPE_PAIRINGS, "types"],
  ["pattern", PATTERNS, "patterns"],
  ["panel", PANEL_CHOICES, "panels"],
] as const;

/** The seed colours and shapes from which both schemes are derived. */
export function LookFields({ look }: { look: Brand["look"] }) {
  const { t } = useTranslation("brand");
  return (
    <Part name="look" title={t("look.title")}>
      <ColourField
        // An accepted suggestion remounts the field with its new value.
        key={look.accent}
        name="accent"
        label={t("look.accent")}
        hint={t("look.accentHint")}
        colour={look.accent}
      />
      <Checkbox
        name="hasSecondary"
        label={t("look.hasSecondary")}
        defaultChecked={look.secondary !== undefined}
      />
      <ColourField
        name="secondary"
        label={t("look.secondary")}
        hint={t("look.secondaryHint")}
        colour={look.secondary ?? "#d9a441"}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="neutralHue"
          type="range"
          step="any"
          label={t("look.neutralHue")}
          hint={t("look.neutralHueHint")}
          defaultValue={look.neutralHue}
        />
        <Field
          name="neutralTint"
          type="number"
          step="any"
          label={t("look.neutralTint")}
          defaultValue={look.neutralTint}
        />
        {SHAPES.map(([name, values, texts]) => (
          <Select
            key={name}
            name={name}
            label={t(`look.${name}`)}
            options={values.map((value) => ({ value, label: t(`look.${texts}.${value}`) }))}
            defaultValue={look[name]}
          />
        ))}
      </div>
    </Part>
  );
}
