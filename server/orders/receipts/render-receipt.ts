import { buffer } from "node:stream/consumers";
import { drawHeaderLogo } from "@themes/assets/drawings";
import { derivePalette } from "@themes/colour/palette";
import type { Brand } from "@themes/contract";
import type { Language } from "@db/vocabulary";
import type { Receipt } from "@server/orders/contracts/orders";
import { loadSharp } from "@server/files";
import { type Doc, drawText, heightOfText } from "./draw-text";
import { type ReceiptContent, receiptContent } from "./receipt-content";
import { MAIN } from "./receipt-fonts";

const FONTS = MAIN.files;

/** Points, on A4. */
export const MARGIN = 48;
/** Maximum size of an uploaded logo, in points. */
const LOGO_WIDTH = 280;
const LOGO_HEIGHT = 28;

/** The looks and the language of a printed paper. */
export interface PrintedPaper {
  brand: Brand;
  language: Language;
  riskNotice: string;
  /** A PNG of `drawPaperLogo`. */
  logo: Uint8Array;
}

/** The parts of a paper's logo. */
export interface PaperLogo {
  brand: Brand;
  /** The company's uploaded header logo; null: the drawn logo. */
  uploaded: Uint8Array | null;
  /** The uploaded icon for the drawn logo, as a data URI; null: the drawn mark. */
  icon: string | null;
}

/** Input of a printed receipt. */
export interface PrintedReceipt extends PrintedPaper {
  receipt: Receipt;
}

export type Ink = ReturnType<typeof inkOf>;

/** Renders the receipt as a PDF in the brand's style. The output is deterministic. */
export async function renderReceipt(printed: PrintedReceipt): Promise<Uint8Array<ArrayBuffer>> {
  const { receipt, brand, language, riskNotice } = printed;
  const facts = receiptContent(receipt, language);
  const { transaction: paid, company } = receipt;
  const doc = await startPaper(printed, {
    title: `${facts.title} ${paid.orderNumber}`,
    author: company.name,
    createdAt: new Date(paid.decidedAt ?? paid.submittedAt ?? paid.createdAt),
  });
  const whole = buffer(doc);
  const ink = inkOf(brand);
  drawHead(doc, ink, facts, printed.logo);
  if (facts.warning) drawWarning(doc, ink, facts.warning);
  drawRows(doc, ink, facts.facts);
  drawSums(doc, ink, facts.sums);
  for (const hash of [facts.hash, facts.salt, facts.checkpoint]) if (hash) drawHash(doc, ink, hash);
  drawFoot(doc, ink, [facts.issued, facts.times, riskNotice]);
  doc.end();
  return new Uint8Array(await whole);
}

/** Draws the logo of a paper's head as a PNG, four pixels a point. */
export async function drawPaperLogo({ brand, uploaded, icon }: PaperLogo): Promise<Uint8Array> {
  const picture = uploaded ?? Buffer.from(await drawHeaderLogo(brand, "light", icon));
  const sharp = await loadSharp();
  const box = { width: LOGO_WIDTH * 4, height: LOGO_HEIGHT * 4 };
  return sharp(picture, { density: 288 })
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
}

/** Starts an empty document. */
export async function startPaper(
  { language }: PrintedPaper,
  { title, author, createdAt }: { title: string; author: string; createdAt: Date },
) {
  // The library is loaded with the first paper.
  const { default: Pdf } = await import("pdfkit");
  return new Pdf({
    size: "A4",
    margin: MARGIN,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt },
  });
}

/** Returns the colours of the light scheme, because paper is light. */
export function inkOf(brand: Brand) {
  const palette = derivePalette(brand.look, "light");
  return {
    text: palette["--text"],
    muted: palette["--text-muted"],
    accent: palette["--accent"],
    line: palette["--border"],
    sunken: palette["--surface-sunken"],
    warning: palette["--warning-soft"],
    onWarning: palette["--warning-soft-text"],
  };
}

/** Starts a new page if the given height does not fit, to keep a block together; true if it did. */
export function makeRoom(doc: Doc, height: number): boolean {
  const isFull = doc.y + height > doc.page.height - MARGIN;
  if (isFull) doc.addPage();
  return isFull;
}

export const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;

