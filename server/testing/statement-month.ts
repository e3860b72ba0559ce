import { createRandom, type Random } from "@db/random";
import { typedKey } from "@server/payments/rules/keys";
import type { PayableOrder } from "@server/payments/rules/match-statement";
import { rupeesCell } from "@server/platform/rules/cells";

/** Percentages of the seeded month. */
export const MONTH_SHARES = {
  /** References that members typed with an error; a fifth of them with two. */
  mistypedReferences: 12,
  /** Order numbers in narrations with an error. */
  mistypedNumbers: 12,
  /** Orders whose sum is one of eight. */
  equalAmounts: 40,
  /** Payments without an order number in the narration. */
  withoutNumber: 55,
  /** Orders without a reference (manual payments). */
  withoutReference: 6,
  /** Members who share their full name with another. */
  namesakes: 10,
  /** Payments from somebody else's account, and without any name. */
  foreignPayer: 9,
  nameless: 6,
  /** Payments of another sum than the order's. */
  otherSum: 1.5,
  /** Orders for which no money came. */
  neverPaid: 4,
  /** Orders that name the reference of somebody else's payment. */
  copiedReference: 0.5,
  /** Orders that were paid twice. */
  paidTwice: 1,
  /** Payments of strangers, half of them a member's namesakes, with one of the eight sums. */
  strangers: 4,
  /** Withdrawals, of all rows. */
  debits: 10,
} as const;

export interface MonthRow {
  readonly cells: readonly string[];
  /** Id of the order that it pays; null for a stranger's payment, a second payment and a withdrawal. */
  readonly orderId: string | null;
  readonly isCredit: boolean;
  /** True if it names its order: by the reference or by the number in the narration, mistyped or not. */
  readonly isCarrying: boolean;
  /** Id of the order of which it is the second payment; it may be matched to that order or to none. */
  readonly secondOf: string | null;
}

export interface Month {
  readonly orders: readonly PayableOrder[];
  readonly headings: readonly string[];
  readonly rows: readonly MonthRow[];
}

const FIRST =
  "Aarav Aditi Aditya Akash Amit Ananya Anil Anita Anjali Arjun Asha Ashok Bhavna Deepak Deepika Divya Farhan Gaurav Geeta Harish Imran Ishita Jyoti Kavita Kiran Lakshmi Mahesh Manish Meena Mohan Nisha Neha Pooja Pradeep Priya Rahul Rajesh Rakesh Ravi Rekha Ritu Rohan Sandeep Sanjay Sarita Seema Shalini Sneha Sunil Sunita Suresh Tanvi Usha Varun Vijay Vikas Vikram Yash Zoya".split(
    " ",
  );
const LAST =
  "Agarwal Banerjee Bhat Chopra Das Desai Deshmukh Dutta Gandhi Ghosh Gupta Iyer Jain Joshi Kapoor Kaur Khan Kulkarni Kumar Malhotra Mehta Menon Mishra Mukherjee Nair Naidu Pandey Patel Patil Pillai Rao Reddy Saxena Shah Sharma Shetty Singh Sinha Thakur Tiwari Trivedi Varma Verma Yadav".split(
    " ",
  );
const CITIES = ["JAIPUR 302001", "NAGPUR 440001", "KANPUR-208001", "PUNE 411001", "RAIPUR/492001"];
const POPULAR_PAISE = [
  102_500, 205_000, 512_500, 1_025_000, 2_562_500, 5_125_000, 10_250_000, 51_250,
];
const BANKS = ["SBIN", "HDFC", "ICIC", "UTIB", "KKBK", "PUNB", "BARB", "YESB", "IDFB", "CNRB"];
const FIRST_DAY = Date.UTC(2026, 9, 1);
const DAYS = 31;

const isoDay = (day: number) => new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);

/**
 * Generates a month of one company's orders and its bank statement, the same for the same seed: `count`
 * pending orders, in the shares of {@link MONTH_SHARES}. The statement has the columns of HDFC Bank's
 * CSV.
 */
