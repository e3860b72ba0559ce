import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { FileState } from "@server/orders/contracts/statements";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import type { BalanceCheck, StatementRow } from "@server/payments/rules/statements/row";
import { FactRow } from "~/components/data/fact-list";
import { type Column, DataTable } from "~/components/lists/data-table";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { statementPath } from "~/lib/paths";
import { type NamedAccount, nameOf } from "./account-names";
import { DoubtfulDays } from "./doubtful-days";
import { Busy, DropFile } from "./choose-file";
import { MendRow, UnreadRows } from "./mend-row";

/** Says whether each table of a file adds up. */
function BalanceNotes({ balances }: { balances: readonly BalanceCheck[] }) {
  const { t } = useTranslation("statements");
  return balances.map((balance, at) => {
    const { openingPaise, creditPaise, debitPaise, closingPaise, differencePaise } = balance;
    const sums = {
      opening: signedRupees(openingPaise),
      credits: formatRupees(creditPaise),
      debits: formatRupees(debitPaise),
      closing: signedRupees(closingPaise),
      difference: signedRupees(differencePaise),
      rows: balance.oddRows.join(", "),
    };
    return (
      <div key={String(at)} className="grid gap-2">
        {differencePaise === 0 ? (
          <p className="note note-success tabular">{t("balance.right", sums)}</p>
        ) : (
          <p className="note note-warning tabular">
            <TriangleAlert />
            {t("balance.wrong", sums)}
          </p>
        )}
        {balance.oddRows.length > 0 && (
          <p className="note note-warning">
            <TriangleAlert />
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

type Read = Extract<FileState, { state: "READ" }>;

interface Props extends Omit<Read, "state"> {
  accounts: readonly NamedAccount[];
  /** The row that an admin mends. */
  mendedRow: number | null;
}

/** Previews a file before any of it is imported. */
export function FilePreview({ file, preview, accounts, mendedRow }: Props) {
  const { t } = useTranslation("statements");
  const { rows, rowCount, newCount: added, knownCount, unread, unreadCount } = preview;
  const { accountNumber, mendedCount, leftOut } = preview;
  const mended = unread.find(({ row }) => row === mendedRow);
  const readAs = [preview.format, preview.bank ?? (file.mapping && t("preview.ownColumns"))];
  return (
    <>
      {mended && <MendRow key={mended.row} fileId={file.id} row={mended} />}
      <section className="card grid gap-4 p-4 md:p-6">
        <h2 className="break-words">{file.fileName}</h2>
        <dl className="facts tabular max-w-3xl">
          <FactRow name={t("preview.account")}>{nameOf(accounts, file.accountId) ?? "--"}</FactRow>
          {accountNumber !== null && <FactRow name={t("preview.stated")}>{accountNumber}</FactRow>}
          <FactRow name={t("preview.format")}>{readAs.filter(Boolean).join(", ")}</FactRow>
          <FactRow name={t("preview.rows")}>{formatQuantity(rowCount)}</FactRow>
          <FactRow name={t("preview.added")}>{formatQuantity(added)}</FactRow>
          <FactRow name={t("preview.known")}>{formatQuantity(knownCount)}</FactRow>
          <FactRow name={t("preview.unread")}>{formatQuantity(unreadCount)}</FactRow>
          {mendedCount > 0 && (
            <FactRow name={t("preview.mended")}>{formatQuantity(mendedCount)}</FactRow>
          )}
          {leftOut.length > 0 && (
            <FactRow name={t("preview.leftOut")}>{leftOut.join(", ")}</FactRow>
          )}
        </dl>
        {accountNumber === null && (
          <p className="note note-warning">
            <TriangleAlert />
            {t("preview.notStated")}
          </p>
        )}
        <DoubtfulDays fileId={file.id} doubtful={preview.doubtful} />
        <BalanceNotes balances={preview.balances} />
        {rowCount === unreadCount && <p className="note note-danger">{t("preview.noRows")}</p>}
        <div
          // While it is imported nothing else is offered.
          className="flex flex-wrap items-start gap-3 has-[progress]:*:not-first:hidden"
        >
          {rowCount > unreadCount && (
            <ButtonForm intent="import" className="grid gap-3" hidden={{ fileId: file.id }}>
              <SubmitButton pending={t("preview.importing")}>
                {added > 0
                  ? t("preview.import", { count: added, entries: formatQuantity(added) })
                  : t("preview.importKnown")}
              </SubmitButton>
              <Busy text={t("busy")} />
            </ButtonForm>
          )}
          <Link className="button button-quiet" to={`${statementPath(file.id)}&columns=1`}>
            {t("preview.columns")}
          </Link>
          <DropFile id={file.id} />
        </div>
        <UnreadRows unread={unread} count={unreadCount} fileId={file.id} />
      </section>
      {rows.length > 0 && <FirstRows rows={rows} />}
    </>
  );
}

/** Money that went out has a minus. */
const signed = ({ side, amountPaise }: Pick<StatementRow, "side" | "amountPaise">): string =>
  side === "CREDIT" ? formatRupees(amountPaise) : `− ${formatRupees(amountPaise)}`;

function FirstRows({ rows }: { rows: readonly StatementRow[] }) {
  const { t } = useTranslation("statements");
  const columns: Column<StatementRow>[] = [
    { label: t("entries.date"), place: "title", cell: ({ bookedOn }) => bookedOn, isShort: true },
    { label: t("entries.amount"), place: "figure", cell: signed, isNumber: true },
    {
      label: t("entries.entry"),
      place: "more",
      cell: ({ narration }) => <span className="break-all">{narration}</span>,
      isWide: true,
    },
    {
      label: t("columns.reference"),
      cell: ({ reference }) => reference && <span className="mono break-all">{reference}</span>,
    },
  ];
  return (
    <DataTable
      title={t("preview.first", { count: rows.length })}
      columns={columns}
      rows={rows}
      keyOf={({ row }) => String(row)}
    />
  );
}
