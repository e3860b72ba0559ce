import { buffer } from "node:stream/consumers";
import type { TFunction } from "i18next";
import { translatorOf } from "@server/platform";
import { financialYearName, formatDay } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import type { PurchaseLine, PurchaseStatement } from "@server/orders/contracts/purchase-statement";
import { type Doc, drawText, heightOfText } from "./draw-text";
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
interface PrintedRewards {
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
}

export interface PrintedStatement extends PrintedPaper {
  statement: PrintedRewards | PurchaseStatement;
}

/** The table of a statement: cells from `numbersFrom` on are numbers, and the widths shares of the page's. */
interface Table {
  title: string;
  seller: string;
  widths: readonly number[];
  numbersFrom: number;
  heads: readonly string[];
  lines: readonly (readonly string[])[];
  total: readonly string[];
  explain: string;
}

type Say = TFunction<"receipt">;

function tableOfRewards(statement: PrintedRewards, t: Say): Table {
  const { company, lines } = statement;
  return {
    title: t("statement.title"),
    seller: company.name,
    widths: [0.2, 0.4, 0.2, 0.2],
    numbersFrom: 2,
    heads: [
      t("statement.day"),
      t("statement.kind"),
      `${t("quantity")} (${company.tokenSymbol})`,
      t("statement.value"),
    ],
    lines:
      lines.length === 0
        ? [["–", t("statement.none"), "0", formatRupees(0)]]
        : lines.map((line) => [
            formatDay(line.day),
            t(line.isTakenBack ? "statement.takenBack" : "statement.rewards", {
              count: line.count,
            }),
            formatQuantity(line.tokens),
            formatRupees(line.valuePaise),
          ]),
    total: [t("total"), "", formatQuantity(statement.tokens), formatRupees(statement.valuePaise)],
    explain: t("statement.explain"),
  };
}

function tableOfPurchases({ company, purchases }: PurchaseStatement, t: Say): Table {
  const sums = (lines: readonly PurchaseLine[]) => {
    const sum = (of: (line: PurchaseLine) => number) =>
      lines.reduce((so, line) => so + of(line), 0);
    return [
      formatQuantity(sum(({ tokens }) => tokens)),
      formatRupees(sum(({ amountPaise }) => amountPaise)),
      formatRupees(sum(({ feePaise }) => feePaise)),
      formatRupees(sum(({ totalPaise }) => totalPaise)),
    ];
  };
  return {
    title: t("purchases.title"),
    seller: company.seller,
    widths: [0.13, 0.25, 0.14, 0.17, 0.13, 0.18],
    numbersFrom: 2,
    heads: [
      t("statement.day"),
      t("order"),
      `${t("quantity")} (${company.tokenSymbol})`,
      t("amount"),
      t("purchases.fee"),
      t("total"),
    ],
    lines:
      purchases.length === 0
        ? [["–", t("purchases.none"), ...sums([])]]
        : purchases.map((line) => [
            formatDay(line.day),
            [
              line.orderNumber,
              line.isReversed && t("purchases.reversed"),
              line.bonusTokens > 0 &&
                t("purchases.bonus", { tokens: formatQuantity(line.bonusTokens) }),
            ]
              .filter(Boolean)
              .join("\n"),
            ...sums([line]),
          ]),
    total: [t("total"), "", ...sums(purchases)],
    explain: t("purchases.explain"),
  };
}

/** Renders the statement as a PDF in the brand's style. The same statement gives the same bytes. */
export async function renderStatement(printed: PrintedStatement): Promise<Uint8Array<ArrayBuffer>> {
  const { statement, brand, language } = printed;
  const { year, member, company } = statement;
  const t = translatorOf(language).getFixedT(language, "receipt");
  const table =
    "purchases" in statement ? tableOfPurchases(statement, t) : tableOfRewards(statement, t);
  const name = financialYearName(year);
  const doc = await startPaper(printed, {
    title: `${table.title} ${member.memberId} ${name}`,
    author: company.name,
    createdAt: new Date(`${year + 1}-03-31T18:30:00Z`),
  });
  const whole = buffer(doc);
  const ink = inkOf(brand);
  drawHead(
    doc,
    ink,
    { title: table.title, status: t("statement.year", { name, year, next: year + 1 }) },
    printed.logo,
  );
  drawRows(doc, ink, [
    [t("statement.company"), table.seller],
    [t("member"), member.name],
    [t("memberId"), member.memberId],
  ]);
  drawLine(doc, ink, table, { weight: "bold", cells: table.heads });
  for (const cells of table.lines) {
    if (makeRoom(doc, heightOf(doc, table, { weight: "text", cells }))) {
      drawLine(doc, ink, table, { weight: "bold", cells: table.heads });
    }
    drawLine(doc, ink, table, { weight: "text", cells });
  }
  drawLine(doc, ink, table, { weight: "bold", cells: table.total });
  const { email, mobile } = company;
  const issued = t("issued", { company: company.name, email, mobile });
  drawFoot(doc, ink, [table.explain, issued, printed.riskNotice]);
  doc.end();
  return new Uint8Array(await whole);
}

interface Line {
  weight: Weight;
  cells: readonly string[];
}

const styleOf = (doc: Doc, { widths }: Table, weight: Weight, at: number) => ({
  weight,
  size: widths.length > 4 ? 9 : 10,
  width: widthOf(doc) * (widths[at] ?? 0) - 6,
});

const heightOf = (doc: Doc, table: Table, { weight, cells }: Line): number =>
  Math.max(
    20,
    ...cells.map((cell, at) => heightOfText(doc, cell, styleOf(doc, table, weight, at)) + 6),
  );

/** Draws a line of the table with a rule below it. */
function drawLine(doc: Doc, ink: Ink, table: Table, line: Line): void {
  const height = heightOf(doc, table, line);
  makeRoom(doc, height);
  const y = doc.y;
  let x = MARGIN;
  doc.fillColor(ink.text);
  line.cells.forEach((cell, at) => {
    const style = styleOf(doc, table, line.weight, at);
    const align = at >= table.numbersFrom ? "right" : "left";
    drawText(doc, cell, { ...style, x, y: y + 3, align });
    x += style.width + 6;
  });
  doc.x = MARGIN;
  doc.y = y + height;
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + widthOf(doc), doc.y)
    .lineWidth(0.5)
    .stroke(ink.line);
}
