import { utils, write } from "@e965/xlsx";
import { createRandom, type Random } from "@db/random";
import { typedKey } from "@server/payments/rules/keys";
import { rupeesCell } from "@server/platform/rules/cells";
import type { PayableOrder } from "@server/payments/rules/match-statement";

/** An entry as the bank booked it, before its row was damaged. */
export interface TrueEntry {
  /** Text that only this row has. */
  readonly tag: string;
  readonly bookedOn: string;
  readonly side: "CREDIT" | "DEBIT";
  readonly amountPaise: number;
  /** Id of the order that it pays. Its member typed its number, correctly or with one typo. */
  readonly orderId: string | null;
}

export interface MadeStatement {
  readonly bank: string;
  readonly bytes: Uint8Array;
  readonly entries: readonly TrueEntry[];
  readonly orders: readonly PayableOrder[];
  readonly damages: readonly string[];
}

/** Percentages of all rows. */
const DAMAGED = 8;
const MISTYPED = 6;

const NAMES =
  "RAHUL SHARMA,ANITA DESAI,VIKRAM SINGH,POOJA NAIR,IMRAN KHAN,MEENA IYER,SUNIL PATEL,KAVITA RAO,DEEPAK JOSHI,NEHA GUPTA,ARJUN MENON,ZOYA KHAN".split(
    ",",
  );

interface Paid extends TrueEntry {
  readonly utr: string;
  readonly name: string;
  readonly rail: "UPI" | "IMPS" | "NEFT";
  readonly balancePaise: number;
}

interface Bank {
  readonly name: string;
  readonly delimiter: "," | "\t";
  readonly letterhead: readonly string[];
  readonly headings: readonly string[];
  readonly isNewestFirst?: boolean;
  /** True if the file states the balance before its first entry. */
  readonly hasOpening: boolean;
  cells(entry: Paid, at: number): string[];
  footer(openingPaise: number, closingPaise: number): readonly string[];
}

const grouped = (paise: number): string => {
  const [rupees = "", rest = ""] = rupeesCell(paise).split(".");
  const head = rupees.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ",");
  return `${head}${head ? "," : ""}${rupees.slice(-3)}.${rest}`;
};
const plain = (paise: number): string => rupeesCell(paise);
const day = (iso: string, sign = "/", digits = 4) => {
  const [year = "", month = "", date = ""] = iso.split("-");
  return [date, month, year.slice(-digits)].join(sign);
};
const inOut = (entry: Paid, write: (paise: number) => string, none = "") =>
  entry.side === "DEBIT" ? [write(entry.amountPaise), none] : [none, write(entry.amountPaise)];
const textOf = ({ rail, utr, name, side }: Paid, between: string) =>
  side === "DEBIT" ? `VENDOR ${utr} CHARGES` : [rail, utr, name, "SBIN", "PAYMENT"].join(between);

