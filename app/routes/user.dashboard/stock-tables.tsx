import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type AllocationKind, STOCK_PARTS, type StockPart } from "@db/vocabulary";
import { formatQuantity } from "@server/platform/rules/money/format";
import { shortHash } from "@server/platform/rules/people/masking";
import { type Column, DataTable } from "~/components/lists/data-table";
import { allocationPath } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";
import { useSite } from "~/lib/use-site";

/** A row of either table: its cells in the order of the columns; Time Left is that of all rows. */
export interface StockRow {
  cells: readonly (string | number | null)[];
  /** ISO. */
  at: string;
  /** A row of My Stock has one. */
  kind?: AllocationKind;
  isOwn?: boolean;
  /** The member hides the wallet. */
  isHidden?: boolean;
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
  const dates = useDates();
  const hasWallet = rows.some(({ cells }) => cells[1] !== null);
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
    { label: t("wallet"), cell: ({ cells, isHidden }) => (isHidden ? t("hidden") : cells[1]) },
    { label: t("quantity"), cell: ({ cells }) => quantityOf(cells[2]), isNumber: true },
    { label: t("hash"), cell: ({ cells }) => cells[3] },
    {
      label: t("dateTimeGlobal"),
      cell: ({ cells, at }) => (
        <>
          <span className="wide-only">{cells[4]}</span>
          <span className="phone-only">{dates.day(at)}</span>
        </>
      ),
    },
    { label: t("timeLeft"), cell: () => left },
  ];
  return (
    <>
      <DataTable
        title={t("globalDetails")}
        lines={`stock-global${isFirst ? " stock-first" : ""}${hasWallet ? "" : " stock-bare"}`}
        rows={rows}
        keyOf={({ cells }) => String(cells[3])}
        rowProps={({ isOwn }) => ({ "data-own": isOwn ? "" : undefined })}
        columns={columns}
      />
      {hasWallet && !isFirst && <p className="hint -mt-2">{t("wallets")}</p>}
      {/* On a phone the column stands behind the row. */}
      {rows.length > 0 && left !== null && <p className="hint -mt-2 max-lg:hidden">{note}</p>}
    </>
  );
}

/**
 * The member's own allocations, all or those that were bought, as a bonus or as rewards. A row leads to its
 * hash, where it is checked.
 */
export function MyStockTable({
  rows,
  left,
  note,
  check,
  empty,
  part,
}: Props & {
  check: string;
  /** The part that is shown; null for all. */
  part: StockPart | null;
  /** The text where no page has rows; null where one has. */
  empty: string | null;
}) {
  const { t } = useTranslation("dashboard");
  const { brand } = useSite();
  const dates = useDates();
  const columns: Column<StockRow>[] = [
    {
      label: t("memberId"),
      cell: ({ cells, kind }) => (
        <>
          <span className="wide-only">{cells[0]}</span>
          <span className="phone-only">
            <Link className="row-link" to={allocationPath(String(cells[2]))} discover="none">
              {quantityOf(cells[1] ?? cells[4])} {brand.symbol}
            </Link>
            <span className="hint block">{kind && t(`kinds.${kind}`)}</span>
          </span>
        </>
      ),
    },
    { label: t("quantity"), cell: ({ cells }) => quantityOf(cells[1]), isNumber: true },
    {
      label: t("hash"),
      cell: ({ cells }) => (
        <Link className="link-out" to={allocationPath(String(cells[2]))} discover="none">
          {shortHash(String(cells[2]))}
        </Link>
      ),
    },
    {
      label: t("dateTimeMine"),
      cell: ({ cells, at }) => (
        <>
          <span className="wide-only">{cells[3]}</span>
          <span className="phone-only">{dates.day(at)}</span>
        </>
      ),
    },
    { label: t("reward"), cell: ({ cells }) => quantityOf(cells[4]), isNumber: true },
    { label: t("timeLeft"), cell: () => left },
  ];
  return (
    <>
      {(empty === null || part) && (
        <nav className="flex flex-wrap gap-2" aria-label={t("parts.label")}>
          {([null, ...STOCK_PARTS] as const).map((one) => (
            <Link
              key={one}
              className="button button-quiet button-small"
              to={`?stock=myStock${one ? `&kind=${one}` : ""}`}
              preventScrollReset
              aria-current={one === part ? "true" : undefined}
            >
              {t(`parts.${one ?? "all"}`)}
            </Link>
          ))}
        </nav>
      )}
      <DataTable
        title={t("myDetails")}
        lines="stock-mine"
        {...(empty !== null && { empty })}
        rows={rows}
        keyOf={({ cells }) => String(cells[2])}
        columns={columns}
      />
      {rows.length > 0 && (
        <p className="hint -mt-2 max-lg:hidden">
          {check} {left !== null && note}
        </p>
      )}
    </>
  );
}
