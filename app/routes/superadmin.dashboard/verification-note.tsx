import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { VerificationResult } from "@server/verification/contracts/proof";
import { formatQuantity } from "@server/platform/rules/money/format";

/** Shows the result of the last nightly verification of all ledgers. */
export function VerificationNote({ last }: { last: VerificationResult | null }) {
  const { t } = useTranslation("platform");
  const dates = useDates();
  if (!last) return <p className="note">{t("verification.never")}</p>;
  const { faults } = last;
  const isGood = faults.length === 0;
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <div className={`note ${isGood ? "note-success" : "note-danger"}`}>
      <Icon />
      <div className="min-w-0">
        <p className="font-semibold">
          {isGood
            ? t("verification.good", {
                allocations: formatQuantity(last.allocations),
                entries: formatQuantity(last.auditEntries),
              })
            : t("verification.bad", { count: faults.length })}
        </p>
        <p className="text-sm">{t("verification.at", { when: dates.full(last.finishedAt) })}</p>
        {!isGood && (
          <details className="mt-2">
            <summary>{t("verification.show")}</summary>
            <ul className="mono mt-2 grid gap-2 text-sm break-all">
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}