const BANKS: readonly Bank[] = [
  {
    name: "HDFC Bank",
    delimiter: ",",
    hasOpening: true,
    letterhead: ["HDFC BANK Ltd., Fort, Mumbai", "Account No : 50100123456789", "=====,====="],
    headings:
      "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance".split(
        ",",
      ),
    cells: (entry) => [
      day(entry.bookedOn, "/", 2),
      hdfcText(entry),
      entry.utr.padStart(16, "0"),
      day(entry.bookedOn, "/", 2),
      ...inOut(entry, grouped),
      grouped(entry.balancePaise),
    ],
    footer: (opening, closing) => [
      '"STATEMENT SUMMARY :-","","",""',
      '"Opening Balance","Dr Count","Cr Count","Closing Bal"',
      `"${grouped(opening)}","1","2","${grouped(closing)}"`,
    ],
  },
  {
    name: "ICICI Bank",
    delimiter: ",",
    hasOpening: false,
    letterhead: ['"","Account Number","000405123456 ( INR )"'],
    headings:
      "S No.|Value Date|Transaction Date|Cheque Number|Transaction Remarks|Withdrawal Amount (INR )|Deposit Amount (INR )|Balance (INR )".split(
        "|",
      ),
    cells: (entry, at) => [
      String(at + 1),
      day(entry.bookedOn),
      day(entry.bookedOn),
      "-",
      textOf(entry, "/"),
      ...inOut(entry, plain, "0.0"),
      plain(entry.balancePaise),
    ],
    footer: () => ['"","Legends Used in Account Statement"'],
  },
  {
    name: "State Bank of India",
    delimiter: "\t",
    hasOpening: false,
    letterhead: [
      "Account Name\t:\tSAMPLE, PRIVATE, LIMITED",
      "Account Number\t:\t_00000031234567890",
    ],
    headings: "Txn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance".split(","),
    cells: (entry) => [
      day(entry.bookedOn),
      day(entry.bookedOn),
      `BY TRANSFER-${textOf(entry, "/")}--`,
      "TRANSFER FROM 4897691162095",
      ...inOut(entry, grouped),
      grouped(entry.balancePaise),
    ],
    footer: () => ["**This is a computer generated statement and does not require a signature."],
  },
  {
    name: "Axis Bank",
    delimiter: ",",
    hasOpening: true,
    letterhead: ["Statement of Account No - 920020012345678 for the period,,,,,,"],
    headings: "Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL".split(","),
    cells: (entry) => [
      day(entry.bookedOn, "-"),
      "-",
      textOf(entry, "/"),
      ...inOut(entry, plain, "      "),
      plain(entry.balancePaise),
      "004",
    ],
    footer: (opening) => [
      `OPENING BALANCE,,,,,${plain(opening)},`,
      "Unless the constituent notifies the bank,,,,,,",
    ],
  },
  {
    name: "Kotak Mahindra Bank",
    delimiter: ",",
    hasOpening: true,
    letterhead: ["SAMPLE PRIVATE LIMITED,,,,,,,", ",,,,,Account No.,7412345678,"],
    headings: "Sl. No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr".split(","),
    cells: (entry, at) => [
      String(at + 1),
      day(entry.bookedOn),
      textOf(entry, "/"),
      `${entry.rail}-${entry.utr}`,
      grouped(entry.amountPaise),
      entry.side === "CREDIT" ? "CR" : "DR",
      grouped(entry.balancePaise),
      "CR",
    ],
    footer: (opening, closing) => [
      `Opening balance,as on 01/11/2026   INR ${plain(opening)},,,,,,`,
      `Closing balance,as on 30/11/2026   INR ${plain(closing)},,,,,,`,
    ],
  },
  {
    name: "Punjab National Bank",
    delimiter: ",",
    hasOpening: false,
    isNewestFirst: true,
    letterhead: ["Account Number,1234000100567890,,,,,,"],
    headings:
      "Txn No.,Txn Date,Description,Branch Name,Cheque No.,Dr Amount,Cr Amount,Balance".split(","),
    cells: (entry) => [
      "M123456",
      day(entry.bookedOn),
      textOf(entry, "/"),
      "FORT",
      "",
      ...inOut(entry, grouped),
      `${grouped(entry.balancePaise)} Cr.`,
    ],
    footer: () => ["Page Total Credit,,,,,,,"],
  },
];

const hdfcText = (entry: Paid): string =>
  entry.side === "CREDIT" && entry.rail === "UPI"
    ? `UPI-${entry.name}-payer@okaxis-SBIN0001234-${entry.utr}-PAYMENT`
    : textOf(entry, "-");

/** Formats of a file. Binary sheets have no damaged rows, only shuffled sheets. */
const FORMS = ["text", "text", "text", "text", "biff8", "xlsx", "html"] as const;

