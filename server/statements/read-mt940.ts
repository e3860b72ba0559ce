import { refuse } from "@server/domain/refusals/refuse";
import { calendarDate, fullYear } from "@server/domain/statements/bank-values";
import { bankReference } from "@server/domain/statements/read-table";
import {
  MAX_STATEMENT_ROWS,
  type StatementRow,
  type StatementRows,
  tidyText,
  type UnreadRow,
} from "@server/domain/statements/row";

/**
 * SWIFT MT940, mapped here: its parsers on npm have had no release for years, and the format is a
 * line of fixed fields (SWIFT's User Handbook, Category 9).
 */
export interface Mt940 extends StatementRows {
  readonly accountNumber: string | null;
}

/** Whether a text is an MT940 message: field 20 or 25 and an opening balance. */
export const isMt940 = (text: string): boolean =>
  /^(?:\{\d:[^\n]*)?\s*:2[05]:/m.test(text.slice(0, 4_000)) && /^:60[FM]:/m.test(text);

const FIELD = /^:(\d{2}[A-Z]?):/;

/**
 * :61: value date, booking day, side (R for a reversal), the currency's third letter, amount, type,
 * the owner's reference, `//` the bank's.
 */
const LINE =
  /^(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(R?)([CD])([A-Z]?)(\d{1,13}),(\d{0,2})([NSF][A-Z0-9]{3})([^\n]*)/;

interface Field {
  readonly tag: string;
  readonly text: string;
}

/** The fields of all messages of a text, with their continued lines. */
function fieldsOf(text: string): Field[] {
  const fields: { tag: string; text: string }[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const tag = FIELD.exec(line);
    const last = fields.at(-1);
    if (tag) fields.push({ tag: tag[1] ?? "", text: line.slice(tag[0].length) });
    else if (last && !/^(?:-\}?|\{)/.test(line)) last.text += `\n${line}`;
  }
  return fields;
}

/**
 * The entries of an MT940 text. Refuses with STATEMENT_CURRENCY and STATEMENT_TOO_LONG. An entry
 * that cannot be read is returned with its fault.
 */
export function readMt940(text: string): Mt940 {
  const rows: StatementRow[] = [];
  const unread: UnreadRow[] = [];
  let accountNumber: string | null = null;
  const fields = fieldsOf(text);
  for (const [at, { tag, text: value }] of fields.entries()) {
    if (tag === "25") accountNumber ??= /\d{6,18}(?=\D*$)/.exec(value)?.[0] ?? null;
    if (tag === "60F" || tag === "60M") {
      const currency = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1];
      if (currency !== undefined && currency !== "INR") {
        throw refuse("STATEMENT_CURRENCY", { currency });
      }
    }
    if (tag !== "61") continue;
    const row = rows.length + unread.length + 1;
    if (row > MAX_STATEMENT_ROWS) throw refuse("STATEMENT_TOO_LONG", { limit: MAX_STATEMENT_ROWS });
    const next = fields[at + 1];
    const details = next?.tag === "86" ? next.text : "";
    const read = readLine(value, details);
    if (typeof read === "string") unread.push({ row, fault: read, text: tidyText(value) });
    else rows.push({ row, ...read });
  }
  return { rows, unread, accountNumber };
}

function readLine(value: string, details: string): Omit<StatementRow, "row"> | UnreadRow["fault"] {
  const line = LINE.exec(value);
  if (!line) return /^\d{6}/.test(value) ? "AMOUNT_UNREADABLE" : "DATE_UNREADABLE";
  const [, year = "", month, day, entryMonth, entryDay, reversed, side] = line;
  const [, , , , , , , , , rupees = "", paise = "", , references = ""] = line;
  const valueOn = calendarDate(fullYear(year), Number(month), Number(day));
  if (valueOn === null) return "DATE_UNREADABLE";
  const bookedOn = entryDay ? bookingDay(valueOn, Number(entryMonth), Number(entryDay)) : valueOn;
  if (bookedOn === null) return "DATE_UNREADABLE";
  const amountPaise = Number(rupees + paise.padEnd(2, "0"));
  if (!Number.isSafeInteger(amountPaise)) return "AMOUNT_UNREADABLE";
  if (amountPaise === 0) return "AMOUNT_MISSING";
  const [own = "", bank = ""] = references.split("//");
  const supplement = value.split("\n").slice(1).join(" ");
  return {
    ...{ bookedOn, valueOn, amountPaise },
    side: (side === "C") === (reversed === "") ? "CREDIT" : "DEBIT",
    narration: tidyText(`${plainDetails(details)} ${supplement}`),
    reference: bankReference(own) ?? bankReference(bank),
    balancePaise: null,
  };
}

/** The booking day has no year: the one that is nearest to the value date. */
function bookingDay(valueOn: string, month: number, day: number): string | null {
  const year = Number(valueOn.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((each) => calendarDate(each, month, day) ?? []);
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(valueOn));
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Field 86 as text: its lines joined, marks of sub-fields (`?20`, `/ORDP/`) as blanks. */
const plainDetails = (details: string): string =>
  details.replace(/\n/g, /\?\d\d/.test(details) ? "" : " ").replace(/(?:^\d{3})?\?\d\d/g, " ");
