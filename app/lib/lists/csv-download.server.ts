import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { TFunction } from "i18next";
import type { ExportCursor, ExportPiece } from "@server/office/contracts/exports";
import type { Cells, DrawnPiece, SheetPiece } from "@server/files/rules/sheet-piece";
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

const FORMULA = /^(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * Writes a cell, of which no part begins a formula (a name like "=HYPERLINK(…)"): spreadsheets of many
 * countries also split a cell at other separators, and read its quotes as letters.
 */
function csvCell(cell: string | number | null): string {
  if (typeof cell === "number") return String(cell);
  const text = (cell ?? "").replace(SEPARATOR_BEFORE_FORMULA, "$1'").replace(FORMULA, "'");
  return /[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A small table as the text of a CSV file. */
export const csvText = (rows: readonly Cells[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;

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
  const readPiece = (after?: ExportCursor) => orRefuse(context, pieces(after));
  if (!isExcel) return csvDownload(name, columns(t), readPiece);
  const { files } = context.caller;
  const pack = (piece: SheetPiece) =>
    orRefuse(context, files.packRows(piece, areaOf(request).name));
  return xlsxDownload(name, columns(t), readPiece, pack);
}

/** A file's content, or the page that asks for a step-up and then starts the download. */
export const orStepUp = <Content>(request: Request, content: Promise<Content>): Promise<Content> =>
  content.catch((thrown: unknown) => {
    if (refusalIn(thrown)?.code !== "STEP_UP_REQUIRED") throw thrown;
    const { pathname, search } = new URL(request.url);
    const to = new URLSearchParams({ to: pathname + search });
    throw redirect(`/${areaOf(request).name}/step-up?${to.toString()}`);
  });

/** Writes the bytes of a file, in order. */
type Writer = (rows: readonly Cells[], isLast: boolean) => Promise<Uint8Array>;

function csvWriter(): Writer {
  const encoder = new TextEncoder();
  let start = "\uFEFF";
  return (rows) => {
    const lines = rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`);
    const text = start + lines.join("");
    start = "";
    return Promise.resolve(encoder.encode(text));
  };
}

type Read<Row> = (after: ExportCursor | undefined) => Promise<ExportPiece<Row>>;

export const csvDownload = <Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: Read<Row>,
): Promise<Response> =>
  streamed(csvWriter(), { extension: "csv", type: "text/csv; charset=utf-8" }, name, columns, read);

export const xlsxDownload = <Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: Read<Row>,
  pack: (piece: SheetPiece) => Promise<DrawnPiece>,
): Promise<Response> => {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return streamed(xlsxWriter(pack), { extension: "xlsx", type }, name, columns, read);
};

/**
 * A list as a file, streamed in pieces at the reader's pace: memory holds one piece. The first piece is
 * written before the response starts, so a refusal is a page with its status. A later fault aborts the
 * download, so that a partial file is never mistaken for a complete one.
 */
async function streamed<Row>(
  writer: Writer,
  { extension, type }: { extension: string; type: string },
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: Read<Row>,
): Promise<Response> {
  let next: ExportCursor | null = null;
  const write = async (after: ExportCursor | undefined, heads: Cells[]) => {
    const piece = await read(after);
    next = piece.next;
    const rows = piece.records.map((row) => columns.map(({ cell }) => cell(row)));
    return writer([...heads, ...rows], !next);
  };
  const first = await write(undefined, [columns.map(({ label }) => label)]);
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        stream.enqueue(first);
        if (!next) stream.close();
      },
      async pull(stream) {
        if (!next) return;
        stream.enqueue(await write(next, []));
        if (!next) stream.close();
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
