import type { statementLines, statements } from "@db/schema";
import type { BeneficiaryRow } from "@server/companies/queries/beneficiaries";
import type { Payment } from "@ops/demo/history/replay-orders";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { rupeesCell } from "@server/platform/rules/cells";
import { identityOf } from "@server/payments/rules/line-keys";
import { storedKey } from "@server/payments/statements/stored-key";
import { dayStart, HOUR_MS, later, MINUTE_MS } from "@ops/demo/calendar";
import type { PlannedMember } from "./plan-members";
import type { Random } from "@db/random";

type Statement = typeof statements.$inferInsert & { id: string; createdAt: Date };
type Line = Omit<typeof statementLines.$inferSelect, "statementId">;

/** A movement on the account as the bank shows it. */
export interface DemoEntry {
  at: Date;
  line: Line;
  /** The payment that it shows. */
  payment: Payment | null;
  /** An admin's reason why it belongs to no order. */
  note: string | null;
}

/** An entry of an imported statement. */
export interface ImportedEntry extends DemoEntry {
  statement: Statement;
  /** The time at which it was matched or set aside; null while neither. */
  settledAt: Date | null;
}

export interface DemoStatements {
  statements: Statement[];
  entries: ImportedEntry[];
  /** A file of the newest days that nobody has imported; a part of them is known already. */
  waiting: { fileName: string; csv: string } | null;
}

export const NO_STATEMENTS: DemoStatements = { statements: [], entries: [], waiting: null };

interface Planned {
  account: BeneficiaryRow;
  adminId: string;
  members: readonly PlannedMember[];
  payments: readonly Payment[];
  now: Date;
}

/** The first days of the imported statements, as days ago. */
const STARTS = [31, 21, 11] as const;
/** Number of days that the waiting file repeats of the statement before it. */
const OVERLAP_DAYS = 4;
const OPENING_PAISE = 12_50_000_00;
const STRANGERS = ["SHREE TRADERS", "M R ENTERPRISES", "V K GUPTA", "LAKSHMI STORES"] as const;

/**
 * Returns the account's last month as its bank would have it: imported statements, whose entries are
 * matched as far as their payments are decided, and a file of the newest days. It has typing errors
 * in references, other sums, and unallocated payments.
 */
