import type PDFDocument from "pdfkit";
import { clusters, fontOf, MAIN, type Run, runsOf, type Weight } from "./receipt-fonts";

export type Doc = InstanceType<typeof PDFDocument>;

/** Style of a text; size and width in points. */
export interface TextStyle {
  weight: Weight;
  size: number;
  width: number;
}

type Features = NonNullable<PDFKit.Mixins.TextOptions["features"]>;

/** Lays out a whole run at once: word by word, words of a right-to-left script would change their order. */
const AT_ONCE: Features = [];

/**
 * Turns off mark positioning: the shaper fails on fonts that lack an anchor for some pair of marks, and
 * the name must be printed all the same.
 */
const WITHOUT_PLACES = {
  abvm: false,
  blwm: false,
  mark: false,
  mkmk: false,
} as unknown as Features;

function featuresOf(run: Run): Features | undefined {
  const isAtOnce = run.isRightToLeft;
  try {
    fontOf(run.file).layout(run.text);
    return isAtOnce ? AT_ONCE : undefined;
  } catch {
    return WITHOUT_PLACES;
  }
}

/** Returns the drawing options of a run, except its position. */
function optionsOf(run: Run): PDFKit.Mixins.TextOptions {
  const features = featuresOf(run);
  return { lineBreak: false, baseline: "alphabetic", ...(features && { features }) };
}

function widthOfRuns(doc: Doc, runs: readonly Run[], size: number): number {
  return runs.reduce(
    (sum, run) => sum + doc.font(run.file).fontSize(size).widthOfString(run.text, optionsOf(run)),
    0,
  );
}

/** Breaks a text into lines of a width; a word that is longer than a line is cut. */
function linesOf(doc: Doc, text: string, { weight, size, width }: TextStyle): string[] {
  const widthOf = (piece: string) => widthOfRuns(doc, runsOf(piece, weight), size);
  const blank = widthOf(" ");
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    let taken = 0;
    const add = (piece: string, before: string) => {
      const needed = widthOf(piece) + (before === "" ? 0 : blank);
      if (line !== "" && taken + needed > width) {
        lines.push(line);
        line = "";
        taken = 0;
      }
      line += line === "" ? piece : before + piece;
      taken += needed;
    };
    for (const word of paragraph.split(/[^\S\u00a0]+/).filter(Boolean)) {
      if (widthOf(word) <= width) add(word, " ");
      else for (const { segment } of clusters.segment(word)) add(segment, "");
    }
    lines.push(line);
  }
  return lines;
}

function lineHeight(doc: Doc, { weight, size }: TextStyle): number {
  return doc.font(MAIN.files[weight]).fontSize(size).currentLineHeight(true);
}

/** Returns the height that {@link drawText} takes, in points. */
export function heightOfText(doc: Doc, text: string, style: TextStyle): number {
  return linesOf(doc, text, style).length * lineHeight(doc, style);
}

/** Draws a text in the fonts of its scripts, and leaves the cursor at its left, below it. */
export function drawText(
  doc: Doc,
  text: string,
  {
    x,
    y,
    align = "left",
    ...style
  }: TextStyle & { x: number; y: number; align?: "left" | "right" },
): void {
  const { weight, size, width } = style;
  const height = lineHeight(doc, style);
  // All fonts of a line share the base line of the main one.
  const main = fontOf(MAIN.files[weight]);
  const ascent = (main.ascent / main.unitsPerEm) * size;
  linesOf(doc, text, style).forEach((line, index) => {
    const runs = runsOf(line, weight);
    const free = align === "right" ? width - widthOfRuns(doc, runs, size) : 0;
    let at = x + free;
    for (const run of runs) {
      const options = optionsOf(run);
      doc.font(run.file).fontSize(size);
      doc.text(run.text, at, y + index * height + ascent, options);
      at += doc.widthOfString(run.text, options);
    }
  });
  doc.x = x;
  doc.y = y + heightOfText(doc, text, style);
}