export function statementMonth(seed: number, count: number): Month {
  const random = createRandom(seed);
  const chance = random.percent;
  const { digits } = random;
  const name = () => `${random.pick(FIRST)} ${random.pick(LAST)}`;

  const members: string[] = [];
  for (let n = 0; n < Math.ceil(count * 0.6); n += 1) {
    members.push(
      members.length > 0 && chance(MONTH_SHARES.namesakes) ? random.pick(members) : name(),
    );
  }

  const usedNumbers = new Set<string>();
  const usedReferences = new Set<string>();
  const newNumber = () => {
    for (;;) {
      const number = digits(6);
      if (!usedNumbers.has(number)) {
        usedNumbers.add(number);
        return number;
      }
    }
  };
  const sum = () =>
    chance(MONTH_SHARES.equalAmounts)
      ? random.pick(POPULAR_PAISE)
      : Math.floor((Math.floor(random.between(500, 2_00_000)) * 100 * 10_250) / 10_000);

  /** Numbers a payment as banks do: UPI and IMPS by year, day and hour, NEFT and RTGS by bank and day. */
  const payment = (day: number) => {
    const dayOfYear = String(274 + day);
    const kind = random.pick(["UPI", "UPI", "UPI", "IMPS", "NEFT", "NEFT", "RTGS"] as const);
    for (;;) {
      const hour = String(random.below(24)).padStart(2, "0");
      const bank = random.pick(BANKS);
      const utr =
        kind === "UPI" || kind === "IMPS"
          ? `6${dayOfYear}${hour}${digits(6)}`
          : kind === "NEFT"
            ? `${bank}${random.pick(["N", "H"])}26${dayOfYear}${digits(6)}`
            : `${bank}R52026${String(10)}${String(day + 1).padStart(2, "0")}${digits(8)}`;
      if (!usedReferences.has(utr)) {
        usedReferences.add(utr);
        return { kind, bank, utr };
      }
    }
  };

  const orders: PayableOrder[] = [];
  const rows: (MonthRow & { day: number; order: number })[] = [];
  const references: string[] = [];

  const add = (
    day: number,
    paise: number,
    paid: ReturnType<typeof payment>,
    text: { payer: string; remark: string },
    truth: Pick<MonthRow, "orderId" | "isCarrying" | "secondOf">,
  ) => {
    const booked = Math.min(DAYS + 3, day);
    rows.push({
      ...truth,
      isCredit: true,
      day: booked,
      order: random.next(),
      cells: [
        shortDay(booked),
        narrationOf(random, paid, text),
        random.pick([paid.utr.padStart(16, "0"), paid.utr, ""]),
        shortDay(booked),
        "",
        grouped(paise),
        "",
      ],
    });
  };

  for (let n = 0; n < count; n += 1) {
    const day = random.below(DAYS);
    const member = random.pick(members);
    const number = newNumber();
    const totalPaise = sum();
    const id = `order-${n}`;
    const paid = payment(day);
    const isMistyped = chance(MONTH_SHARES.mistypedReferences);
    const typed = isMistyped ? mistype(random, paid.utr) : paid.utr;
    const isCopied = references.length > 0 && chance(MONTH_SHARES.copiedReference);
    const reference = chance(MONTH_SHARES.withoutReference)
      ? null
      : isCopied
        ? random.pick(references)
        : typed;
    references.push(paid.utr);
    orders.push({
      id,
      orderNumber: `PUR-${number}`,
      memberName: member,
      totalPaise,
      reference,
      createdOn: isoDay(day),
      isPending: true,
      keys: [reference === null ? null : typedKey(reference)].flatMap((key) => key ?? []),
    });
    if (chance(MONTH_SHARES.neverPaid)) continue;

    const hasNumber = !chance(MONTH_SHARES.withoutNumber);
    const written = chance(MONTH_SHARES.mistypedNumbers) ? mistype(random, number) : number;
    const remark = hasNumber ? spelled(random, written) : random.pick(["", "token", ...CITIES]);
    const payer = chance(MONTH_SHARES.nameless)
      ? ""
      : chance(MONTH_SHARES.foreignPayer)
        ? name()
        : member;
    const paise = chance(MONTH_SHARES.otherSum)
      ? Math.max(100, totalPaise + (random.below(1_001) - 500) * 100)
      : totalPaise;
    const isCarrying = (reference !== null && !isCopied) || hasNumber;
    const late = chance(20) ? 1 + random.below(3) : 0;
    add(day + late, paise, paid, { payer, remark }, { orderId: id, isCarrying, secondOf: null });
    if (chance(MONTH_SHARES.paidTwice)) {
      const again = { payer, remark };
      const truth = { orderId: null, isCarrying: false, secondOf: id };
      add(day + late, totalPaise, payment(day), again, truth);
    }
  }
  for (let n = 0; n < (count * MONTH_SHARES.strangers) / 100; n += 1) {
    const day = random.below(DAYS);
    const payer = chance(50) ? random.pick(members) : name();
    const remark = random.pick(["", "gift", ...CITIES]);
    const truth = { orderId: null, isCarrying: false, secondOf: null };
    add(day, random.pick(POPULAR_PAISE), payment(day), { payer, remark }, truth);
  }
  for (let n = 0; n < (rows.length * MONTH_SHARES.debits) / 100; n += 1) {
    const day = random.below(DAYS);
    const { utr } = payment(day);
    rows.push({
      orderId: null,
      isCredit: false,
      isCarrying: false,
      secondOf: null,
      day,
      order: random.next(),
      cells: [
        shortDay(day),
        `NEFT DR-VENDOR-${utr}`,
        utr,
        shortDay(day),
        grouped(random.pick(POPULAR_PAISE)),
        "",
        "",
      ],
    });
  }
  return {
    orders,
    headings: [
      "Date",
      "Narration",
      "Chq./Ref.No.",
      "Value Dt",
      "Withdrawal Amt.",
      "Deposit Amt.",
      "Closing Balance",
    ],
    rows: rows.toSorted((a, b) => a.day - b.day || a.order - b.order),
  };
}

