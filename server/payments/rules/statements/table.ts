/** A line of a statement's file, before its columns are known. */
export interface TableLine {
  readonly cells: readonly string[];
  /** A line of a text file verbatim; null for a row of a sheet, whose cells have addresses. */
  readonly text: string | null;
  /** True if a quote opens a cell and does not close on this line. */
  readonly isOpen: boolean;
}

/** A text file, a sheet of a workbook, or a table of a page. */
export interface Table {
  /** Name of the sheet; null for a text file. */
  readonly name: string | null;
  readonly lines: readonly TableLine[];
  /** Delimiter of a text file's cells. */
  readonly delimiter: string;
}

export const sheetTable = (name: string, rows: readonly (readonly string[])[]): Table => ({
  name,
  delimiter: "",
  lines: rows.map((cells) => ({ cells, text: null, isOpen: false })),
});

export const textOfLine = ({ cells }: Pick<TableLine, "cells">): string =>
  cells.filter(Boolean).join(" ").trim();
