import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { stringify } from "csv-stringify/sync";
import type { TFunction } from "i18next";
import type { ExportCursor, ExportPiece } from "@server/office/contracts/exports";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { translatorOf } from "@server/platform/words/translators.server";
import { areaOf } from "../areas";
import { orRefuse, refusalIn } from "../messages/refusals";
import { xlsxWriter } from "./xlsx-writer.server";

export interface CsvColumn<Row> {
  label: string;
  cell: (row: Row) => string | number | null;
}

/** Matches a separator within a cell, and what a spreadsheet skips before a formula. */
const SEPARATOR_BEFORE_FORMULA = /([;\t|\r\n][\s"']*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Spreadsheets of many countries also split a cell at these separators, and read its quotes as
 * letters: no part of a cell may begin a formula.
 */
const guardLaterFormulas = (cell: string | number | null): string | number | null =>
  typeof cell === "string" ? cell.replace(SEPARATOR_BEFORE_FORMULA, "$1'") : cell;

/** A label with the unit that its cells omit. */
export const withRupees = (t: TFunction, label: string) => t("files:rupees", { label });
export const withTimeZone = (t: TFunction, label: string) => t("files:moment", { label });

/**
 * A procedure's list as a CSV file, or with `as=xlsx` in the URL as an Excel file, with headings in the
 * user's language; a refusal is a page, and a
 * step-up is asked for on its own page, which then starts the download.
 */
export async function downloadList<Row>(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  name: string,
  columns: (t: TFunction) => readonly CsvColumn<Row>[],
  read: (from: { after?: ExportCursor }) => Promise<ExportPiece<Row>>,
): Promise<Response> {
  const { t } = translatorOf(context.caller.language);
  const pieces = (after?: ExportCursor) => orStepUp(request, read(after ? { after } : {}));
  const isExcel = new URL(request.url).searchParams.get("as") === "xlsx";
  const download = isExcel ? xlsxDownload : csvDownload;
  return download(name, columns(t), (after) => orRefuse(context, pieces(after)));
}

/** A file's content, or the page that asks for a step-up and then starts the download. */
export const orStepUp = <Content>(request: Request, content: Promise<Content>): Promise<Content> =>
  content.catch((thrown: unknown) => {
    if (refusalIn(thrown)?.code !== "STEP_UP_REQUIRED") throw thrown;
    const { pathname, search } = new URL(request.url);
    const to = new URLSearchParams({ to: pathname + search });
    throw redirect(`/${areaOf(request).name}/step-up?${to.toString()}`);
  });

type Cells = (string | number | null)[];

/** Writes the bytes of a file, in order. */
interface Writer {
  rows: (rows: readonly Cells[]) => Uint8Array;
  end: () => Uint8Array;
}

function csvWriter(): Writer {
  const encoder = new TextEncoder();
  let bom = true;
  return {
    rows(rows) {
      // Cells that a spreadsheet would evaluate (a name like "=HYPERLINK(…)") are escaped.
      const text = stringify(
        rows.map((cells) => cells.map(guardLaterFormulas)),
        {
          bom,
          escape_formulas: true,
          record_delimiter: "windows",
          // Also a cell with a line break, or a separator elsewhere: some programs try several.
          quoted_match: /[\r\n;\t|]/,
        },
      );
      bom = false;
      return encoder.encode(text);
    },
    end: () => new Uint8Array(),
  };
}

type Download = <Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: (after: ExportCursor | undefined) => Promise<ExportPiece<Row>>,
) => Promise<Response>;

export const csvDownload: Download = (name, columns, read) =>
  streamed(csvWriter(), { extension: "csv", type: "text/csv; charset=utf-8" }, name, columns, read);

export const xlsxDownload: Download = (name, columns, read) => {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return streamed(xlsxWriter(), { extension: "xlsx", type }, name, columns, read);
};

/**
 * A list as a file, streamed in pieces at the reader's pace: memory holds one piece. The first piece is
 * read before the response starts, so a refusal is a page with its status. A later fault aborts the
 * download, so that a partial file is never mistaken for a complete one.
 */
async function streamed<Row>(
  writer: Writer,
  { extension, type }: { extension: string; type: string },
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: (after: ExportCursor | undefined) => Promise<ExportPiece<Row>>,
): Promise<Response> {
  const first = await read(undefined);
  let next = first.next;
  const send = (
    stream: ReadableStreamDefaultController<Uint8Array>,
    { records }: ExportPiece<Row>,
  ) => {
    stream.enqueue(writer.rows(records.map((row) => columns.map(({ cell }) => cell(row)))));
    if (next) return;
    stream.enqueue(writer.end());
    stream.close();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        stream.enqueue(writer.rows([columns.map(({ label }) => label)]));
        send(stream, first);
      },
      async pull(stream) {
        if (!next) return;
        const piece = await read(next);
        next = piece.next;
        send(stream, piece);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}-${dateInIndia(new Date())}.${extension}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
