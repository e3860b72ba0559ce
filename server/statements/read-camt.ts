import { XMLParser } from "fast-xml-parser";
import { refuse } from "@server/domain/refusals/refuse";
import { parseRupeesToPaise } from "@server/domain/money/units";
import { parseBankDate } from "@server/domain/statements/bank-values";
import { bankReference } from "@server/domain/statements/read-table";
import {
  MAX_STATEMENT_ROWS,
  type RowFault,
  type StatementRow,
  type StatementRows,
  tidyText,
  type UnreadRow,
} from "@server/domain/statements/row";

export interface Camt extends StatementRows {
  readonly accountNumber: string | null;
}

/** Whether a text is an ISO 20022 statement (camt.053 of any version). */
export const isCamt = (text: string): boolean =>
  /^\s*</.test(text.slice(0, 200)) && /<(?:\w+:)?BkToCstmrStmt\b/.test(text.slice(0, 4_000));

/** An element: its children by name, its text, its attributes with `@`. */
type Node = { readonly [name: string]: unknown };

/** Elements that occur once are lists as well. */
const LISTS = new Set(["Stmt", "Ntry", "NtryDtls", "TxDtls", "Ustrd", "Strd"]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  // Numbers stay texts: an amount is read digit by digit.
  parseTagValue: false,
  parseAttributeValue: false,
  // A document with its own entities is refused before.
  processEntities: true,
  maxNestedTags: 40,
  isArray: (name) => LISTS.has(name),
});

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The element at a path; an empty one where there is none. */
function at(node: unknown, ...names: string[]): unknown {
  let found = node;
  for (const name of names) found = isNode(found) ? found[name] : undefined;
  return found;
}

const all = (node: unknown, name: string): unknown[] => {
  const found = at(node, name);
  return Array.isArray(found) ? found : [];
};

function textOf(node: unknown): string {
  if (typeof node === "string") return node;
  const inner = at(node, "#text");
  return typeof inner === "string" ? inner : "";
}

const textAt = (node: unknown, ...names: string[]): string => textOf(at(node, ...names));

/**
 * The booked entries of an ISO 20022 statement, mapped here: no parser of it on npm is kept. An entry
 * of several transactions becomes one row for each where their amounts add up to it. Refuses with
 * FILE_UNREADABLE, STATEMENT_CURRENCY and STATEMENT_TOO_LONG.
 */
export function readCamt(text: string): Camt {
  // No bank's statement declares a document type; one could declare entities.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw refuse("FILE_UNREADABLE");
  let document: unknown;
  try {
    document = parser.parse(text, true);
  } catch {
    throw refuse("FILE_UNREADABLE");
  }
  const statements = all(at(document, "Document", "BkToCstmrStmt"), "Stmt");
  const rows: StatementRow[] = [];
  const unread: UnreadRow[] = [];
  for (const entry of statements.flatMap((one) => all(one, "Ntry"))) {
    const status = textAt(entry, "Sts") || textAt(entry, "Sts", "Cd");
    // Pending entries may still disappear.
    if (status !== "" && status !== "BOOK") continue;
    for (const read of rowsOf(entry)) {
      const row = rows.length + unread.length + 1;
      if (row > MAX_STATEMENT_ROWS) {
        throw refuse("STATEMENT_TOO_LONG", { limit: MAX_STATEMENT_ROWS });
      }
      if (typeof read === "string") {
        unread.push({ row, fault: read, text: tidyText(narrationOf(entry, entry)) });
      } else rows.push({ row, ...read });
    }
  }
  const account = at(statements[0], "Acct", "Id");
  const number = textAt(account, "Othr", "Id") || textAt(account, "IBAN");
  return { rows, unread, accountNumber: /\d{6,18}$/.exec(number.replace(/\s/g, ""))?.[0] ?? null };
}

type Read = Omit<StatementRow, "row"> | RowFault;

function rowsOf(entry: unknown): Read[] {
  const bookedOn = dateOf(at(entry, "BookgDt")) ?? dateOf(at(entry, "ValDt"));
  if (bookedOn === null) return ["DATE_UNREADABLE"];
  const amountPaise = paiseOf(at(entry, "Amt"));
  if (amountPaise === null) return ["AMOUNT_UNREADABLE"];
  if (amountPaise === 0) return ["AMOUNT_MISSING"];
  const indicator = textAt(entry, "CdtDbtInd");
  if (indicator !== "CRDT" && indicator !== "DBIT") return ["SIDE_UNCLEAR"];
  const base = {
    ...{ bookedOn, valueOn: dateOf(at(entry, "ValDt")), balancePaise: null },
    // The indicator of a reversal says which way the money went now.
    side: indicator === "CRDT" ? ("CREDIT" as const) : ("DEBIT" as const),
  };
  const parts = all(entry, "NtryDtls").flatMap((details) => all(details, "TxDtls"));
  const amounts = parts.map((part) =>
    paiseOf(at(part, "Amt") ?? at(part, "AmtDtls", "TxAmt", "Amt")),
  );
  const isSplit =
    parts.length > 1 &&
    amounts.every((paise) => paise !== null && paise > 0) &&
    amounts.reduce<number>((sum, paise) => sum + (paise ?? 0), 0) === amountPaise;
  if (isSplit) {
    return parts.map((part, index) => ({
      ...base,
      amountPaise: amounts[index] ?? 0,
      narration: narrationOf(entry, part),
      reference: referenceOf(part),
    }));
  }
  const [part] = parts;
  return [
    {
      ...base,
      amountPaise,
      narration: tidyText(
        parts.length > 1
          ? parts.map((each) => narrationOf(entry, each)).join(" ")
          : narrationOf(entry, part),
      ),
      reference: (parts.length === 1 ? referenceOf(part) : null) ?? referenceOf(entry),
    },
  ];
}

const dateOf = (node: unknown): string | null =>
  parseBankDate(textAt(node, "Dt").slice(0, 10) || textAt(node, "DtTm").slice(0, 10));

function paiseOf(amount: unknown): number | null {
  const currency = textAt(amount, "@Ccy");
  if (currency !== "" && currency !== "INR") throw refuse("STATEMENT_CURRENCY", { currency });
  const text = textOf(amount).trim();
  return text === "" ? null : parseRupeesToPaise(text);
}

function referenceOf(node: unknown): string | null {
  const refs = at(node, "Refs");
  for (const text of [
    textAt(refs, "TxId"),
    textAt(refs, "ClrSysRef"),
    textAt(refs, "EndToEndId"),
    textAt(refs, "AcctSvcrRef"),
    textAt(node, "AcctSvcrRef"),
    textAt(node, "NtryRef"),
  ]) {
    if (!/^not ?provided$/i.test(text.trim())) {
      const reference = bankReference(text);
      if (reference !== null) return reference;
    }
  }
  return null;
}

function narrationOf(entry: unknown, part: unknown): string {
  const debtor = at(part, "RltdPties", "Dbtr");
  const refs = at(part, "Refs");
  const texts = [
    textAt(debtor, "Nm") || textAt(debtor, "Pty", "Nm"),
    ...all(at(part, "RmtInf"), "Ustrd").map(textOf),
    ...all(at(part, "RmtInf"), "Strd").map((one) => textAt(one, "CdtrRefInf", "Ref")),
    textAt(part, "AddtlTxInf"),
    textAt(refs, "EndToEndId"),
    textAt(refs, "TxId"),
    textAt(entry, "AddtlNtryInf"),
  ];
  return tidyText([...new Set(texts.map((text) => text.trim()).filter(Boolean))].join(" "));
}
