import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";

export interface Column<Row> {
  label: string;
  /** What stands at the head of the column instead of its label. */
  head?: ReactNode;
  /** Undefined, null and "" read N/A (spec §1). */
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** A date or a number in words, never broken over two lines. */
  isShort?: boolean;
  /** Several lines; where rows are cards, it has a line of the card to itself. */
  isWide?: boolean;
}

interface Props<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What stands instead of rows. */
  empty?: string;
  isTitleHidden?: boolean;
  /** What a row is marked with. */
  rowProps?: (row: Row) => ComponentProps<"tr"> & { [data: `data-${string}`]: string | undefined };
}

/** The titled table of spec §1; on a phone each row is a card whose cells name themselves. */
export function DataTable<Row>(props: Props<Row>) {
  const { title, columns, rows, keyOf, empty, isTitleHidden, rowProps } = props;
  const { t } = useTranslation();
  return (
    <section className="card overflow-hidden">
      <h2 className={isTitleHidden ? "sr-only" : "px-4 pt-4 pb-3"}>{title}</h2>
      {rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted">{empty ?? t("noData")}</p>
      ) : (
        // A wide table scrolls in its own frame, which a keyboard must be able to reach.
        <div className="table-frame" tabIndex={0} role="region" aria-label={title}>
          <table className="table">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.label} scope="col" className={classOf(column)}>
                    {column.head ?? column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)} {...rowProps?.(row)}>
                  {columns.map((column) => (
                    <td key={column.label} data-label={column.label} className={classOf(column)}>
                      <span>{orMissing(column.cell(row), t("notAvailable"))}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const orMissing = (cell: ReactNode, missing: string): ReactNode =>
  cell === undefined || cell === null || cell === "" ? missing : cell;

const classOf = ({
  isNumber,
  isShort,
  isWide,
}: Pick<Column<never>, "isNumber" | "isShort" | "isWide">): string =>
  isNumber ? "is-number" : isShort ? "is-short" : isWide ? "is-wide" : "";
