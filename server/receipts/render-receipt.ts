import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { drawHeaderLogo } from "@themes/assets/drawings";
import { derivePalette } from "@themes/colour/palette";
import type { Brand } from "@themes/contract";
import type { Language } from "@db/vocabulary";
import type { Receipt } from "@server/contracts/orders";
import { type ReceiptFacts, receiptFacts } from "./receipt-facts";

// One family with both our scripts and the sign of the rupee, whole, so that Hindi is shaped.
const { resolve } = createRequire(import.meta.url);
const FONTS = {
  text: resolve("@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf"),
  bold: resolve("@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf"),
};

/** Points, on A4. */
const MARGIN = 48;
/** The most an uploaded logo may take, in points. */
const LOGO_WIDTH = 280;
const LOGO_HEIGHT = 28;

/** What a printed receipt is made of. */
export interface PrintedReceipt {
  receipt: Receipt;
  brand: Brand;
  language: Language;
  riskNotice: string;
  /** The company's uploaded header logo; without one ours is drawn. */
  logo: Uint8Array | null;
}

type Doc = InstanceType<typeof PDFDocument>;
type Ink = ReturnType<typeof inkOf>;

/** The receipt as a PDF in the brand's look. The same receipt makes the same bytes. */
export async function renderReceipt(printed: PrintedReceipt): Promise<Uint8Array<ArrayBuffer>> {
  const { receipt, brand, language, riskNotice } = printed;
  const facts = receiptFacts(receipt, language);
  const picture = printed.logo ?? Buffer.from(drawHeaderLogo(brand, "light"));
  const logo = await sharp(picture, { density: 288 }).png().toBuffer();
  const { transaction: paid, company } = receipt;
  const doc = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: language,
    displayTitle: true,
    info: {
      Title: `${facts.title} ${paid.orderNumber}`,
      Author: company.name,
      CreationDate: new Date(paid.decidedAt ?? paid.submittedAt ?? paid.createdAt),
    },
  });
  const whole = buffer(doc);
  const ink = inkOf(brand);
  drawHead(doc, ink, facts, logo);
  if (facts.warning) drawWarning(doc, ink, facts.warning);
  drawRows(doc, ink, facts.facts);
  drawSums(doc, ink, facts.sums);
  if (facts.hash) drawHash(doc, ink, facts.hash);
  drawFoot(doc, ink, [facts.issued, facts.times, riskNotice]);
  doc.end();
  return new Uint8Array(await whole);
}

/** Paper is light, whatever the reader's screen is. */
function inkOf(brand: Brand) {
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

/** Goes on to the next page where this one has no room for so much; what belongs together stays so. */
function makeRoom(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
}

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;

function drawHead(doc: Doc, ink: Ink, facts: ReceiptFacts, logo: Buffer): void {
  doc.rect(0, 0, doc.page.width, 6).fill(ink.accent);
  doc.image(logo, MARGIN, MARGIN - 8, { fit: [LOGO_WIDTH, LOGO_HEIGHT] });
  doc.font(FONTS.bold).fontSize(20).fillColor(ink.text);
  doc.text(facts.title, MARGIN, MARGIN + LOGO_HEIGHT + 20);
  doc.font(FONTS.bold).fontSize(12).fillColor(ink.accent).text(facts.status);
  doc.moveDown(0.8);
}

function drawWarning(doc: Doc, ink: Ink, text: string): void {
  const width = widthOf(doc);
  doc.font(FONTS.text).fontSize(10.5);
  const height = doc.heightOfString(text, { width: width - 24 }) + 16;
  const top = doc.y;
  doc.roundedRect(MARGIN, top, width, height, 4).fill(ink.warning);
  doc.fillColor(ink.onWarning).text(text, MARGIN + 12, top + 8, { width: width - 24 });
  doc.x = MARGIN;
  doc.y = top + height + 12;
}

/** A label and, beside it, what may take several lines. */
function drawRows(doc: Doc, ink: Ink, rows: ReceiptFacts["facts"]): void {
  const labelWidth = 170;
  const width = widthOf(doc) - labelWidth;
  for (const [label, value] of rows) {
    doc.font(FONTS.bold).fontSize(10.5);
    makeRoom(doc, doc.heightOfString(value, { width }));
    const top = doc.y;
    doc.font(FONTS.text).fontSize(10.5).fillColor(ink.muted);
    doc.text(label, MARGIN, top, { width: labelWidth - 12 });
    const below = doc.y;
    doc.font(FONTS.bold).fillColor(ink.text);
    doc.text(value, MARGIN + labelWidth, top, { width });
    doc.x = MARGIN;
    doc.y = Math.max(below, doc.y) + 3;
  }
  doc.moveDown(0.8);
}

function drawSums(doc: Doc, ink: Ink, sums: ReceiptFacts["sums"]): void {
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

/** At the page's foot, or on the next page where the rest has filled this one. */
function drawFoot(doc: Doc, ink: Ink, lines: string[]): void {
  const width = widthOf(doc);
  doc.font(FONTS.text).fontSize(8.5);
  const height = lines.reduce((sum, line) => sum + doc.heightOfString(line, { width }) + 3, 0);
  makeRoom(doc, height + 12);
  doc.y = doc.page.height - MARGIN - height;
  doc
    .moveTo(MARGIN, doc.y - 8)
    .lineTo(MARGIN + width, doc.y - 8)
    .lineWidth(0.5)
    .stroke(ink.line);
  doc.fillColor(ink.muted);
  for (const line of lines) {
    doc.text(line, MARGIN, doc.y, { width });
    doc.y += 3;
  }
}
