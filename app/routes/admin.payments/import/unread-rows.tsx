import { Link } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import type { UnreadRow } from "@server/payments/rules/statements/row";
import { type Column, DataTable } from "~/components/lists/data-table";
import { mendPath } from "~/lib/paths";

type Unread = Pick<UnreadRow, "row" | "fault" | "text">;

/** Rows that are left out, each with its reason; before the import, with a link to mend it. */
export function UnreadRows({
  unread,
  count,
  fileId,
}: {
  unread: readonly Unread[];
  /** The number of all; the first of them are listed. */
  count: number;
  fileId?: string;
}) {
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
  if (fileId !== undefined) {
    columns.push({
      label: t("unread.action"),
      cell: ({ row }) => (
        <Link className="button button-small button-quiet" to={mendPath(fileId, row)}>
          {t("unread.mend")}
          <span className="sr-only">{t("unread.mendRow", { row })}</span>
        </Link>
      ),
    });
  }
  return (
    <div className="grid gap-2">
      <p className="note note-warning">
        <TriangleAlert size={20} aria-hidden />
        {fileId === undefined ? t("unread.left") : t("unread.hint")}
      </p>
      <DataTable
        title={t("unread.title", { count })}
        columns={columns}
        rows={unread}
        keyOf={({ row }) => String(row)}
      />
    </div>
  );
}