/** Generates a statement of one of six banks, with damaged rows and the orders that it pays, from a seed. */
export function bankStatement(seed: number): MadeStatement {
  const random = createRandom(seed);
  const bank = random.pick(BANKS);
  const openingPaise = Math.floor(random.between(50_000, 9_00_000)) * 100;
  const paid = entriesOf(random, openingPaise);
  const orders = paid.flatMap((entry) => orderOf(random, entry));
  const inFile = bank.isNewestFirst ? paid.toReversed() : paid;
  const closingPaise = paid.at(-1)?.balancePaise ?? openingPaise;
  const rows = inFile.map((entry, at) => bank.cells(entry, at));
  const form = random.pick(FORMS);
  const made = { bank: bank.name, entries: inFile, orders };
  if (form !== "text") {
    const table = [...bank.letterhead.map((line) => [line]), [...bank.headings], ...rows];
    return { ...made, bytes: sheetBytes(form, table), damages: [] };
  }
  const damages: string[] = [];
  const isQuoted = bank.delimiter === ",";
  const whole = (cells: readonly string[]) =>
    cells.map((cell) => (isQuoted && cell.includes(",") ? `"${cell}"` : cell)).join(bank.delimiter);
  const kinds = kindsOf(random, paid.length, bank);
  const lines = rows.map((cells, at) => {
    const kind = kinds[bank.isNewestFirst ? rows.length - 1 - at : at];
    const entry = inFile[at];
    const line = entry && kind && damaged(random, kind, { cells, bank, entry, whole });
    if (line === undefined || kind === undefined) return whole(cells);
    damages.push(kind);
    return line;
  });
  const middle = Math.floor(lines.length / 2);
  // Begins a second page.
  if (random.percent(30))
    lines.splice(middle, 0, ...bank.letterhead, bank.headings.join(bank.delimiter));
  const text = [
    ...bank.letterhead,
    bank.headings.join(bank.delimiter),
    ...lines,
    ...bank.footer(openingPaise, closingPaise),
  ].join(random.pick(["\n", "\r\n"]));
  const bytes = random.percent(15) ? Buffer.from(`\ufeff${text}`, "utf16le") : Buffer.from(text);
  return { ...made, bytes, damages };
}

function entriesOf(random: Random, openingPaise: number): Paid[] {
  const used = new Set<string>();
  let balancePaise = openingPaise;
  return Array.from({ length: 20 + random.below(40) }, (_, at) => {
    const rail = random.pick(["UPI", "UPI", "IMPS", "NEFT"] as const);
    let utr = "";
    while (utr === "" || used.has(utr)) {
      utr = rail === "NEFT" ? `SBINN26305${random.digits(6)}` : `6305${random.digits(8)}`;
    }
    used.add(utr);
    const isDebit = random.percent(15) && balancePaise > 3_00_000;
    const amountPaise = isDebit
      ? 10_000 + random.below(2_00_000)
      : random.pick([102_500, 205_000, 1_025_000, 10_250_000, 51_250 + random.below(9_00_000)]);
    balancePaise += isDebit ? -amountPaise : amountPaise;
    return {
      tag: utr,
      utr,
      rail,
      amountPaise,
      balancePaise,
      name: random.pick(NAMES),
      bookedOn: `2026-11-${String(1 + Math.floor(at / 3)).padStart(2, "0")}`,
      side: isDebit ? "DEBIT" : "CREDIT",
      orderId: !isDebit && random.percent(70) ? `order-${at}` : null,
    };
  });
}

function orderOf(
  random: Random,
  { orderId, utr, name, bookedOn, amountPaise }: Paid,
): PayableOrder[] {
  if (orderId === null) return [];
  const at = 5 + random.below(6);
  const wrongDigit = String((Number(utr[at]) + 1 + random.below(8)) % 10);
  const isMistyped = random.percent(MISTYPED) && /\d/.test(utr[at] ?? "");
  const reference = isMistyped ? utr.slice(0, at) + wrongDigit + utr.slice(at + 1) : utr;
  return [
    {
      id: orderId,
      orderNumber: `PUR-${random.digits(6)}`,
      memberName: name,
      reference,
      totalPaise: amountPaise,
      createdOn: bookedOn,
      isPending: true,
      keys: [typedKey(reference)].flatMap((key) => key ?? []),
    },
  ];
}

