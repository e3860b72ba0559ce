import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { BackLink } from "~/components/layout/back-link";
import { importPath, paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { ChooseFile } from "./choose-file";
import { FileColumns } from "./file-columns";
import { FilePreview } from "./file-preview";
import { ImportedList } from "./imported-list";
import type { loadImport } from "./load-import.server";
import { UnreadRows } from "./unread-rows";
import { WaitingFile } from "./waiting-file";

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
  const { accounts, shown, waiting, asksColumns, mendedRow } = useLoaderData<typeof loadImport>();
  const result = useActionData();
  const { t } = useTranslation("statements");
  switch (shown?.state) {
    case "UNKNOWN":
      return <FileColumns file={shown.file} headings={shown.headings} result={result} />;
    case "READ":
      return asksColumns && shown.preview.headings.length > 0 ? (
        <FileColumns file={shown.file} headings={shown.preview.headings} result={result} />
      ) : (
        <FilePreview {...shown} accounts={accounts} mendedRow={mendedRow} result={result} />
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
          {waiting && <WaitingFile file={waiting} result={result} />}
          <ChooseFile accounts={accounts} result={result} />
        </>
      );
  }
}
