import { isSameAccount } from "@server/payments/rules/line-keys";
import { type DateOrder, parseBankDate } from "./bank-values";
import { type Unit, unitIn } from "./headings";
import { type TableLine, textOfLine } from "./table";

type Lines = readonly Pick<TableLine, "cells">[];

const LABEL =
  /(?:\b(?:a\/?c|acct?|account)|खाता|खाते)\s*(?:no|number|num|#|संख्या|नंबर|क्रमांक|की संख्या)?(?![\p{L}\p{M}\d])[\s.:#=_-]*$/iu;
/** Matches the same above the number, where the word alone may belong to other texts. */
const LABEL_ABOVE =
  /(?:\b(?:a\/?c|acct?|account)|खाता|खाते)\s*(?:no|number|num|#|संख्या|नंबर|क्रमांक|की संख्या)[\s.:]*$/iu;
/** Matches a number in groups, perhaps with hidden digits. A dash between blanks ends it. */
const NUMBER = /(?<![\dX*/.])[\dX*]+(?:[ -][\dX*]+)*(?![\d/])/gi;
/** Minimum of digits of an account in India; shorter numbers are those of branches, or of customers. */
const MIN_DIGITS = 9;
const MAX_DIGITS = 18;
/** Minimum of digits that a hidden number shows. */
const MIN_SHOWN = 3;

/** Returns the numbers that a group may be: alone, and joined with the ones behind it. */
function numbersOf(text: string): string[] {
  const groups = text.split(/[ -]/);
  return groups.flatMap((_, from) =>
    groups.slice(from).map((__, more) => groups.slice(from, from + more + 1).join("")),
  );
}

const isNumber = (text: string): boolean =>
  text.length <= MAX_DIGITS &&
  (/^\d+$/.test(text)
    ? text.length >= MIN_DIGITS
    : /^[\dX*]*\d{3}$/i.test(text) && text.length > MIN_SHOWN);

/**
 * Returns the account that a letterhead states: the chosen one if any of its numbers is that, else the
 * first number behind or below the word for an account. A number ends with its cell, and a date is none. Null if
 * it states none for certain.
 */
export function accountIn(lines: Lines, chosen: string | null): string | null {
  let stated: string | null = null;
  for (const [at, { cells }] of lines.entries()) {
    let label = "";
    for (const [place, cell] of cells.entries()) {
      const isBelow = LABEL_ABOVE.test(lines[at - 1]?.cells[place] ?? "");
      for (const found of cell.matchAll(NUMBER)) {
        const before = `${label} ${cell.slice(0, found.index)}`.trim();
        const numbers = numbersOf(found[0].toUpperCase());
        const own = numbers.find(
          (number) => isNumber(number) && chosen !== null && isSameAccount(number, chosen),
        );
        if (own !== undefined) return own;
        if ((isBelow || LABEL.test(before)) && parseBankDate(found[0]) === null) {
          stated ??= numbers.find(isNumber) ?? null;
        }
      }
      if (cell.trim() !== "") label = /\d/.test(cell) ? "" : `${label} ${cell}`;
    }
  }
  return stated;
}

/** Matches a unit behind its label, in brackets behind an account, behind "in", and before its Hindi word. */
const NAMED_UNIT = new RegExp(
  [
    String.raw`(?:\b(?:currency|ccy|units?)\b|मुद्रा)[\s.:=-]*([^,;]{1,20})`,
    String.raw`(?:\ba\/?c|\baccount)[^()]{0,40}\(\s*([a-z]{3})\s*\)`,
    String.raw`\bin\s+((?:(?:₹|rs|inr|rupees?)\W{1,3}(?:in\s+)?)?['’]?[\p{L}\d]+(?: units)?)`,
    String.raw`((?:लाख|हज़ार|हजार|करोड़|पैसे|पैसों|डॉलर)(?: रुपये| रुपयों)?)\s+में`,
  ].join("|"),
  "giu",
);

/** Returns the unit of the account's sums that a letterhead states; null if it states none. */
export function unitOf(lines: Lines): Unit | null {
  for (const { cells } of lines) {
    const text = textOfLine({ cells });
    const named = [...text.matchAll(NAMED_UNIT)].map((found) => found.slice(1).join(""));
    const unit = named.map(unitIn).find((one) => one !== null);
    if (unit !== undefined) return unit;
    // Such accounts are kept in foreign currency.
    if (/\b(?:EEFC|FCNR|RFC)\b/.test(text)) return "FOREIGN";
  }
  return null;
}

const DAY =
  /\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}(?:st|nd|rd|th)?[\s-]*[a-z]{3,9}[\s,-]*\d{4}|\d{1,2}[\s-]*[a-z]{3}[\s,-]*\d{2}|[a-z]{3,9} \d{1,2},? \d{4}/gi;

/** Matches days that are none of the period. */
const OTHER_DAY = new RegExp(
  String.raw`\b(?:open(?:ing date|ed)|generated|printed|as on)\b[^\d]{0,12}(?:${DAY.source})`,
  "gi",
);

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Returns the period that a letterhead states; null if it states none. */
export function periodIn(lines: Lines, order: DateOrder): Period | null {
  let start: string | undefined;
  for (const { cells } of lines) {
    // "01 to 29 Nov 2026" has one month.
    const text = textOfLine({ cells })
      .replace(/\b(\d{1,2})(\s*(?:to|-|–)\s*\d{1,2}\s*([a-z]{3,9}\s*\d{4}))/i, "$1 $3$2")
      .replace(OTHER_DAY, "");
    const days = [...text.matchAll(DAY)].flatMap(
      ([day]) => parseBankDate(day, order) ?? parseBankDate(day, "MDY") ?? [],
    );
    const [from, to] = days;
    const isStart = /^\W*(?:(?:statement |date )?(?:from|start)\b|आरंभ)/i.test(text);
    if (from !== undefined && to !== undefined && days.length === 2) {
      if (/from|period|between|statement|duration|start|\bto\b|अवधि|से/i.test(text) && from <= to) {
        return { from, to };
      }
    } else if (from !== undefined && isStart) start = from;
    else if (
      from !== undefined &&
      start !== undefined &&
      /^\W*(?:(?:statement |date )?(?:to|end|till|until)\b|समाप्ति)/i.test(text)
    ) {
      return start <= from ? { from: start, to: from } : null;
    }
  }
  return null;
}
