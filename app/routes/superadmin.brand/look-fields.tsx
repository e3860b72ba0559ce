import { useTranslation } from "react-i18next";
import type { Brand } from "@themes/contract";
import { PANEL_CHOICES, PATTERNS, RADIUS_CHOICES, TYPE_PAIRINGS } from "@themes/vocabulary";
import { Checkbox, Field, Select } from "~/components/form/field";
import { ColourField } from "./colour-field";
import { FieldGroup } from "./field-group";

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
    <FieldGroup title={t("look.title")}>
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
          type="number"
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
    </FieldGroup>
  );
}
