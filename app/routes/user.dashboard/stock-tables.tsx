import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { shortHash } from "@server/platform/rules/people/masking";
import { type Column, DataTable } from "~/components/lists/data-table";
import { allocationPath } from "~/lib/paths";

/** A row of either table: its cells in the order of the columns; Time Left is that of all rows. */
export interface StockRow {
  cells: readonly (string | number | null)[];
  isOwn?: boolean;
}

interface Props {
  rows: readonly StockRow[];
  /** The time left until the launch, when tokens unlock; null without one (architecture.md §5). */
  left: string | null;
  /** Explains the column Time Left. */
  note: string;
}

const quantityOf = (cell: StockRow["cells"][number] | undefined) =>
  typeof cell === "number" ? formatQuantity(cell) : null;

/** The ranking of the company's members, without names. */
export function GlobalStockTable({ rows, left, note, isFirst }: Props & { isFirst?: boolean }) {
  const { t } = useTranslation("dashboard");
  const columns: Column<StockRow>[] = [
    {
      label: t("rank"),
      cell: ({ cells: [rank], isOwn }) =>
        isOwn ? (
          <>
            {rank} <span className="badge">{t("you")}</span>
          </>
        ) : (
          rank
        ),
    },
    { label: t("wallet"), cell: ({ cells }) => cells[1] },
    { label: t("quantity"), cell: ({ cells }) => quantityOf(cells[2]), isNumber: true },
    { label: t("hash"), cell: ({ cells }) => cells[3] },
    { label: t("dateTimeGlobal"), cell: ({ cells }) => cells[4] },
    { label: t("timeLeft"), cell: () => left, isLabelled: true },
  ];
  return (
    <>
      <DataTable
        title={t("globalDetails")}
        lines={isFirst ? "stock-global stock-first" : "stock-global"}
        rows={rows}
        keyOf={({ cells }) => String(cells[3])}
        rowProps={({ isOwn }) => ({ "data-own": isOwn ? "" : undefined })}
        columns={columns}
      />
      {left !== null && rows.length > 0 && <p className="hint -mt-2">{note}</p>}
    </>
  );
}

/** The member's own allocations. A hash leads to its page, where it is checked. */
export function MyStockTable({
  rows,
  left,
  note,
  check,
  empty,
}: Props & {
  check: string;
  /** The text where no page has rows; null where one has. */
  empty: string | null;
}) {
  const { t } = useTranslation("dashboard");
  const columns: Column<StockRow>[] = [
    { label: t("memberId"), cell: ({ cells }) => cells[0] },
    {
      label: t("quantity"),
      cell: ({ cells }) => quantityOf(cells[1]),
      isNumber: true,
      isLabelled: true,
    },
    {
      label: t("hash"),
      cell: ({ cells }) => (
        <Link className="link-out" to={allocationPath(String(cells[2]))} discover="none">
          {shortHash(String(cells[2]))}
        </Link>
      ),
    },
    { label: t("dateTimeMine"), cell: ({ cells }) => cells[3] },
    {
      label: t("reward"),
      cell: ({ cells }) => quantityOf(cells[4]),
      isNumber: true,
      isLabelled: true,
    },
    { label: t("timeLeft"), cell: () => left, isLabelled: true },
  ];
  return (
    <>
      <DataTable
        title={t("myDetails")}
        lines="stock-mine"
        {...(empty !== null && { empty })}
        rows={rows}
        keyOf={({ cells }) => String(cells[2])}
        columns={columns}
      />
      {rows.length > 0 && (
        <p className="hint -mt-2">
          {check} {left !== null && note}
        </p>
      )}
    </>
  );
}
