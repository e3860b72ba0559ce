import { createHash } from "node:crypto";
import type { Deps, SignedInActor } from "@server/access";
import type { SheetPiece, DrawnPiece } from "@server/files/rules/sheet-piece";
import { keptBytes, workOwner } from "@server/media";
import {
  drawPaperLogo,
  type PaperLogo,
  type PrintedReceipt,
  type PrintedStatement,
} from "@server/orders";
import type { Brand } from "@themes/contract";

/** A paper as plain data; ops/running/file-worker.ts draws it, or a piece of a sheet. */
export type Paper = { receipt: PrintedReceipt } | { rewards: PrintedStatement } | { qr: string };
export type Drawing = Paper | { piece: SheetPiece };

type FileProcesses = Pick<Deps, "fileProcesses">;
type Bytes = Uint8Array<ArrayBuffer>;

const kept = keptBytes();
const drawing = new Map<string, Promise<Bytes>>();

/** Draws what has this description once while it is kept, also for those who ask at the same time. */
function once(about: object, draw: () => Promise<Uint8Array>): Promise<Bytes> {
  const name = createHash("sha256").update(JSON.stringify(about)).digest("base64");
  const known = kept.get(name);
  if (known) return Promise.resolve(known);
  const begun = drawing.get(name);
  if (begun) return begun;
  const drawn = async (): Promise<Bytes> => {
    const bytes = new Uint8Array(await draw());
    kept.keep(name, bytes);
    return bytes;
  };
  const mine = drawn().finally(() => drawing.delete(name));
  drawing.set(name, mine);
  return mine;
}

/**
 * A paper's bytes, drawn in the processes in turn. `about` names all that it depends on. Refuses with
 * SERVER_BUSY.
 */
export const drawnPaper = (
  deps: FileProcesses,
  actor: SignedInActor,
  about: object,
  paper: () => Promise<Paper>,
): Promise<Bytes> =>
  once(
    about,
    async () => (await deps.fileProcesses.draw(await paper(), workOwner(actor))) as Uint8Array,
  );

/**
 * The logo of a brand's papers, drawn in this process: the processes refuse SVG, since they read what
 * strangers send. Uploads are immutable, so the brand names what is drawn.
 */
export const paperLogo = (brand: Brand, parts: () => Promise<Omit<PaperLogo, "brand">>) =>
  once({ logo: brand }, async () => drawPaperLogo({ brand, ...(await parts()) }));

/** Draws a piece of a sheet in the processes. Refuses with SERVER_BUSY. */
export const drawnPiece = async (deps: FileProcesses, actor: SignedInActor, piece: SheetPiece) =>
  (await deps.fileProcesses.draw({ piece }, workOwner(actor))) as DrawnPiece;

/** Answers with a PDF for its owner, displayed inline and not cached by intermediaries. */
export const paperAnswer = (bytes: Bytes, name: string): Response =>
  new Response(bytes, {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(bytes.length),
      "content-disposition": `inline; filename="${name}.pdf"`,
      "cache-control": "private, no-store",
    },
  });
