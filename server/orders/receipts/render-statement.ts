import { buffer } from "node:stream/consumers";
import { translatorOf } from "@server/platform";
import { financialYearName, formatDay } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { type Doc, drawText } from "./draw-text";
import {
  drawFoot,
  drawHead,
  drawRows,
  type Ink,
  inkOf,
  makeRoom,
  MARGIN,
  type PrintedPaper,
  startPaper,
  widthOf,
} from "./render-receipt";
import type { Weight } from "./receipt-fonts";

/** A referrer's rewards of a financial year, by day; sums in tokens and paise. */
export interface PrintedStatement extends PrintedPaper {
  statement: {
    year: number;
    member: { name: string; memberId: string };
    company: { name: string; email: string; mobile: string; tokenSymbol: string };
    lines: readonly {
      day: string;
      isTakenBack: boolean;
      count: number;
      tokens: number;
      valuePaise: number;
    }[];
    tokens: number;
    valuePaise: number;
  };
}

/** Shares of the page's width: day, kind, tokens, value. */
const WIDTHS = [0.2, 0.4, 0.2, 0.2] as const;
const LINE_HEIGHT = 20;

/** Renders the statement as a PDF in the brand's style. The same rewards give the same bytes. */
export async function renderStatement(printed: PrintedStatement): Promise<Uint8Array<ArrayBuffer>> {
  const { statement, brand, language } = printed;
  const { year, member, company, lines } = statement;
  const t = translatorOf(language).getFixedT(language, "receipt");
  const title = t("statement.title");
  const name = financialYearName(year);
  const doc = await startPaper(printed, {
    title: `${title} ${member.memberId} ${name}`,
    author: company.name,
    createdAt: new Date(`${year + 1}-03-31T18:30:00Z`),
  });
  const whole = buffer(doc);
  const ink = inkOf(brand);
  drawHead(
    doc,
    ink,
    { title, status: t("statement.year", { name, year, next: year + 1 }) },
    printed.logo,
  );
  drawRows(doc, ink, [
    [t("statement.company"), company.name],
    [t("member"), member.name],
    [t("memberId"), member.memberId],
  ]);
  const heads = [
    t("statement.day"),
    t("statement.kind"),
    `${t("quantity")} (${company.tokenSymbol})`,
    t("statement.value"),
  ] as const;
  drawLine(doc, ink, "bold", heads);
  for (const line of lines) {
    if (makeRoom(doc, LINE_HEIGHT)) drawLine(doc, ink, "bold", heads);
    drawLine(doc, ink, "text", [
      formatDay(line.day),
      t(line.isTakenBack ? "statement.takenBack" : "statement.rewards", { count: line.count }),
      formatQuantity(line.tokens),
      formatRupees(line.valuePaise),
    ]);
  }
  if (lines.length === 0)
    drawLine(doc, ink, "text", ["–", t("statement.none"), "0", formatRupees(0)]);
  const sums = [formatQuantity(statement.tokens), formatRupees(statement.valuePaise)] as const;
  drawLine(doc, ink, "bold", [t("total"), "", ...sums]);
  const { email, mobile } = company;
  const issued = t("issued", { company: company.name, email, mobile });
  drawFoot(doc, ink, [t("statement.explain"), issued, printed.riskNotice]);
  doc.end();
  return new Uint8Array(await whole);
}

/** Draws a line of the table with a rule below it; the last two cells are numbers. */
function drawLine(
  doc: Doc,
  ink: Ink,
  weight: Weight,
  cells: readonly [string, string, string, string],
): void {
  makeRoom(doc, LINE_HEIGHT);
  const y = doc.y;
  let x = MARGIN;
  doc.fillColor(ink.text);
  cells.forEach((cell, at) => {
    const width = widthOf(doc) * (WIDTHS[at] ?? 0);
    const align = at > 1 ? "right" : "left";
    drawText(doc, cell, { weight, size: 10, width: width - 6, x, y: y + 3, align });
    x += width;
  });
  doc.x = MARGIN;
  doc.y = y + LINE_HEIGHT;
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + widthOf(doc), doc.y)
    .lineWidth(0.5)
    .stroke(ink.line);
}
