import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import {
  type ActivityValue,
  type Change,
  type FieldKind,
  SHOWN_FIELDS,
} from "@server/domain/activity/changes";
import { formatDateTime } from "@server/domain/dates/india";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/domain/money/format";

/** What changed, field by field, as a person reads it: "Price: ₹10.00 → ₹12.50". */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation("activity");
  if (changes.length === 0) return <span className="text-muted">{t("noDetails")}</span>;
  return (
    <ul className="grid gap-1 text-left text-sm">
      {changes.map((change) => (
        <ChangeLine key={change.field} {...change} />
      ))}
    </ul>
  );
}

function ChangeLine({ field, before, after }: Change) {
  const { t } = useTranslation("activity");
  const inWords = useValues();
  const kind = SHOWN_FIELDS[field];
  const label = t(`fields.${field}`);
  if (kind === "long-text") {
    return (
      <li>
        <details>
          <summary className="chart-summary">{label}</summary>
          <LongText value={inWords(kind, before)} />
          <p className="my-1 text-muted">{t("became")}</p>
          <LongText value={inWords(kind, after)} />
        </details>
      </li>
    );
  }
  return (
    <li className="break-words">
      <span className="text-muted">{label}:</span>{" "}
      {before !== null && (
        <>
          <del className="no-underline">{inWords(kind, before)}</del>{" "}
          <ArrowRight size={14} className="inline" role="img" aria-label={t("became")} />{" "}
        </>
      )}
      <ins className="font-medium no-underline">{inWords(kind, after)}</ins>
    </li>
  );
}

const LongText = ({ value }: { value: string }) => (
  <p className="whitespace-pre-line break-words">{value}</p>
);

/** A value in the reader's words, by how its field is kept; what is kept otherwise is shown as it is. */
function useValues() {
  const { t } = useTranslation("activity");
  const word = (text: string) =>
    t([`words.${text}`, `common:status.${text}`], { defaultValue: text });
  return (kind: FieldKind, value: ActivityValue): string => {
    if (value === null || value === "") return t("none");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (Array.isArray(value)) {
      return value.map((name) => t(`fields.${name}`, { defaultValue: name })).join(", ");
    }
    if (typeof value === "number") return numberText(kind, value);
    if (kind === "instant") {
      const at = new Date(value);
      return Number.isNaN(at.getTime()) ? value : formatDateTime(at);
    }
    return kind === "word" ? word(value) : value;
  };
}

function numberText(kind: FieldKind, value: number): string {
  if (!Number.isSafeInteger(value)) return String(value);
  if (kind === "paise") return formatRupees(value);
  if (kind === "price") return formatPrice(value);
  if (kind === "bps") return formatPercent(value);
  return kind === "count" ? formatQuantity(value) : String(value);
}
