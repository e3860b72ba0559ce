import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { MOST_PAGES, pdfLayout } from "@server/files/rules/pdf-layout";

/**
 * Draws the first pages of a PDF one below the other, each turned clockwise by `turn` degrees. The
 * library is PDFium as WebAssembly, built without an interpreter of scripts: those of a document never
 * run, and its links are not followed. Throws on what it cannot read, as without a password.
 */
export async function drawPdf(bytes: Uint8Array, turn: number): Promise<Uint8Array> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const { pages, ...strip } = pdfLayout(
    Math.min(document.getPageCount(), MOST_PAGES),
    (at) => {
      const { originalWidth: width, originalHeight: height } = document
        .getPage(at)
        .getOriginalSize();
      return { width, height };
    },
    turn,
  );
  if (pages.length === 0) throw new Error("The document has no pages.");
  const drawn = [];
  for (const { scale, top } of pages) {
    const page = document.getPage(drawn.length);
    const { data, width, height } = await page.render({ scale, render: "bitmap" });
    const picture = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }).rotate(turn);
    const { data: turned, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    drawn.push({ input: turned, raw, top, left: Math.floor((strip.width - info.width) / 2) });
  }
  const canvas = sharp({ create: { ...strip, channels: 3, background: "#9ca3af" } });
  return canvas.composite(drawn).webp({ quality: 82 }).toBuffer();
}
