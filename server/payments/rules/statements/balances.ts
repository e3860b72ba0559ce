import { parseBankAmount } from "./bank-values";
import type { BalanceCheck, StatementRow } from "./row";
import { type TableLine, textOfLine } from "./table";

/** Returns the signed sum of an entry in paise; a debit is negative. */
export const movedPaise = ({ side, amountPaise }: Pick<StatementRow, "side" | "amountPaise">) =>
  side === "CREDIT" ? amountPaise : -amountPaise;

type Moved = Pick<StatementRow, "side" | "amountPaise" | "balancePaise" | "bookedOn">;

/** Tells whether a file begins with its oldest entry, by most of its balances, or else by its days. */
export function isOldestFirst(
  rows: readonly (Moved | null)[],
  days: readonly (string | null)[],
): boolean {
  let up = 0;
  let down = 0;
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (!row || !before || row.balancePaise === null || before.balancePaise === null) continue;
    if (before.balancePaise + movedPaise(row) === row.balancePaise) up += 1;
    if (row.balancePaise + movedPaise(before) === before.balancePaise) down += 1;
  }
  if (up !== down) return up > down;
  const known = days.flatMap((day) => day ?? []);
  return (known[0] ?? "") <= (known.at(-1) ?? "");
}

/** A row in the order of time; `moved` is null if it was not read. */
export interface CheckedRow {
  readonly row: number;
  readonly moved: Moved | null;
  /** Balance of an unread row, if it is known. */
  readonly balancePaise: number | null;
  /** True if an admin corrected it: it is kept and only reported as inconsistent. */
  readonly isMended: boolean;
}

export interface CheckedBalances {
  readonly check: BalanceCheck | null;
  /** Rows whose sum the balances contradict, and which nobody has corrected. */
  readonly contradicted: ReadonlySet<number>;
  /** Sums of unread rows, by the balances around them. */
  readonly missing: ReadonlyMap<number, number>;
}

/** Share of neighbours that must agree, unless all but one do, or the balances are not running ones. */
const RUNNING = 0.6;

interface Stated {
  readonly openingPaise: number | null;
  readonly closingPaise: number | null;
}

/**
 * Checks entries in the order of time against their balances. The sum of an entry is wrong if all later
 * balances differ by the same sum. A balance that differs alone, or entries of a day in another order,
 * do not shift the later ones.
 */
export function checkBalances(rows: readonly CheckedRow[], stated: Stated): CheckedBalances {
  const contradicted = new Set<number>();
  const missing = new Map<number, number>();
  const oddRows: number[] = [];
  /** Balance before the rows since the last one that agreed; null if unknown. */
  let base = stated.openingPaise;
  let opening = stated.openingPaise;
  let moved = 0;
  let unread: number[] = [];
  let mended: number[] = [];
  const isRunning = hasRunningBalances(rows, stated);
  const settle = (balance: number) => {
    base = balance;
    moved = 0;
    unread = [];
    mended = [];
  };
  for (const [at, one] of rows.entries()) {
    if (!one.moved) {
      unread.push(one.row);
      if (one.balancePaise !== null && isRunning) {
        if (base !== null && unread.length === 1)
          missing.set(one.row, one.balancePaise - base - moved);
        settle(one.balancePaise);
      }
      continue;
    }
    const { balancePaise: balance } = one.moved;
    const own = movedPaise(one.moved);
    moved += own;
    if (one.isMended) mended.push(one.row);
    if (balance === null || !isRunning) continue;
    const isFirst = base === null;
    const gap: number = base === null ? 0 : balance - base - moved;
    if (isFirst && unread.length === 0) opening ??= balance - moved;
    if (isFirst || gap === 0 || unread.length > 0) {
      const [only, ...more] = unread;
      if (!isFirst && only !== undefined && more.length === 0) missing.set(only, gap);
      settle(balance);
      continue;
    }
    if (isShuffled(rows, at, { base: base ?? 0, moved })) continue;
    if (mended.length > 0) oddRows.push(...mended);
    else {
      contradicted.add(one.row);
      missing.set(one.row, own + gap);
    }
    settle(balance);
  }
  return {
    contradicted,
    missing,
    check: summary(
      rows.filter(({ row }) => !contradicted.has(row)),
      { openingPaise: opening, closingPaise: stated.closingPaise },
      oddRows,
    ),
  };
}

