import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { RehearsedOrder } from "@server/orders/contracts/decisions";
import { formatRupees } from "@server/platform/rules/money/format";
import { orderPath } from "~/lib/paths";
import { ErrorText } from "~/components/form/error-text";
import { MissingBadge } from "~/components/data/badge";
import { FlagBadges } from "~/components/data/flag-badges";

/** A purchase, and why it cannot be decided. */
export type Row = Omit<RehearsedOrder, "refusal" | "paymentMethod"> & {
  refusal: string | null;
  /** The method's name in the admin's language. */
  method: string | null;
};

/** Those that the decision would leave out, each with its refusal, and where it is decided alone. */
export function LeftOutRows({
  name,
  rows,
}: {
  name: "otherSum" | "refused";
  rows: readonly Row[];
}) {
  const { t } = useTranslation("bulk");
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby={name}>
      <h2 id={name}>{t(name, { count: rows.length })}</h2>
      <ul className="bulk-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Facts row={row} />
            {name === "refused" && <ErrorText>{row.refusal}</ErrorText>}
            <Link className="link-out" to={orderPath(row.id)}>
              {t("singly")}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Flagged ones: each is included by a reason. */
export function FlaggedRows({
  rows,
  onReason,
}: {
  rows: readonly Row[];
  onReason: (id: string, isGiven: boolean) => void;
}) {
  const { t } = useTranslation("bulk");
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="flagged">
      <h2 id="flagged" className="flex items-center gap-2">
        <TriangleAlert size={20} aria-hidden />
        {t("flagged", { count: rows.length })}
      </h2>
      <p className="hint">{t("flaggedHint")}</p>
      <ul className="bulk-rows bulk-flagged">
        {rows.map((row) => (
          <li key={row.id}>
            <Version row={row} />
            <Facts row={row} />
            <input
              name={`reasons.${row.id}`}
              className="input"
              maxLength={500}
              aria-label={t("reasonFor", { order: row.orderNumber })}
              placeholder={t("reason")}
              onInput={({ currentTarget }) => onReason(row.id, currentTarget.value.trim() !== "")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those that are decided, unless their tick is taken away. */
export function TickedRows({
  name,
  rows,
  onTick,
}: {
  name: "found" | "notFound" | "rejected";
  rows: readonly Row[];
  onTick: (id: string, isTaken: boolean) => void;
}) {
  const { t } = useTranslation("bulk");
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby={name}>
      <h2 id={name}>{t(name, { count: rows.length })}</h2>
      <ul className="bulk-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Version row={row} />
            <label className="checkbox">
              <input
                type="checkbox"
                name="orderIds"
                value={row.id}
                defaultChecked
                aria-label={t("take", { order: row.orderNumber })}
                onChange={({ currentTarget }) => onTick(row.id, currentTarget.checked)}
              />
            </label>
            <Facts row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The number of the submission that was shown. */
const Version = ({ row }: { row: Row }) => (
  <input type="hidden" name={`versions.${row.id}`} value={row.version} />
);

/** An entry is the payment's own, or only names the order; the page says which. */
function entryWords({ evidence, line }: Row) {
  if (evidence === "OTHER_SUM") return "purchases:bankSum";
  return line?.isMatched ? "entry" : "maybeEntry";
}

/** The details to match with the account: reference and amount. */
function Facts({ row }: { row: Row }) {
  const { t } = useTranslation("bulk");
  return (
    <>
      <span className="min-w-0 grow">
        <strong className="mono">{row.orderNumber}</strong> {row.user.name}
        <span className="hint block">
          {row.method} {row.referenceNumber ?? "--"}
        </span>
        {row.line && (
          <span className="hint block">
            {t(entryWords(row), {
              shown: formatRupees(row.bankPaise ?? row.line.amountPaise),
              total: formatRupees(row.finalAmountPaise),
              day: row.line.bookedOn,
            })}
          </span>
        )}
      </span>
      <span className="badges justify-end">
        <MissingBadge paise={row.missingPaise} />
        <FlagBadges flags={row.flags} />
      </span>
      <span className="tabular">{formatRupees(row.finalAmountPaise)}</span>
    </>
  );
}