export function drawHead(
  doc: Doc,
  ink: Ink,
  facts: Pick<ReceiptContent, "title" | "status">,
  logo: Uint8Array,
): void {
  doc.rect(0, 0, doc.page.width, 6).fill(ink.accent);
  doc.image(Buffer.from(logo), MARGIN, MARGIN - 8, { fit: [LOGO_WIDTH, LOGO_HEIGHT] });
  doc.font(FONTS.bold).fontSize(20).fillColor(ink.text);
  doc.text(facts.title, MARGIN, MARGIN + LOGO_HEIGHT + 20);
  doc.font(FONTS.bold).fontSize(12).fillColor(ink.accent).text(facts.status);
  doc.moveDown(0.8);
}

function drawWarning(doc: Doc, ink: Ink, text: string): void {
  const width = widthOf(doc);
  const style = { weight: "text", size: 10.5, width: width - 24 } as const;
  const height = heightOfText(doc, text, style) + 16;
  const top = doc.y;
  doc.roundedRect(MARGIN, top, width, height, 4).fill(ink.warning);
  doc.fillColor(ink.onWarning);
  drawText(doc, text, { ...style, x: MARGIN + 12, y: top + 8 });
  doc.x = MARGIN;
  doc.y = top + height + 12;
}

/** Draws labels with values of one or more lines beside them. */
export function drawRows(doc: Doc, ink: Ink, rows: ReceiptContent["facts"]): void {
  const labelWidth = 170;
  const style = { weight: "bold", size: 10.5, width: widthOf(doc) - labelWidth } as const;
  for (const [label, value] of rows) {
    makeRoom(doc, heightOfText(doc, value, style));
    const top = doc.y;
    doc.font(FONTS.text).fontSize(10.5).fillColor(ink.muted);
    doc.text(label, MARGIN, top, { width: labelWidth - 12 });
    const below = doc.y;
    doc.fillColor(ink.text);
    drawText(doc, value, { ...style, x: MARGIN + labelWidth, y: top });
    doc.x = MARGIN;
    doc.y = Math.max(below, doc.y) + 3;
  }
  doc.moveDown(0.8);
}

function drawSums(doc: Doc, ink: Ink, sums: ReceiptContent["sums"]): void {
  const width = widthOf(doc);
  const lineHeight = 22;
  makeRoom(doc, sums.length * lineHeight + 16);
  const top = doc.y;
  doc.roundedRect(MARGIN, top, width, sums.length * lineHeight + 16, 6).fill(ink.sunken);
  sums.forEach(([label, value], index) => {
    const isTotal = index === sums.length - 1;
    const y = top + 8 + index * lineHeight;
    if (isTotal) {
      doc
        .moveTo(MARGIN + 14, y)
        .lineTo(MARGIN + width - 14, y)
        .lineWidth(0.7)
        .stroke(ink.line);
    }
    doc.font(isTotal ? FONTS.bold : FONTS.text).fontSize(isTotal ? 12.5 : 10.5);
    doc.fillColor(ink.text).text(label, MARGIN + 14, y + 3, { width: width / 2, lineBreak: false });
    doc.text(value, MARGIN + width / 2, y + 3, { width: width / 2 - 14, align: "right" });
  });
  doc.x = MARGIN;
  doc.y = top + sums.length * lineHeight + 30;
}

function drawHash(doc: Doc, ink: Ink, [label, value]: [string, string]): void {
  doc.font(FONTS.text).fontSize(10.5).fillColor(ink.muted).text(label, MARGIN);
  doc
    .font("Courier")
    .fontSize(10)
    .fillColor(ink.text)
    .text(value, { width: widthOf(doc) });
  doc.moveDown();
}

/** Draws lines at the foot of the page, or of the next page if this one is full. */
export function drawFoot(doc: Doc, ink: Ink, lines: string[]): void {
  const width = widthOf(doc);
  const style = { weight: "text", size: 8.5, width } as const;
  const height = lines.reduce((sum, line) => sum + heightOfText(doc, line, style) + 3, 0);
  makeRoom(doc, height + 12);
  doc.y = doc.page.height - MARGIN - height;
  doc
    .moveTo(MARGIN, doc.y - 8)
    .lineTo(MARGIN + width, doc.y - 8)
    .lineWidth(0.5)
    .stroke(ink.line);
  doc.fillColor(ink.muted);
  for (const line of lines) {
    drawText(doc, line, { ...style, x: MARGIN, y: doc.y });
    doc.y += 3;
  }
}
