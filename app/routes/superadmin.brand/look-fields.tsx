import { useTranslation } from "react-i18next";
import type { Brand } from "@themes/contract";
import { PANEL_CHOICES, PATTERNS, RADIUS_CHOICES, TYPE_PAIRINGS } from "@themes/vocabulary";
import { Checkbox, Field, Select } from "~/components/form/field";
import { ColourField } from "./colour-field";

/** The seed colours and shapes from which both schemes are derived. */
export function LookFields({ look }: { look: Brand["look"] }) {
  const { t } = useTranslation("brand");
  const choices = (names: readonly string[], area: string) =>
    names.map((value) => ({ value, label: t(`look.${area}.${value}`) }));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3">
        <h2>{t("look.title")}</h2>
      </legend>
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
        <Select
          name="radius"
          label={t("look.radius")}
          options={choices(RADIUS_CHOICES, "radii")}
          defaultValue={look.radius}
        />
        <Select
          name="type"
          label={t("look.type")}
          options={choices(TYPE_PAIRINGS, "types")}
          defaultValue={look.type}
        />
        <Select
          name="pattern"
          label={t("look.pattern")}
          options={choices(PATTERNS, "patterns")}
          defaultValue={look.pattern}
        />
        <Select
          name="panel"
          label={t("look.panel")}
          options={choices(PANEL_CHOICES, "panels")}
          defaultValue={look.panel}
        />
      </div>
    </fieldset>
  );
}