/** Returns the month's statement as a CSV file with a preamble and a footer. */
export function monthAsCsv({ headings, rows }: Month): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  return [
    '"HDFC BANK Ltd.","","Account No : 50100123456789"',
    '"Statement From : 01/10/2026 To : 31/10/2026"',
    line(headings),
    ...rows.map(({ cells }) => line(cells)),
    '"STATEMENT SUMMARY :-"',
    '"Opening Balance","Dr Count","Cr Count"',
    '"0.00","1","2"',
  ].join("\r\n");
}

const shortDay = (day: number): string => {
  const [year = "", month = "", date = ""] = isoDay(day).split("-");
  return `${date}/${month}/${year.slice(2)}`;
};

/** Formats a sum in the Indian grouping: 1,02,500.00. */
const grouped = (paise: number): string => {
  const [rupees = "", rest = ""] = rupeesCell(paise).split(".");
  const head = rupees.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ",");
  return `${head}${head ? "," : ""}${rupees.slice(-3)}.${rest}`;
};

/** Adds one or two typos: a character changed, left out, doubled, or two neighbours swapped. */
function mistype(random: Random, text: string): string {
  let typed = text;
  const typos = random.next() < 0.8 ? 1 : 2;
  while (typed === text) {
    for (let n = 0; n < typos; n += 1) {
      const at = random.below(typed.length - 1);
      const here = typed[at] ?? "";
      const next = typed[at + 1] ?? "";
      const before = typed.slice(0, at);
      typed = random.pick([
        before + String(random.below(10)) + typed.slice(at + 1),
        before + typed.slice(at + 1),
        before + here + typed.slice(at),
        before + next + here + typed.slice(at + 2),
      ]);
    }
  }
  return typed;
}

const spelled = (random: Random, number: string): string =>
  random.pick([
    `PUR-${number}`,
    `PUR-${number}`,
    `pur ${number}`,
    `PUR${number}`,
    `PUR-${number.replace(/^0+(?=\d)/, "")}`,
    `PUR ${number.slice(0, 3)} ${number.slice(3)}`,
    `Order PUR-${number}`,
  ]);

function narrationOf(
  random: Random,
  { kind, bank, utr }: { kind: string; bank: string; utr: string },
  { payer, remark }: { payer: string; remark: string },
): string {
  // Banks cut names.
  const upper = payer.toUpperCase().slice(0, random.pick([30, 30, 20, 14, 11]));
  const text = [
    kind === "UPI"
      ? `UPI-${upper}-${payer.toLowerCase().replace(/\W/g, "")}@ok${bank.toLowerCase()}-${bank}0001234-${utr}-${remark}`
      : kind === "IMPS"
        ? `IMPS/P2A/${utr}/${upper}/${bank}/${remark}`
        : `${kind} CR-${bank}0001234-${upper}-PRELAUNCH-${utr} ${remark}`,
  ].join("");
  // Some banks break long narrations, also in the middle of a reference.
  if (random.next() > 0.05) return text;
  const at = text.indexOf(utr) + Math.floor(utr.length / 2);
  return `${text.slice(0, at)}\n${text.slice(at)}`;
}
