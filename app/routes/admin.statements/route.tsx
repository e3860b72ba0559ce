import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/domain/money/format";
import { MapFile, StatementFile } from "@server/contracts/statements";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { useMay } from "~/lib/use-may";
import { loadWords } from "~/lib/words";
import { accountNames } from "./account-names";
import { changeFile } from "./change-file.server";
import { ChooseFile } from "./choose-file";
import { FileColumns } from "./file-columns";
import { FilePreview, UnreadRows } from "./file-preview";
import { ImportedList } from "./imported-list";
import { StatementTabs } from "./statement-tabs";
import { WaitingFile } from "./waiting-file";

export const handle = await loadWords("statements");

const constraints = constraintsOf({ columns: MapFile, file: StatementFile });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const fileId = asked.get("file");
  const [{ statements, waiting }, { records }, shown] = await orRefuse(
    context,
    Promise.all([
      api.statements.list(),
      api.beneficiaries.list({ limit: 100 }),
      fileId ? api.statements.file({ fileId }) : null,
    ]),
  );
  return {
    constraints,
    statements,
    waiting,
    accounts: accountNames(records),
    shown,
    asksColumns: asked.has("columns"),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => changeFile(request, context);

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Bank statements");

/** A bank's statement: chosen, looked at, imported; and those that were. */
export default function BankStatements() {
  const { statements, accounts, shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("statements");
  const may = useMay();
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      <StatementTabs value="import">
        {(may("statements.hold") || shown?.state === "IMPORTED") && <File />}
        <ImportedList statements={statements} accounts={accounts} />
      </StatementTabs>
    </div>
  );
}

/** What the address is about: the choice of a file, its preview or columns, or its import. */
function File() {
  const { accounts, shown, waiting, asksColumns } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("statements");
  switch (shown?.state) {
    case "UNKNOWN":
      return <FileColumns file={shown.file} headings={shown.headings} result={result} />;
    case "READ":
      return asksColumns && shown.preview.headings.length > 0 ? (
        <FileColumns file={shown.file} headings={shown.preview.headings} result={result} />
      ) : (
        <FilePreview {...shown} accounts={accounts} result={result} />
      );
    case "IMPORTED": {
      const { addedCount: count, rowCount: rows, unread, fileName } = shown.statement;
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
              : t("imported.nothing", { rows })}
          </p>
          <UnreadRows unread={unread} />
          <p className="flex flex-wrap gap-3">
            <Link className="button" to={paths.admin.statementEntries}>
              {t("imported.toEntries")}
            </Link>
            <Link className="button button-quiet" to={paths.admin.statements}>
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
