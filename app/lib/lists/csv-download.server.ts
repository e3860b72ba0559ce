import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { stringify } from "csv-stringify/sync";
import type { TFunction } from "i18next";
import type { ExportCursor, ExportPiece } from "@server/office/contracts/exports";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { translatorOf } from "@server/platform/words/translators.server";
import { areaOf } from "../areas";
import { orRefuse, refusalIn } from "../messages/refusals";

export interface CsvColumn<Row> {
  label: string;
  cell: (row: Row) => string | number | null;
}

/** Matches a separator within a cell, and what a spreadsheet skips before a formula. */
const SEPARATOR_BEFORE_FORMULA = /([;\t|\r\n][\s"']*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Spreadsheets of many countries separate cells by semicolons, some by tabs, and read our quotes as
 * letters then: what follows a separator inside of a cell becomes a cell, which must not be a formula.
 */
const guardLaterFormulas = (cell: string | number | null): string | number | null =>
  typeof cell === "string" ? cell.replace(SEPARATOR_BEFORE_FORMULA, "$1'") : cell;

/** A label with the unit that its cells omit. */
export const withRupees = (t: TFunction, label: string) => t("files:rupees", { label });
export const withTimeZone = (t: TFunction, label: string) => t("files:moment", { label });

/**
 * A procedure's list as a CSV file, with headings in the user's language; a refusal is a page, and a
 * step-up is asked for on its own page, which then starts the download.
 */
export async function downloadList<Row>(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  name: string,
  columns: (t: TFunction) => readonly CsvColumn<Row>[],
  read: (from: { after?: ExportCursor }) => Promise<ExportPiece<Row>>,
): Promise<Response> {
  const { t } = translatorOf(context.caller.language);
  const pieces = (after?: ExportCursor) =>
    read(after ? { after } : {}).catch((thrown: unknown) => {
      if (refusalIn(thrown)?.code !== "STEP_UP_REQUIRED") throw thrown;
      const { pathname, search } = new URL(request.url);
      const to = new URLSearchParams({ to: pathname + search });
      throw redirect(`/${areaOf(request).name}/step-up?${to.toString()}`);
    });
  return csvDownload(name, columns(t), (after) => orRefuse(context, pieces(after)));
}

/**
 * A list as a CSV file, streamed in pieces at the reader's pace: memory holds one piece. The first
 * piece is read before the response starts, so a refusal is a page with its status. A later fault
 * aborts the download, so that a partial file is never mistaken for a complete one.
 */
export async function csvDownload<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: (after: ExportCursor | undefined) => Promise<ExportPiece<Row>>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const lines = (rows: readonly (string | number | null)[][], bom = false) =>
    // Cells that a spreadsheet would evaluate (a name like "=HYPERLINK(…)") are escaped.
    encoder.encode(
      stringify([...rows], {
        bom,
        escape_formulas: true,
        record_delimiter: "windows",
        // Also a cell with a line break, or a separator elsewhere: some programs try several.
        quoted_match: /[\r\n;\t|]/,
      }),
    );
  const first = await read(undefined);
  const cells = ({ records }: ExportPiece<Row>) =>
    lines(records.map((row) => columns.map(({ cell }) => guardLaterFormulas(cell(row)))));
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
