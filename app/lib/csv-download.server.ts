import { stringify } from "csv-stringify/sync";
import type { ExportCursor, ExportPiece } from "@server/contracts/exports";
import { dateInIndia } from "@server/domain/dates/india";

export interface CsvColumn<Row> {
  label: string;
  cell: (row: Row) => string | number | null;
}

/**
 * A whole list as a file, piece by piece as fast as the reader takes it: memory holds one piece.
 * The first is read before anything is sent, so a refusal is a page with its status; a fault later
 * breaks the download off, and nobody takes half a file for a whole one.
 */
export async function csvDownload<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: (after: ExportCursor | undefined) => Promise<ExportPiece<Row>>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const lines = (rows: readonly (string | number | null)[][], bom = false) =>
    // What a spreadsheet would run (a name like "=HYPERLINK(…)") is marked as text.
    encoder.encode(
      stringify([...rows], {
        bom,
        escape_formulas: true,
        record_delimiter: "windows",
        // A line's end of any kind inside a cell must not end its row.
        quoted_match: /[\r\n]/,
      }),
    );
  const cells = ({ records }: ExportPiece<Row>) =>
    lines(records.map((row) => columns.map(({ cell }) => cell(row))));
  const first = await read(undefined);
  let next = first.next;
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        stream.enqueue(lines([columns.map(({ label }) => label)], true));
        stream.enqueue(cells(first));
        if (!next) stream.close();
      },
      async pull(stream) {
        if (!next) return;
        const piece = await read(next);
        next = piece.next;
        stream.enqueue(cells(piece));
        if (!next) stream.close();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${dateInIndia(new Date())}.csv"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