export function planStatements(random: Random, planned: Planned): DemoStatements {
  const { now, account, adminId } = planned;
  const from = dayStart(now, STARTS[0]);
  const entries = [...paidEntries(random, planned), ...strangers(random, planned)]
    .filter(({ at }) => at >= from && at < now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  let balancePaise = OPENING_PAISE;
  for (const { line } of entries) {
    balancePaise += line.side === "CREDIT" ? line.amountPaise : -line.amountPaise;
    line.balancePaise = balancePaise;
  }
  // A day is imported at noon of the next: in the morning the newest days' file would have nothing
  // new.
  const end = dayStart(later(now, -12 * HOUR_MS));
  const imported = STARTS.map((days, index) => {
    const [since, until] = [
      dayStart(now, days),
      index < 2 ? dayStart(now, STARTS[index + 1]) : end,
    ];
    const own = entries.filter(({ at }) => at >= since && at < until);
    const createdAt = new Date(
      Math.min(later(until, 10 * HOUR_MS).getTime(), now.getTime() - 1000),
    );
    const statement: Statement = {
      companyId: account.companyId,
      id: random.id(createdAt),
      accountId: account.id,
      fileName: `statement-${dateInIndia(since)}-to-${dateInIndia(later(until, -HOUR_MS))}.csv`,
      format: "CSV",
      rowCount: own.length,
      addedCount: own.length,
      unread: [],
      importedBy: adminId,
      createdAt,
    };
    return { statement, own };
  });
  const since = later(end, -OVERLAP_DAYS * 24 * HOUR_MS);
  return {
    statements: imported.map(({ statement }) => statement),
    entries: imported.flatMap(({ statement, own }) => own.map((one) => settled(one, statement))),
    waiting: {
      fileName: `statement-${dateInIndia(now)}.csv`,
      csv: asFile(
        account,
        entries.filter(({ at }) => at >= since),
        { from: since, to: now },
      ),
    },
  };
}

/**
 * Returns an imported entry. A payment's is settled with its decision if the statement came before,
 * and at once if it came later.
 */
function settled(entry: DemoEntry, statement: Statement): ImportedEntry {
  const decidedAt = entry.payment?.receivedAt ?? null;
  const { createdAt } = statement;
  const isSettled = decidedAt !== null || entry.note !== null;
  const settledAt = isSettled ? (decidedAt && decidedAt > createdAt ? decidedAt : createdAt) : null;
  return {
    ...entry,
    line: { ...entry.line, createdAt, updatedAt: settledAt ?? createdAt },
    statement,
    settledAt,
  };
}

type Movement = Pick<Line, "amountPaise" | "narration" | "reference"> &
  Partial<Pick<Line, "side">> &
  Partial<Pick<DemoEntry, "payment" | "note">>;

function entryOf(
  random: Random,
  { account, now }: Planned,
  at: Date,
  { payment = null, note = null, side = "CREDIT", ...movement }: Movement,
): DemoEntry {
  const row = { ...movement, side, bookedOn: dateInIndia(at), valueOn: null, balancePaise: null };
  const line = {
    ...row,
    companyId: account.companyId,
    id: random.id(now),
    accountId: account.id,
    lineKey: storedKey(identityOf({ ...row, row: 1 }).key),
    occurrence: 1,
    returnsId: null,
    isUnsure: false,
    createdAt: at,
    updatedAt: at,
  };
  return { at, line, payment, note };
}

/** Returns an entry a day of others: payments for nothing known, and the bank's charges. */
const strangers = (random: Random, planned: Planned): DemoEntry[] =>
  Array.from({ length: STARTS[0] }, (_, day) => {
    const at = later(dayStart(planned.now, day), (9 + random.below(9)) * HOUR_MS);
    if (day % 10 === 7) {
      const narration = "NEFT CHARGES INCL GST";
      return entryOf(random, planned, at, {
        side: "DEBIT",
        amountPaise: 590_00,
        narration,
        reference: null,
      });
    }
    const reference = `4${random.digits(11)}`;
    return entryOf(random, planned, at, {
      amountPaise: random.pick([5_000, 10_200, 25_500, 50_000]) * 100,
      narration: `IMPS-${reference}-${random.pick(STRANGERS)}-HDFC-XXXX${random.digits(4)}-ADVANCE`,
      reference,
      note: day > 9 && day % 2 === 0 ? "Meant for another company" : null,
    });
  });

/**
 * Returns the entries of submitted payments, some minutes before the submission. The place of one
 * that waits chooses how the bank shows it, so that the shares are the same in every run.
 */
function paidEntries(random: Random, planned: Planned): DemoEntry[] {
  const byId = new Map(planned.members.map((member) => [member.id, member]));
  let place = 0;
  return planned.payments.flatMap((payment): DemoEntry[] => {
    const { reference, amountPaise, method, status } = payment;
    const isWaiting = status === "WAITING";
    if (reference === null || (!isWaiting && status !== "CONFIRMED")) return [];
    const how = isWaiting ? place++ % 10 : 0;
    if (how === 9) return [];
    // A mistyped reference is no bank's number: the bank has a correct one.
    const isMistyped = how === 3 || /^\d{9}$/.test(reference);
    const number = isMistyped ? `4${random.digits(11)}` : reference;
    const member = byId.get(payment.memberId ?? "");
    const name = (member?.email.split("@")[0] ?? "")
      .replaceAll(/[.\d]+/g, " ")
      .trim()
      .toUpperCase();
    const upi = `${member?.referralCode.toLowerCase()}@okaxis`;
    const at = later(payment.createdAt, -random.between(1, 4) * MINUTE_MS);
    const movement = {
      amountPaise:
        how === 5 ? Math.round(amountPaise / 200) * 100 : amountPaise + (how === 7 ? 500_00 : 0),
      narration:
        method === "UPI" || isMistyped
          ? `UPI-${name}-${upi}-${number}-TOKEN`
          : `NEFT CR-SBIN0001234-${name}-${number} TOKEN`,
      reference: number,
      payment: how === 3 ? null : payment,
    };
    return [entryOf(random, planned, at, movement)];
  });
}

/** Returns a file in HDFC Bank's layout, with the lines around the table. */
function asFile(
  { accountNumber, holderName }: BeneficiaryRow,
  entries: readonly DemoEntry[],
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
    ...entries.map(
      ({ line: { narration, reference, side, amountPaise, bookedOn, balancePaise } }) => {
        const rupees = rupeesCell(amountPaise);
        const sums = side === "DEBIT" ? [rupees, ""] : ["", rupees];
        const day = shown(bookedOn);
        return cells(day, narration, reference ?? "", day, ...sums, rupeesCell(balancePaise ?? 0));
      },
    ),
    cells("STATEMENT SUMMARY  :-"),
    "",
  ].join("\r\n");
}
