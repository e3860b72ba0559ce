import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { RehearsedOrder } from "@server/orders/contracts/decisions";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { orderPath } from "~/lib/paths";
import { ErrorText } from "~/components/form/error-text";
import { MissingBadge } from "~/components/data/badge";
import { FlagBadges, UnprovenNote } from "~/components/data/flag-badges";
import { isPaidInPerson } from "~/components/purchases/decide/money-confirmed";
import { useMethodName } from "~/lib/orders/use-method-name";
import { Rows, RowTick } from "./rows";

/** A purchase, and why it cannot be decided. */
export type Row = Omit<RehearsedOrder, "refusal"> & { refusal: string | null };

/** Those that the decision would leave out, each with its refusal, and where it is decided alone. */
export function LeftOutRows({
  name,
  rows,
}: {
  name: "otherSum" | "refused";
  rows: readonly Row[];
}) {
  const { t } = useTranslation("bulk");
  return (
    <Rows id={name} title={t(name, { count: rows.length })} rows={rows} keyOf={idOf}>
      {(row) => (
        <>
          <Facts row={row} />
          {name === "refused" && <ErrorText>{row.refusal}</ErrorText>}
          <Link className="link-out" to={orderPath(row.id)}>
            {t("singly")}
          </Link>
        </>
      )}
    </Rows>
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
  const title = (
    <>
      <TriangleAlert />
      {t("flagged", { count: rows.length })}
    </>
  );
  return (
    <Rows
      id="flagged"
      title={title}
      hint={t("flaggedHint")}
      className="border-(--warning-border)! bg-(--warning-soft)! text-(--warning-soft-text) [&_.hint]:text-inherit"
      rows={rows}
      keyOf={idOf}
    >
      {(row) => (
        <>
          <Version row={row} />
          <Facts row={row} />
          <input
            name={`reasons.${row.id}`}
            className="input basis-full"
            maxLength={500}
            aria-label={t("reasonFor", { order: row.orderNumber })}
            placeholder={t("reason")}
            onInput={({ currentTarget }) => onReason(row.id, currentTarget.value.trim() !== "")}
          />
        </>
      )}
    </Rows>
  );
}

/** Those that are decided, unless their tick is taken away. */
export function TickedRows({
  name,
  rows,
  onTick,
}: {
  name: "found" | "notFound" | "inPerson" | "rejected";
  rows: readonly Row[];
  onTick: (id: string, isTaken: boolean) => void;
}) {
  const { t } = useTranslation("bulk");
  return (
    <Rows id={name} title={t(name, { count: rows.length })} rows={rows} keyOf={idOf}>
      {(row) => (
        <>
          <Version row={row} />
          <RowTick
            name="orderIds"
            value={row.id}
            aria-label={t("take", { order: row.orderNumber })}
            onTick={(isTaken) => onTick(row.id, isTaken)}
          />
          <Facts row={row} />
        </>
      )}
    </Rows>
  );
}

const idOf = ({ id }: Row): string => id;

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
  const methodName = useMethodName();
  const dates = useDates();
  return (
    <>
      <span className="min-w-0 grow">
        <strong className="mono">{row.orderNumber}</strong> {row.user.name}
        <span className="hint max-lg:block lg:ms-3">
          {methodName(row.paymentMethod)}{" "}
          {row.referenceNumber ?? (isPaidInPerson(row.paymentMethod) ? null : "--")}
        </span>
        {row.line && (
          <span className="hint max-lg:block lg:ms-3">
            {t(entryWords(row), {
              shown: formatRupees(row.bankPaise ?? row.line.amountPaise),
              total: formatRupees(row.finalAmountPaise),
              day: dates.day(row.line.bookedOn),
            })}
          </span>
        )}
        <UnprovenNote unproven={row.unproven} />
      </span>
      <span className="badges justify-end">
        <MissingBadge paise={row.missingPaise} told={row.toldPaise} />
        <FlagBadges flags={row.flags} />
      </span>
      <span className="tabular">{formatRupees(row.finalAmountPaise)}</span>
    </>
  );
}
