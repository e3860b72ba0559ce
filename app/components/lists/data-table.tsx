import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { rowNumber } from "@server/platform/rules/paging";
import { Empty } from "~/components/data/empty";

export interface Column<Row> {
  label: string;
  /** Replaces the label in the column's header. */
  head?: ReactNode;
  sort?: "ascending" | "descending" | undefined;
  /** A cell that is undefined, null or "" reads N/A (product.md §1). */
  cell: (row: Row, index: number) => ReactNode;
  isNumber?: boolean;
  /** A date or a number; never wrapped. */
  isShort?: boolean;
  /** Several lines of text; takes a full line of a card. */
  isWide?: boolean;
  /** Holds the row's buttons; stays visible while the table scrolls horizontally. */
  isAction?: boolean;
  /**
   * Its place where a narrow table has rows of two lines instead of cards: as soon as one column has a
   * place, those without are left out there. `more` is a line of its own below, with its label.
   */
  place?: "tick" | "title" | "figure" | "detail" | "note" | "act" | "more" | undefined;
}

/** The column of a row's place in the whole list, whose page is `slice`. */
export const numberColumn = (label: string, slice: { page: number; limit: number }) => ({
  label,
  cell: (_row: unknown, index: number) => rowNumber(slice, index),
  isNumber: true,
});

type Props<Row> = Table<Row> &
  (Row extends { id: string } ? { keyOf?: (row: Row) => string } : { keyOf: (row: Row) => string });

interface Table<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty?: string;
  isTitleHidden?: boolean;
  /**
   * The class of a table whose rows are a few lines where it is narrow, as the style sheet lays them
   * out. Its markup is lean: a cell is its content alone.
   */
  lines?: string;
  rowProps?: (row: Row) => ComponentProps<"tr"> & { [data: `data-${string}`]: string | undefined };
}

/** The titled table of product.md §1. On a phone each row is a card with labelled cells. */
export function DataTable<Row>(props: Props<Row>) {
  const { title, columns, rows, empty, isTitleHidden, lines, rowProps } = props;
  const { t } = useTranslation();
  const missing = t("notAvailable");
  const keyOf = props.keyOf ?? (({ id }: { id: string }) => id);
  const classes = columns.map(classOf);
  return (
    <section className="card overflow-hidden">
      <h2 className={isTitleHidden ? "sr-only" : "px-4 pt-4 pb-3"}>{title}</h2>
      {rows.length === 0 ? (
        <Empty>{empty ?? t("noData")}</Empty>
      ) : (
        // A wide table scrolls in its own focusable frame, so that a keyboard can scroll it.
        <div className="table-frame" tabIndex={0} role="region" aria-label={title}>
          <table className={lines ? `table lines ${lines}` : "table"}>
            <thead>
              <tr>
                {columns.map((column, at) => (
                  <th
                    key={column.label}
                    scope="col"
                    className={classes[at] || undefined}
                    aria-sort={column.sort}
                  >
                    {column.head ?? column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={keyOf(row)} {...rowProps?.(row)}>
                  {columns.map((column, at) => (
                    <td
                      key={column.label}
                      data-label={lines ? undefined : column.label}
                      className={classes[at] || undefined}
                    >
                      {lines ? (
                        orMissing(column.cell(row, index), missing)
                      ) : (
                        <span>{orMissing(column.cell(row, index), missing)}</span>
                      )}
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

const classOf = (
  column: Pick<Column<never>, "isNumber" | "isShort" | "isWide" | "isAction" | "place">,
) =>
  [
    column.place && `place-${column.place}`,
    column.isNumber && "is-number",
    column.isShort && "is-short",
    column.isWide && "is-wide",
    column.isAction && "is-action",
  ]
    .filter(Boolean)
    .join(" ");
