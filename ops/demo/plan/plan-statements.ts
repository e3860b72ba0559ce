import type { statementLines, statements } from "@db/schema";
import type { BeneficiaryRow } from "@server/companies/queries/beneficiaries";
import type { Order } from "@db/schema";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { rupeesCell } from "@server/platform/rules/cells";
import { identityOf, newLines } from "@server/payments/rules/line-keys";
import type { Side } from "@server/payments/rules/statements/row";
import { storedKey } from "@server/payments/statements/stored-key";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "@ops/demo/calendar";
import type { PlannedMember } from "./plan-members";
import type { Random } from "@ops/demo/random";

type Statement = typeof statements.$inferSelect;
type Line = typeof statementLines.$inferSelect;

/** An entry of a statement with its status. */
export interface DemoLine extends Line {
  importedBy: string;
  /** The order that it pays. */
  orderId: string | null;
  /** An admin's reason why it belongs to no order. */
  note: string | null;
  settledBy: string | null;
  settledAt: Date | null;
}

export interface DemoStatements {
  statements: Statement[];
  lines: DemoLine[];
  /** A file of the newest days that nobody has imported; a part of them is known already. */
  waiting: { fileName: string; csv: string } | null;
}

export const NO_STATEMENTS: DemoStatements = { statements: [], lines: [], waiting: null };

interface Entry {
  at: Date;
  amountPaise: number;
  side: Side;
  narration: string;
  reference: string | null;
  /** The order of an approved payment. */
  order?: Order;
  /** An admin's reason why it belongs to no order. */
  note?: string;
}

interface Planned {
  account: BeneficiaryRow;
  adminId: string;
  members: readonly PlannedMember[];
  orders: readonly Order[];
  now: Date;
}

const MONTH_DAYS = 31;
/** Number of days that a file repeats of the statement before it. */
const OVERLAP_DAYS = 2;
const OPENING_PAISE = 12_50_000_00;
const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

const STRANGERS = ["SHREE TRADERS", "M R ENTERPRISES", "V K GUPTA", "LAKSHMI STORES"] as const;

/** Returns the beginning of a day in India, so many days ago. */
const dayStart = (now: Date, daysAgo: number): Date => {
  const day = Math.floor((now.getTime() + INDIA_OFFSET_MS) / DAY_MS) - daysAgo;
  return new Date(day * DAY_MS - INDIA_OFFSET_MS);
};

/**
 * Returns the account's last month as its bank would have it, by the orders' history: `imported`
 * statements up to a day, whose entries are matched as far as their orders are decided, and a file
 * of the newest days. It has typing errors in references, equal sums, parts, payments made twice,
 * and unallocated payments.
 */