function hasRunningBalances(rows: readonly CheckedRow[], { openingPaise }: Stated): boolean {
  let before = openingPaise;
  let known = 0;
  let agreed = 0;
  for (const { moved, isMended } of rows) {
    const balance = moved?.balancePaise ?? null;
    if (moved && !isMended && balance !== null && before !== null) {
      known += 1;
      if (before + movedPaise(moved) === balance) agreed += 1;
    }
    before = balance;
  }
  if (known === 1 && openingPaise === null) return agreed === 1 || !isBalanceOfDay(rows);
  return agreed >= known * RUNNING || (agreed > 0 && agreed === known - 1);
}

/** Tells whether all rows are of one day, and have its balance. */
const isBalanceOfDay = (rows: readonly CheckedRow[]): boolean =>
  new Set(rows.map(({ moved }) => `${moved?.bookedOn} ${moved?.balancePaise}`)).size === 1;

/**
 * Tells whether the rows of a day from here on lead to a later balance of that day, or to the first one
 * of the next, whatever the balances between: the order differs, or one balance is wrong.
 */
function isShuffled(
  rows: readonly CheckedRow[],
  at: number,
  { base, moved }: { base: number; moved: number },
): boolean {
  let sum = moved;
  const day = rows[at]?.moved?.bookedOn;
  for (const { moved: later } of rows.slice(at + 1)) {
    if (!later) return false;
    sum += movedPaise(later);
    if (later.balancePaise !== null && base + sum === later.balancePaise) return true;
    if (later.bookedOn !== day) return false;
  }
  return false;
}

function summary(
  rows: readonly CheckedRow[],
  { openingPaise, closingPaise: stated }: Stated,
  oddRows: readonly number[],
): BalanceCheck | null {
  const last = rows.flatMap(({ moved }) => moved?.balancePaise ?? []).at(-1);
  const closingPaise = stated ?? last ?? null;
  if (openingPaise === null || closingPaise === null) return null;
  const sumOf = (side: StatementRow["side"]) =>
    rows.reduce((sum, { moved }) => sum + (moved?.side === side ? moved.amountPaise : 0), 0);
  const [creditPaise, debitPaise] = [sumOf("CREDIT"), sumOf("DEBIT")];
  return {
    openingPaise,
    creditPaise,
    debitPaise,
    closingPaise,
    oddRows,
    differencePaise: closingPaise - (openingPaise + creditPaise - debitPaise),
  };
}

const OPENING = /^\W*(?:opening bal|balance b\/?f|b\/f|(?:balance )?brought forward)/i;
const CLOSING = /^\W*(?:closing bal|balance c\/?f|c\/f|(?:balance )?carried forward)/i;
const LAST_SUM = /([-(]?[\d,]*\d\.\d{1,2}\)?(?:\s*(?:cr|dr)\b\.?)?)\W*$/i;

/** Returns the balances that lines beside the entries state: the first opening and the last closing one. */
export function statedBalances(lines: readonly TableLine[]): Stated {
  const find = (label: RegExp) =>
    lines.flatMap((line, at) => {
      const place = line.cells.findIndex((cell) => label.test(cell.trim()));
      if (place < 0 || textOfLine(line) === "") return [];
      const inCell = LAST_SUM.exec(line.cells[place] ?? "")?.[1];
      const beside = line.cells.slice(place + 1).filter((cell) => cell.trim() !== "");
      const below = lines[at + 1]?.cells[place] ?? "";
      const sum = [
        inCell ?? "",
        ...beside.flatMap((cell) => [cell, LAST_SUM.exec(cell)?.[1] ?? ""]),
        below,
      ];
      const amount = sum.flatMap((text) =>
        text.trim() === "" ? [] : (parseBankAmount(text) ?? []),
      )[0];
      return amount ? [amount.side === "DEBIT" ? -amount.paise || 0 : amount.paise] : [];
    });
  return { openingPaise: find(OPENING)[0] ?? null, closingPaise: find(CLOSING).at(-1) ?? null };
}