const VISIBLE = [
  "letter quote",
  "quoted break",
  "broken line",
  "grouped sums",
  "comma in text",
  "letter in sum",
  "no such day",
  "lost delimiter",
  "cut row",
] as const;
/** Damages that only a balance reveals. */
const ALL = [...VISIBLE, "digit lost", "digit added", "wrong balance"] as const;

type Damage = (typeof ALL)[number];
/** Damages after which the balance may be unknown. */
const HIDES_BALANCE = new Set<Damage>([
  "quoted break",
  "broken line",
  "grouped sums",
  "comma in text",
  "letter quote",
  "lost delimiter",
  "cut row",
]);

/**
 * Chooses the damage of each row in the order of time. A wrong sum is detected by the balance before
 * it; where that is missing or unreadable, the row gets another damage.
 */
function kindsOf(random: Random, count: number, { hasOpening }: Bank): (Damage | undefined)[] {
  let isTold = hasOpening;
  return Array.from({ length: count }, () => {
    const kind = random.percent(DAMAGED) ? random.pick(isTold ? ALL : VISIBLE) : undefined;
    isTold = kind === undefined || !HIDES_BALANCE.has(kind);
    return kind;
  });
}

interface Damaged {
  cells: readonly string[];
  bank: Bank;
  entry: Paid;
  whole: (cells: readonly string[]) => string;
}

/** Damages a row; undefined if this damage does not change it. */
function damaged(
  random: Random,
  kind: Damage,
  { cells, bank, entry, whole }: Damaged,
): string | undefined {
  const text = cells.findIndex((cell) => cell.includes(entry.name) || cell.includes("VENDOR"));
  const sum = cells.findIndex((cell) => cell.replaceAll(",", "") === plain(entry.amountPaise));
  const balance = cells.findIndex((cell) =>
    cell.replaceAll(",", "").startsWith(plain(entry.balancePaise)),
  );
  const change = (at: number, make: (cell: string) => string) =>
    cells.map((cell, place) => (place === at ? make(cell) : cell));
  const isComma = bank.delimiter === ",";
  switch (kind) {
    case "letter quote":
      return whole(change(text, (cell) => `"${cell}`)).replace('""', '"');
    case "quoted break":
      return whole(change(text, (cell) => `"${cell.slice(0, -4)}\n${cell.slice(-4)}"`)).replaceAll(
        '""',
        '"',
      );
    case "broken line":
      return whole(change(text, (cell) => `${cell.slice(0, -4)}\n${cell.slice(-4)}`));
    case "grouped sums":
      return isComma && cells.some((cell) => cell.includes(",")) ? cells.join(",") : undefined;
    case "comma in text":
      return isComma
        ? cells.map((cell, at) => (at === text ? `${cell}, FOR TWO` : whole([cell]))).join(",")
        : undefined;
    case "letter in sum":
      return whole(change(sum, (cell) => cell.replace(/\d(?=\.)/, "O")));
    case "no such day":
      return whole(cells.map((cell) => cell.replace(/^\d\d(?=[/-]11)/, "39")));
    case "lost delimiter": {
      const at = text + 1 + random.below(cells.length - text - 2);
      return [whole(cells.slice(0, at)), whole(cells.slice(at))].join("");
    }
    case "cut row":
      return whole(cells.slice(0, text + 1));
    case "digit lost":
      return whole(change(sum, (cell) => cell.replaceAll(",", "").replace(/^\d/, "")));
    case "digit added":
      return whole(change(sum, (cell) => `1${cell.replaceAll(",", "")}`));
    case "wrong balance":
      return whole(change(balance, (cell) => `1${cell.replaceAll(",", "")}`));
  }
}

function sheetBytes(
  form: "biff8" | "xlsx" | "html",
  table: readonly (readonly string[])[],
): Uint8Array {
  if (form === "html") {
    const rows = table.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
    return Buffer.from(`<html><body><table>${rows.join("\n")}</table></body></html>`);
  }
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["For your information"]]), "Info");
  utils.book_append_sheet(book, utils.aoa_to_sheet(table.map((row) => [...row])), "Statement");
  return new Uint8Array(write(book, { type: "buffer", bookType: form }) as Buffer);
}