export function planStatements(
  random: Random,
  planned: Planned,
  { imported, upToDaysAgo }: { imported: number; upToDaysAgo: number },
): DemoStatements {
  const { now } = planned;
  const entries = entriesOf(random, planned)
    .filter(({ at }) => at >= dayStart(now, MONTH_DAYS) && at < now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const span = Math.floor(MONTH_DAYS / 3);
  const starts = [MONTH_DAYS, MONTH_DAYS - span, MONTH_DAYS - 2 * span];
  // A day is imported at noon of the next: in the morning the newest days' file would have nothing
  // new.
  const end = dayStart(later(now, -12 * HOUR_MS), upToDaysAgo);
  const startOf = (at: number): Date => (at < imported ? dayStart(now, starts[at] ?? 0) : end);
  const lines = linesOf(random, planned, entries);
  const kept: DemoStatements = { statements: [], lines: [], waiting: null };
  for (let at = 0; at < imported; at += 1) {
    const [from, to] = [startOf(at), startOf(at + 1)];
    const own = lines.filter(({ entry }) => entry.at >= from && entry.at < to);
    const statement = statementOf(random, planned, own.length, { from, to });
    kept.statements.push(statement);
    kept.lines.push(...own.map((line) => storedLine(line, statement, planned)));
  }
  const since = later(end, -OVERLAP_DAYS * DAY_MS);
  const recent = lines.filter(({ entry }) => entry.at >= since);
  kept.waiting = {
    fileName: `statement-${dateInIndia(now)}.csv`,
    csv: asFile(planned.account, recent, { from: since, to: now }),
  };
  return kept;
}

function entriesOf(random: Random, { members, orders, now }: Planned): Entry[] {
  const byId = new Map(members.map((member) => [member.id, member]));
  let pending = 0;
  const paid = orders.flatMap((order) => {
    if (order.submittedAt === null) return [];
    const member = byId.get(order.memberId);
    const payer = { name: payerOf(member), upi: upiOf(member) };
    if (order.status === "PENDING") return pendingEntries(random, order, payer, pending++);
    return decidedEntries(random, order, payer);
  });
  const strangers = Array.from({ length: MONTH_DAYS }, (_, day): Entry[] => {
    const at = later(dayStart(now, day), (9 + random.below(9)) * HOUR_MS);
    const from = random.pick(STRANGERS);
    const amountPaise = random.pick([5_000, 10_200, 25_500, 50_000]) * 100;
    const number = `4${random.digits(11)}`;
    const narration = `IMPS-${number}-${from}-HDFC-XXXX${random.digits(4)}-ADVANCE`;
    const one = { at, amountPaise, side: "CREDIT" as const, narration, reference: number };
    if (day % 3 === 0) return [{ ...one, ...(day > 9 && { note: "Meant for another company" }) }];
    // Two deposits of one day are equal but for their number.
    if (day % 10 === 4) {
      const cash = { ...one, narration: "CASH DEP FORT MUMBAI", reference: null };
      return [cash, { ...cash, at: later(at, 20 * MINUTE_MS) }];
    }
    if (day % 10 === 7) {
      const charge = { amountPaise: 590_00, narration: "NEFT CHARGES INCL GST", reference: null };
      return [{ at, side: "DEBIT", ...charge }];
    }
    if (day !== MONTH_DAYS - 2) return [];
    const interest = { narration: "INTEREST PAID TILL DATE", note: "The bank's interest" };
    return [{ ...one, ...interest, amountPaise: 3_184_20, reference: null }];
  });
  return [...paid, ...strangers.flat()];
}

interface Payer {
  name: string;
  upi: string;
}

/** Returns the UPI id from which a member pays; a suspect's is made of the referrer's mobile. */
const upiOf = (member: PlannedMember | undefined): string =>
  member?.suspicion === "SHARED_PAYER"
    ? `${member.referrer?.mobile.slice(3)}@ybl`
    : `${member?.referralCode.toLowerCase()}@okaxis`;

/** Writes a name as banks do: without signs, in Latin letters. */
const payerOf = (member: PlannedMember | undefined): string =>
  member === undefined || member.ended?.status === "DELETED"
    ? "MEMBER"
    : (/^\p{Script=Latin}/u.test(member.name) ? member.name : (member.email.split("@")[0] ?? ""))
        .replaceAll(".", " ")
        .replaceAll("’", "")
        .replace(/\d+/g, "")
        .toUpperCase();

/** Returns the payment of a submitted order, some minutes before the submission. */
function payment(random: Random, order: Order, payer: Payer, number: string): Entry {
  const { submittedAt, totalPaise, orderNumber } = order;
  const remark = random.percent(40) ? orderNumber : "TOKEN";
  const bank = random.pick(["SBIN", "ICIC", "UTIB", "KKBK"] as const);
  const narration = /^[A-Z]{4}R/.test(number)
    ? `RTGS CR-${bank}0000001-${payer.name}-${number} ${remark}`
    : /^[A-Z]/.test(number)
      ? `NEFT CR-${bank}0001234-${payer.name}-${number} ${remark}`
      : order.paymentMethod === "UPI"
        ? `UPI-${payer.name}-${payer.upi}-${number}-${remark}`
        : `IMPS-${number}-${payer.name}-${bank}-XXXX${random.digits(4)}-${remark}`;
  const at = later(submittedAt ?? order.createdAt, -random.between(1, 4) * MINUTE_MS);
  return { at, amountPaise: totalPaise, side: "CREDIT", narration, reference: number };
}

/** Exchanges two neighbouring digits, as somebody who mistypes a number. */
const slipped = (number: string, at: number): string =>
  number.slice(0, at) + (number[at + 1] ?? "") + (number[at] ?? "") + number.slice(at + 2);

/**
 * Returns the entries of a pending order. Its place chooses them, so that the shares are the same
 * in every run.
 */
function pendingEntries(random: Random, order: Order, payer: Payer, place: number): Entry[] {
  const { reference, totalPaise } = order;
  const number = reference ?? `4${random.digits(11)}`;
  const one = payment(random, order, payer, number);
  // A manual payment is cash with the order's number, or has not come yet.
  if (reference === null) {
    const narration = `CASH DEP BY ${payer.name} ${order.orderNumber}`;
    return place % 2 === 0 ? [{ ...one, narration, reference: null }] : [];
  }
  switch (place % 20) {
    case 3:
    case 11: {
      const typed = slipped(number, number.length - 4);
      return [payment(random, order, payer, typed)];
    }
    case 6:
      return [{ ...one, amountPaise: Math.round(totalPaise / 200) * 100 }];
    case 9:
      return [{ ...one, amountPaise: totalPaise + 500_00 }];
    case 14: {
      const again = payment(random, order, payer, `4${random.digits(11)}`);
      return [one, { ...again, at: later(one.at, 2 * MINUTE_MS) }];
    }
    case 17:
      return [];
    default:
      return [one];
  }
}

/** Returns the entries of a decided order: its money, and the refund. */
function decidedEntries(random: Random, order: Order, payer: Payer): Entry[] {
  const { reference, decidedAt, reversedAt, decisionReason, totalPaise, status } = order;
  if (reference === null || decidedAt === null) return [];
  // A mistyped reference is no bank's number: the bank has a correct one.
  const number = /^\d{9}$/.test(reference) ? `4${random.digits(11)}` : reference;
  const one = payment(random, order, payer, number);
  const sentBack = (at: Date, amountPaise: number): Entry => ({
    at: later(at, HOUR_MS),
    amountPaise,
    side: "DEBIT",
    narration: `NEFT DR-RETURN-${payer.name}-${order.orderNumber}`,
    reference: null,
  });
  if (status === "APPROVED") return [{ ...one, order }];
  if (status === "REVERSED") {
    return [{ ...one, order }, ...(reversedAt ? [sentBack(reversedAt, totalPaise)] : [])];
  }
  if (status !== "REJECTED") return [];
  if (decisionReason?.includes("less than the total")) {
    const amountPaise = Math.round(totalPaise / 200) * 100;
    const note = `Less than the total of ${order.orderNumber}; sent back`;
    return [{ ...one, amountPaise, note }, sentBack(decidedAt, amountPaise)];
  }
  if (decisionReason?.includes("somebody else")) {
    const narration = one.narration.replace(payer.name, random.pick(STRANGERS));
    const note = `From somebody else's account, for ${order.orderNumber}; sent back`;
    return [{ ...one, narration, note }, sentBack(decidedAt, totalPaise)];
  }
  return [];
}

interface KeyedLine {
  entry: Entry;
  stored: Pick<Line, "id" | "lineKey" | "occurrence" | "bookedOn" | "balancePaise">;
}

function linesOf(random: Random, { now }: Planned, entries: readonly Entry[]): KeyedLine[] {
  const rows = entries.map((entry, at) => ({
    row: at + 1,
    bookedOn: dateInIndia(entry.at),
    valueOn: null,
    balancePaise: null,
    amountPaise: entry.amountPaise,
    side: entry.side,
    narration: entry.narration,
    reference: entry.reference,
  }));
  const lines = rows.map((row) => ({ ...identityOf(row), row: row.row }));
  const occurrences = new Map(
    newLines([lines], []).map(({ line, occurrence }) => [line.row, occurrence]),
  );
  let balancePaise = OPENING_PAISE;
  return entries.map((entry, at) => {
    balancePaise += entry.side === "CREDIT" ? entry.amountPaise : -entry.amountPaise;
    return {
      entry,
      stored: {
        id: random.id(now),
        lineKey: storedKey(lines[at]?.key ?? ""),
        occurrence: occurrences.get(at + 1) ?? 1,
        bookedOn: rows[at]?.bookedOn ?? "",
        balancePaise,
      },
    };
  });
}

function statementOf(
  random: Random,
  { account, adminId, now }: Planned,
  rowCount: number,
  { from, to }: { from: Date; to: Date },
): Statement {
  // The import is on the next morning, or before now.
  const createdAt = new Date(Math.min(later(to, 10 * HOUR_MS).getTime(), now.getTime() - 1000));
  return {
    companyId: account.companyId,
    id: random.id(createdAt),
    accountId: account.id,
    fileName: `statement-${dateInIndia(from)}-to-${dateInIndia(later(to, -HOUR_MS))}.csv`,
    format: "CSV",
    rowCount,
    addedCount: rowCount,
    unreadCount: 0,
    unread: [],
    importedBy: adminId,
    createdAt,
  };
}

/**
 * Returns the stored entry. An order's entry is settled with the order if its statement came before
 * the decision, and at once if it came later.
 */
function storedLine(
  { entry, stored }: KeyedLine,
  { id, createdAt, companyId, accountId }: Statement,
  { adminId }: Planned,
): DemoLine {
  const { order, note = null, amountPaise, side, narration, reference } = entry;
  const isCredit = side === "CREDIT";
  const orderId = isCredit && order ? order.id : null;
  const why = isCredit && orderId === null ? note : null;
  const isSettled = orderId !== null || why !== null;
  const decidedAt = order?.decidedAt ?? createdAt;
  const settledAt = !isSettled ? null : decidedAt > createdAt ? decidedAt : createdAt;
  return {
    ...stored,
    companyId,
    accountId,
    statementId: id,
    valueOn: null,
    returnsId: null,
    amountPaise,
    side,
    narration,
    reference,
    importedBy: adminId,
    isUnsure: false,
    orderId,
    note: why,
    settledBy: isSettled ? adminId : null,
    settledAt,
    createdAt,
    updatedAt: settledAt ?? createdAt,
  };
}

/** Returns a file in HDFC Bank's layout, with the lines around the table. */
function asFile(
  { accountNumber, holderName }: BeneficiaryRow,
  lines: readonly KeyedLine[],
  { from, to }: { from: Date; to: Date },
): string {
  const cells = (...values: string[]) =>
    values.map((value) => `"${value.replaceAll('"', '""')}"`).join(",");
  const shown = (day: string) => day.split("-").toReversed().join("/");
  return [
    cells("HDFC BANK Ltd.", "", "", "Page No .:   1"),
    cells(holderName ?? "", "", "", "Account Branch : FORT, MUMBAI"),
    cells("", "", "", `Account No :  ${accountNumber ?? ""}   OTHER`),
    cells(`Statement From : ${shown(dateInIndia(from))} To : ${shown(dateInIndia(to))}`),
    "",
    cells(
      "Date",
      "Narration",
      "Chq./Ref.No.",
      "Value Dt",
      "Withdrawal Amt.",
      "Deposit Amt.",
      "Closing Balance",
    ),
    ...lines.map(({ entry: { narration, reference, side, amountPaise }, stored }) => {
      const day = shown(stored.bookedOn);
      const rupees = rupeesCell(amountPaise);
      const sums = side === "DEBIT" ? [rupees, ""] : ["", rupees];
      const balance = rupeesCell(stored.balancePaise ?? 0);
      return cells(day, narration, reference ?? "", day, ...sums, balance);
    }),
    cells("STATEMENT SUMMARY  :-"),
    "",
  ].join("\r\n");
}
