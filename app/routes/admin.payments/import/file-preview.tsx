import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { FileState } from "@server/contracts/statements";
import { formatDay } from "@server/domain/dates/dates";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import type { StatementRow, UnreadRow } from "@server/domain/statements/row";
import { FactRow } from "~/components/data/fact-list";
import { type Column, DataTable } from "~/components/data/data-table";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { statementPath } from "~/lib/paths";
import { type NamedAccount, nameOf } from "./account-names";
import { Busy } from "./choose-file";
import { DropFile } from "./waiting-file";

type Read = Extract<FileState, { state: "READ" }>;

interface Props extends Omit<Read, "state"> {
  accounts: readonly NamedAccount[];
  result: unknown;
}

/** What a file holds, before anything of it is imported. */
export function FilePreview({ file, preview, accounts, result }: Props) {
  const { t } = useTranslation("statements");
  const { rows, rowCount, newCount: added, knownCount, unread, accountNumber, headings } = preview;
  const readAs = [preview.format, preview.bank ?? (file.mapping && t("preview.ownColumns"))];
  return (
    <>
      <section className="card grid gap-4 p-4 md:p-6">
        <h2 className="break-words">{file.fileName}</h2>
        <dl className="facts tabular max-w-3xl">
          <FactRow name={t("preview.account")}>{nameOf(accounts, file.accountId) ?? "--"}</FactRow>
          {accountNumber !== null && <FactRow name={t("preview.stated")}>{accountNumber}</FactRow>}
          <FactRow name={t("preview.format")}>{readAs.filter(Boolean).join(", ")}</FactRow>
          <FactRow name={t("preview.rows")}>{formatQuantity(rowCount)}</FactRow>
          <FactRow name={t("preview.known")}>{formatQuantity(knownCount)}</FactRow>
          <FactRow name={t("preview.added")}>{formatQuantity(added)}</FactRow>
          {unread.length > 0 && (
            <FactRow name={t("preview.unread")}>{formatQuantity(unread.length)}</FactRow>
          )}
        </dl>
        {accountNumber === null && (
          <p className="note note-warning">
            <TriangleAlert size={20} aria-hidden />
            {t("preview.notStated")}
          </p>
        )}
        {rowCount === 0 && <p className="note note-danger">{t("preview.noRows")}</p>}
        <div className="flex flex-wrap items-start gap-3">
          {rowCount > 0 && (
            <ButtonForm result={result} intent="import" className="grid gap-3">
              <input type="hidden" name="fileId" value={file.id} />
              <SubmitButton pending={t("preview.importing")}>
                {added > 0
                  ? t("preview.import", { count: added, entries: formatQuantity(added) })
                  : t("preview.importKnown")}
              </SubmitButton>
              <Busy text={t("busy")} />
            </ButtonForm>
          )}
          {headings.length > 0 && (
            <Link className="button button-quiet" to={`${statementPath(file.id)}&columns=1`}>
              {t("preview.columns")}
            </Link>
          )}
          <DropFile id={file.id} result={result} />
        </div>
        <UnreadRows unread={unread} />
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
    { label: t("entries.date"), cell: ({ bookedOn }) => formatDay(bookedOn), isShort: true },
    { label: t("entries.amount"), cell: signed, isNumber: true },
    {
      label: t("entries.entry"),
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

type Unread = Pick<UnreadRow, "row" | "fault" | "text">;

/** Rows that are left out, each with its reason. */
export function UnreadRows({ unread }: { unread: readonly Unread[] }) {
  const { t } = useTranslation("statements");
  if (unread.length === 0) return null;
  const columns: Column<Unread>[] = [
    { label: t("unread.row"), cell: ({ row }) => formatQuantity(row), isNumber: true },
    { label: t("unread.why"), cell: ({ fault }) => t(`unread.${fault}`) },
    {
      label: t("unread.text"),
      cell: ({ text }) => <span className="break-all">{text}</span>,
      isWide: true,
    },
  ];
  return (
    <div className="grid gap-2">
      <p className="note note-warning">
        <TriangleAlert size={20} aria-hidden />
        {t("unread.hint")}
      </p>
      <DataTable
        title={t("unread.title", { count: unread.length })}
        columns={columns}
        rows={unread}
        keyOf={({ row }) => String(row)}
      />
    </div>
  );
}
