import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import {
  type ActivityValue,
  type Change,
  type FieldKind,
  SHOWN_FIELDS,
} from "@server/office/rules/activity/changes";
import { valueInWords } from "./value-words";

/** The changed fields, formatted: "Price: ₹10.00 → ₹12.50". */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation("activity");
  if (changes.length === 0) return <span className="text-muted">{t("noDetails")}</span>;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-left text-sm">
      {changes.map((change) => (
        <ChangeLine key={change.field} {...change} />
      ))}
    </ul>
  );
}

function ChangeLine({ field, before, after }: Change) {
  const { t } = useTranslation("activity");
  const inWords = (kind: FieldKind, value: ActivityValue) => valueInWords(t, kind, value);
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
