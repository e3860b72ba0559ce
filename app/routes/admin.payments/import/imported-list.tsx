import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { StatementList } from "@server/orders/contracts/statements";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { type Column, DataTable } from "~/components/lists/data-table";
import { statementPath } from "~/lib/paths";
import { type NamedAccount, nameOf } from "./account-names";

type Row = StatementList["statements"][number];

/** Imported statements; each leads to its rows that were not read. */
export function ImportedList({
  statements,
  accounts,
}: {
  statements: readonly Row[];
  accounts: readonly NamedAccount[];
}) {
  const { t } = useTranslation("statements");
  const columns: Column<Row>[] = [
    {
      label: t("list.file"),
      cell: ({ id, fileName }) => (
        <Link className="link-out break-all" to={statementPath(id)}>
          {fileName}
        </Link>
      ),
    },
    { label: t("list.account"), cell: ({ accountId }) => nameOf(accounts, accountId) },
    { label: t("list.format"), cell: ({ format }) => format, isShort: true },
    { label: t("list.entries"), cell: (row) => formatQuantity(row.rowCount), isNumber: true },
    { label: t("list.added"), cell: (row) => formatQuantity(row.addedCount), isNumber: true },
    { label: t("list.unread"), cell: (row) => formatQuantity(row.unreadCount), isNumber: true },
    { label: t("list.by"), cell: ({ importedBy }) => importedBy },
    { label: t("list.at"), cell: ({ at }) => formatDateTime(new Date(at)), isShort: true },
  ];
  return (
    <DataTable
      title={t("list.title")}
      columns={columns}
      rows={statements}
      keyOf={({ id }) => id}
      empty={t("list.empty")}
    />
  );
}
