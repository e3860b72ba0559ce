import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import type { BalanceCheck } from "@server/payments/rules/statements/row";

/** Says whether each table of a file adds up. */
export function BalanceNotes({ balances }: { balances: readonly BalanceCheck[] }) {
  const { t } = useTranslation("statements");
  return balances.map((balance, at) => {
    const { openingPaise, creditPaise, debitPaise, closingPaise, differencePaise } = balance;
    const sums = {
      ...{ opening: signedRupees(openingPaise), credits: formatRupees(creditPaise) },
      ...{ debits: formatRupees(debitPaise), closing: signedRupees(closingPaise) },
      ...{ difference: signedRupees(differencePaise), rows: balance.oddRows.join(", ") },
    };
    return (
      <div key={String(at)} className="grid gap-2">
        {differencePaise === 0 ? (
          <p className="note note-success tabular">{t("balance.right", sums)}</p>
        ) : (
          <p className="note note-warning tabular">
            <TriangleAlert size={20} aria-hidden />
            {t("balance.wrong", sums)}
          </p>
        )}
        {balance.oddRows.length > 0 && (
          <p className="note note-warning">
            <TriangleAlert size={20} aria-hidden />
            {t("balance.odd", sums)}
          </p>
        )}
      </div>
    );
  });
}

/** A sum below 0 has a minus. */
const signedRupees = (paise: number): string =>
  paise < 0 ? `− ${formatRupees(-paise)}` : formatRupees(paise);
