import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { RehearsedOrder } from "@server/contracts/decisions";
import { formatRupees } from "@server/domain/money/format";
import { orderPath } from "~/lib/paths";
import { ErrorText } from "~/components/form/error-text";
import { FlagBadges } from "~/components/data/flag-badges";

/** A purchase, and why it cannot be decided. */
export type Row = Omit<RehearsedOrder, "refusal" | "paymentMethod"> & {
  refusal: string | null;
  /** In the admin's language. */
  method: string | null;
};

/** Those that the decision would leave out, each with its refusal. */
export function RefusedRows({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation("bulk");
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="refused">
      <h2 id="refused">{t("refused", { count: rows.length })}</h2>
      <ul className="bulk-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Facts row={row} />
            <ErrorText>{row.refusal}</ErrorText>
            <Link className="link-out" to={orderPath(row.id)}>
              {t("singly")}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The number of the submission that was shown. */
export const Version = ({ row }: { row: Row }) => (
  <input type="hidden" name={`versions.${row.id}`} value={row.version} />
);

/** The details to match with the account: reference and amount. */
export function Facts({ row }: { row: Row }) {
  const { t } = useTranslation("bulk");
  return (
    <>
      <span className="min-w-0 grow">
        <strong className="mono">{row.orderNumber}</strong> {row.user.name}
        <span className="hint block">
          {row.method} {row.referenceNumber ?? "--"}
        </span>
        {row.bankPaise !== null && (
          <span className="hint block">
            {t("purchases:bankSum", {
              shown: formatRupees(row.bankPaise),
              total: formatRupees(row.finalAmountPaise),
            })}
          </span>
        )}
      </span>
      <span className="badges justify-end">
        <FlagBadges flags={row.flags} />
      </span>
      <span className="tabular">{formatRupees(row.finalAmountPaise)}</span>
    </>
  );
}
