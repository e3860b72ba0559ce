import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { BackLink } from "~/components/layout/back-link";
import { importPath, paymentsPath, statementPath } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";
import { useMay } from "~/lib/use-may";
import { ChooseFile, WaitingFile } from "./choose-file";
import { FilePreview } from "./file-preview";
import { EntryLists } from "../bank/bank-entries";
import type { loadImport } from "./load-import.server";
import { UnreadRows } from "./mend-row";
import type { FileState, StatementList } from "@server/orders/contracts/statements";
import { type Column, DataTable } from "~/components/lists/data-table";
import { type NamedAccount, nameOf } from "./account-names";
import { Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

type Unknown = Extract<FileState, { state: "UNKNOWN" }>;

const COLUMNS = [
  "bookedOn",
  "narration",
  "reference",
  "credit",
  "debit",
  "amount",
  "side",
  "balance",
  "valueOn",
] as const;

/** Asks which column of the file holds what: each by its place, its heading and a cell below it. */
function FileColumns({ file, columns, chosen }: Pick<Unknown, "file" | "columns" | "chosen">) {
  const { t } = useTranslation("statements");
  const options = columns.map(({ name, heading, sample }, at) => ({
    value: name,
    label: `${at + 1}. ${heading || "—"}${sample && `: ${sample}`}`,
  }));
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <div className="grid gap-1">
        <h2>{t("columns.title")}</h2>
        <p className="break-words font-semibold">{file.fileName}</p>
        <p className="hint max-w-3xl">{t("columns.intro")}</p>
      </div>
      <PostForm contract="columns" intent="columns" values={chosen} hidden={{ fileId: file.id }}>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {COLUMNS.map((column) => (
            <Select
              key={column}
              name={column}
              label={t(`columns.${column}`)}
              placeholder={t("columns.none")}
              options={options}
            />
          ))}
          <Select
            name="dateOrder"
            label={t("columns.dateOrder")}
            placeholder={t("columns.auto")}
            options={[
              { value: "DMY", label: t("columns.DMY") },
              { value: "MDY", label: t("columns.MDY") },
            ]}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton pending={t("choose.sending")}>{t("columns.save")}</SubmitButton>
          <Link className="button button-quiet" to={importPath}>
            {t("common:cancel")}
          </Link>
        </div>
      </PostForm>
    </section>
  );
}

/** A bank's statement: chosen, looked at, imported; and those that were. */
export function ImportStatement() {
  const { statements, accounts, shown } = useLoaderData<typeof loadImport>();
  const { t } = useTranslation("statements");
  const may = useMay();
  return (
    <div className="grid gap-5">
      <BackLink to={paymentsPath("bank")}>{t("back")}</BackLink>
      <h1>{t("choose.title")}</h1>
      {(may("statements.hold") || shown?.state === "IMPORTED") && <File />}
      <ImportedList statements={statements} accounts={accounts} />
    </div>
  );
}

/** The address names a step: the choice of a file, its preview or columns, or its import. */
function File() {
  const { accounts, shown, waiting, asksColumns, mendedRow, open } =
    useLoaderData<typeof loadImport>();
  const { t } = useTranslation("statements");
  switch (shown?.state) {
    case "UNKNOWN":
      return <FileColumns {...shown} />;
    case "READ":
      return asksColumns ? (
        <FileColumns file={shown.file} {...shown.preview} />
      ) : (
        <FilePreview {...shown} accounts={accounts} mendedRow={mendedRow} />
      );
    case "IMPORTED": {
      const { addedCount: count, rowCount: rows, unread, unreadCount, fileName } = shown.statement;
      return (
        <section className="card grid gap-4 p-4 md:p-6">
          <h2 className="break-words">{fileName}</h2>
          <p className={`note ${count > 0 ? "note-success" : ""}`} role="status">
            {count > 0
              ? t("imported.done", {
                  count,
                  entries: formatQuantity(count),
                  rows: formatQuantity(rows),
                })
              : t("imported.nothing", { rows: rows - unreadCount })}
          </p>
          <UnreadRows unread={unread} count={unreadCount} />
          {open && (
            <>
              <h3 className="text-base">{t("imported.nowOpen")}</h3>
              <EntryLists {...open} />
            </>
          )}
          <p className="flex flex-wrap gap-3">
            <Link className="button" to={paymentsPath("bank")}>
              {t("imported.toEntries")}
            </Link>
            <Link className="button button-quiet" to={importPath}>
              {t("imported.another")}
            </Link>
          </p>
        </section>
      );
    }
    default:
      return (
        <>
          {shown?.state === "GONE" && <p className="note note-warning">{t("gone")}</p>}
          {waiting && <WaitingFile file={waiting} />}
          <ChooseFile accounts={accounts} />
        </>
      );
  }
}

type Row = StatementList["statements"][number];

/** Imported statements; each leads to its rows that were not read. */
function ImportedList({
  statements,
  accounts,
}: {
  statements: readonly Row[];
  accounts: readonly NamedAccount[];
}) {
  const { t } = useTranslation("statements");
  const dates = useDates();
  const columns: Column<Row>[] = [
    {
      label: t("list.file"),
      place: "title",
      cell: ({ id, fileName }) => (
        <Link className="link-out break-all" to={statementPath(id)}>
          {fileName}
        </Link>
      ),
    },
    {
      label: t("list.account"),
      place: "detail",
      cell: ({ accountId }) => nameOf(accounts, accountId),
    },
    { label: t("list.format"), cell: ({ format }) => format, isShort: true },
    { label: t("list.entries"), cell: (row) => formatQuantity(row.rowCount), isNumber: true },
    {
      label: t("list.added"),
      place: "more",
      cell: (row) => formatQuantity(row.addedCount),
      isNumber: true,
    },
    {
      label: t("list.unread"),
      place: "more",
      cell: (row) => formatQuantity(row.unreadCount),
      isNumber: true,
    },
    { label: t("list.by"), cell: ({ importedBy }) => importedBy },
    {
      label: t("list.at"),
      place: "figure",
      cell: ({ at }) => dates.full(at),
      isShort: true,
    },
  ];
  return (
    <DataTable
      title={t("list.title")}
      columns={columns}
      rows={statements}
      empty={t("list.empty")}
    />
  );
}
