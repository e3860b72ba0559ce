import type { TFunction } from "i18next";
import type { ActivityValue, FieldKind } from "@server/office/rules/activity/changes";
import { formatMoment } from "@server/platform/rules/dates/dates";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";

/** A value as text, by the kind of its field; an unknown kind is shown unchanged. */
export function valueInWords(t: TFunction, kind: FieldKind, value: ActivityValue): string {
  if (value === null || value === "") return t("activity:none");
  if (typeof value === "boolean") return t(value ? "activity:yes" : "activity:no");
  if (Array.isArray(value)) {
    // A field of the profile without a name of its own here has the label of its input.
    const nameOf = (name: string) =>
      t([`activity:fields.${name}`, `profile:${name}`], { defaultValue: name });
    return value.map(nameOf).join(", ");
  }
  if (typeof value === "number") return numberText(t, kind, value);
  if (kind === "instant") {
    const at = new Date(value);
    return Number.isNaN(at.getTime()) ? value : formatMoment(at);
  }
  if (kind !== "word") return value;
  const known = ["activity:words", "common:status", "activity:actors", "activity:groups"];
  return t([...known.map((group) => `${group}.${value}`), `activity:actions.${value}`], {
    defaultValue: value,
  });
}

function numberText(t: TFunction, kind: FieldKind, value: number): string {
  if (!Number.isSafeInteger(value)) return String(value);
  if (kind === "paise") return formatRupees(value);
  if (kind === "price") return formatPrice(value);
  if (kind === "bps") return formatPercent(value);
  if (kind === "word") return t("activity:decisionNumber", { number: formatQuantity(value) });
  return kind === "count" ? formatQuantity(value) : String(value);
}
