import { z } from "zod";
import {
  LINE_SORTS,
  type LineStatus,
  LINE_STATUSES,
  OPEN_OUTCOMES,
  type OpenOutcome,
  STATEMENT_SIDES,
  type OrderFlag,
  type OrderStatus,
  type STATEMENT_FORMATS,
} from "@db/vocabulary";
import { MAX_PAGE } from "@server/platform/rules/paging";
import type { Candidate } from "@server/payments/rules/match-statement";
import type { BalanceCheck, StatementRow, UnreadRow } from "@server/payments/rules/statements/row";
import { MAX_NARRATION, MAX_STATEMENT_ROWS } from "@server/payments/rules/statements/row";
import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import type { WaitingApproval } from "@server/companies/contracts/changes";
import { ApproveOrder, type DecisionOutcome, reasonField, submissionVersion } from "./decisions";
import {
  booleanField,
  code,
  idField,
  line,
  noMoreThan,
  optional,
  searchField,
  wholeNumberField,
} from "@server/platform/contracts/fields";
import { OrderNumberRef } from "./orders";
import { rupeesField } from "@server/platform/contracts/fields";

const heading = optional(line("FIELD_INVALID", 100));

/** Which heading of the file holds what. */
const Mapping = z.object({
  bookedOn: heading,
  valueOn: heading,
  narration: heading,
  reference: heading,
  debit: heading,
  credit: heading,
  amount: heading,
  side: heading,
  balance: heading,
  /** Null where the dates tell. */
  dateOrder: optional(z.enum(["DMY", "MDY"], { error: code("FIELD_INVALID") })),
});
export type Mapping = z.output<typeof Mapping>;

/**
 * `statements.hold` and `statements.import`: a file of one of the company's accounts; the transport
 * has capped its size. Without a mapping, the account's remembered one is used, or the bank's layout.
 */
export const StatementFile = z.object({
  accountId: idField,
  file: z.object(
    { fileName: line("FILE_REQUIRED", 200), bytes: z.instanceof(Uint8Array) },
    { error: code("FILE_REQUIRED") },
  ),
  mapping: optional(Mapping),
});
export type StatementFile = z.output<typeof StatementFile>;

/** A file that its admin has chosen, and not imported yet. */
export const HeldFile = z.object({ fileId: idField });
export type HeldFile = z.output<typeof HeldFile>;

/** `statements.map`: what the columns of a held file hold. */
export const MapFile = HeldFile.extend({
  ...Mapping.shape,
  bookedOn: line("STATEMENT_DATE_UNMAPPED", 100),
  narration: line("STATEMENT_TEXT_UNMAPPED", 100),
}).refine(
  ({ debit, credit, amount }) =>
    amount !== undefined || (debit !== undefined && credit !== undefined),
  { error: code("STATEMENT_SUM_UNMAPPED"), path: ["credit"] },
);
export type MapFile = z.output<typeof MapFile>;

/** `statements.mend`: what a row of a held file is that could not be read. */
export const MendRow = HeldFile.extend({
  row: wholeNumberField(1, MAX_STATEMENT_ROWS, "FIELD_INVALID"),
  bookedOn: z.iso.date({ error: code("BAD_DATE") }),
  amount: rupeesField("AMOUNT_INVALID"),
  side: z.enum(STATEMENT_SIDES, { error: code("FIELD_INVALID") }),
  narration: line("FIELD_INVALID", MAX_NARRATION),
});
export type MendRow = z.output<typeof MendRow>;

/** How a file was mapped, as the form shows it: one heading for each column. */
export type ShownMapping = Partial<Record<keyof Mapping, string>>;

/** `statements.file`: a file between the choice and the import, and afterwards. */
export type FileState =
  | {
      state: "READ";
      file: ChosenFile;
      preview: StatementPreview;
    }
  /** The admin says which column holds what. */
  | { state: "UNKNOWN"; file: ChosenFile; headings: string[] }
  | { state: "IMPORTED"; statement: ImportedStatement & { fileName: string; accountId: string } }
  /** Imported by nobody, and kept no longer. */
  | { state: "GONE" };

type ChosenFile = {
  id: string;
  fileName: string;
  accountId: string;
  mapping: ShownMapping | null;
};

export type StatementPreview = {
  format: (typeof STATEMENT_FORMATS)[number];
  /** The bank whose layout the file has; null for others. */
  bank: string | null;
  /** As the file states it, perhaps with hidden digits; null if it names none. */
  accountNumber: string | null;
  /** Of a table; empty for the other formats. */
  headings: string[];
  /** The first of the new rows. */
  rows: StatementRow[];
  /** Of the file: those that are new, that an earlier statement had, and that cannot be read. */
  rowCount: number;
  newCount: number;
  knownCount: number;
  unreadCount: number;
  /** The first of those that cannot be read. */
  unread: UnreadRow[];
  /** Rows of which an admin has said what they are. */
  mendedCount: number;
  /** Whether each of its tables with balances adds up. */
  balances: BalanceCheck[];
  /** Names of sheets without headings. */
  leftOut: string[];
};

export type ImportedStatement = {
  id: string;
  /** Of the file. */
  rowCount: number;
  addedCount: number;
  unreadCount: number;
  /** The first of those. */
  unread: Pick<UnreadRow, "row" | "fault" | "text">[];
};

/**
 * `statements.lines`: credits of all statements. Of open ones, `outcome` lists those that match so, or the
 * first of the groups that has any.
 */
export const ListLines = z.object({
  status: z.enum(LINE_STATUSES, { error: code("BAD_STATUS") }).default("OPEN"),
  outcome: optional(z.enum([...OPEN_OUTCOMES, "FIRST"], { error: code("BAD_STATUS") })),
  page: z.coerce
    .number({ error: code("BAD_PAGE") })
    .int(code("BAD_PAGE"))
    .min(1, code("BAD_PAGE"))
    .max(MAX_PAGE, code("BAD_PAGE"))
    .default(1),
  /** In their text, reference, sum or day. */
  search: searchField,
  sort: z.enum(LINE_SORTS, { error: code("FIELD_INVALID") }).default("settled"),
  isDescending: booleanField("FIELD_INVALID").default(true),
});
export type ListLines = z.output<typeof ListLines>;

/** `statements.linesOf`: an entry that is given to an order. */
export type LinkedLine = Pick<LineView, "id" | "bookedOn" | "amountPaise" | "reference">;

/** An order beside a line, with its submission's version for the decision. */
export type LineCandidate = Candidate & {
  orderNumber: string;
  memberName: string;
  /** What is missing of it, where a part was received. */
  totalPaise: number;
  receivedPaise: number | null;
  reference: string | null;
  version: number;
  status: OrderStatus;
  /** Flags of the order; some need a decision of their own. */
  flags: OrderFlag[];
  needsOwnDecision: boolean;
  /** Who asked for its approval, where that waits for a second admin. */
  waiting: WaitingApproval | null;
};

export type LineView = {
  id: string;
  accountId: string;
  /** YYYY-MM-DD. */
  bookedOn: string;
  amountPaise: number;
  narration: string;
  reference: string | null;
  status: LineStatus;
  note: string | null;
  /** Of the order that it pays. */
  orderNumber: string | null;
  orderStatus: OrderStatus | null;
  /** Null for an open line; `by` is null for a deleted account. */
  settled: { /** ISO. */ at: string; by: string | null } | null;
  /** Null for a settled line. */
  outcome: OpenOutcome | null;
  /**
   * Both sums, where the bank shows another one of the payment than is on record: that of all its entries,
   * and what was confirmed or, before that, what it is said to be.
   */
  otherSum: { bankPaise: number; recordedPaise: number; isConfirmed: boolean } | null;
  candidates: LineCandidate[];
};

export type LineList = {
  lines: LineView[];
  /** False for a list that is too long for the asked column, and sorted by date. */
  isSorted: boolean;
  /** Of what is listed. */
  total: number;
  page: number;
  lastPage: number;
  counts: Record<LineStatus, number>;
  /** Of open lines that the search finds, how many match how; else null. */
  outcomes: Record<OpenOutcome, number> | null;
  /** Which of them are listed; null for all. */
  outcome: OpenOutcome | null;
  /** Tells which open lines all pages list, for `statements.putAwayMany`; null for settled ones. */
  seen: string | null;
};

/** `statements.list`: imported statements, the newest first, and the file that the admin has left. */
export type StatementList = {
  waiting: { id: string; fileName: string } | null;
  statements: ListedStatement[];
};

type ListedStatement = {
  id: string;
  accountId: string;
  fileName: string;
  format: (typeof STATEMENT_FORMATS)[number];
  rowCount: number;
  addedCount: number;
  unreadCount: number;
  importedBy: string | null;
  /** ISO. */
  at: string;
};

const LineRef = z.object({ lineId: idField });

/** `statements.line`: one credit. */
export const ShowLine = LineRef;
export type ShownLine = Pick<
  LineView,
  "id" | "accountId" | "bookedOn" | "amountPaise" | "narration" | "reference" | "status" | "note"
>;

/**
 * `statements.approve`: an order whose total is the line's sum, with the version of the submission that
 * was shown.
 */
export const ApproveLine = ApproveOrder.extend({ lineId: idField, version: submissionVersion });
export type ApproveLine = z.output<typeof ApproveLine>;

/** `statements.approveCertain`, each line once. */
export const ApproveLines = z.object({
  lines: z.preprocess(
    noMoreThan(MOST_AT_ONCE),
    z
      .array(ApproveLine, { error: code("NOTHING_SELECTED") })
      .min(1, code("NOTHING_SELECTED"))
      .max(MOST_AT_ONCE, code("TOO_MANY_SELECTED")),
  ),
});
export type ApproveLines = z.output<typeof ApproveLines>;

/**
 * The same as a page sends it: each ticked entry as its id, its order's and the version that was shown,
 * with spaces between them.
 */
export const ApproveTicked = z.object({
  lines: z.preprocess((ticked) => {
    const all: unknown[] = Array.isArray(ticked) ? ticked : ticked === undefined ? [] : [ticked];
    return noMoreThan(MOST_AT_ONCE)(all.map(parsedTick));
  }, ApproveLines.shape.lines),
});

function parsedTick(ticked: unknown): unknown {
  if (typeof ticked !== "string") return ticked;
  const [lineId, orderId, version] = ticked.split(" ");
  return { lineId, orderId, version };
}

export type LineOutcome = {
  lineId: string;
  orderId: string;
  /** Null where the company has no such order. */
  order: { orderNumber: string; memberName: string; totalPaise: number } | null;
  /** Null where the order is approved. */
  refusal: DecisionOutcome["refusal"];
};

/** `statements.link`: an order whose money was recorded before; an unticked box is absent from a form. */
export const LinkLine = OrderNumberRef.extend({
  lineId: idField,
  isPart: optional(booleanField("FIELD_INVALID")),
});
export type LinkLine = z.output<typeof LinkLine>;

/** `statements.setAside`: money that belongs to no order, with a note. */
export const SetAsideLine = LineRef.extend({ reason: reasonField });
export type SetAsideLine = z.output<typeof SetAsideLine>;

/**
 * `statements.putAwayMany`: the open entries of a group that a search finds, or all of the group, as
 * `statements.lines` lists them with the same `search` and `outcome`; `seen` is what that list had.
 */
export const PutAwayMany = z.object({
  outcome: z.enum(["NONE", "CANDIDATES"], { error: code("BAD_STATUS") }).default("NONE"),
  search: searchField,
  seen: line("LIST_CHANGED", 100),
  reason: reasonField,
});
export type PutAwayMany = z.output<typeof PutAwayMany>;

/** How many entries were put away, with their sum, and how many of the list were not. */
export type ManyPutAway = { count: number; amountPaise: number; leftOut: number };

/** `statements.unlink`: an entry that was given to an order waits again. */
export const UnlinkLine = LineRef.extend({ reason: reasonField });
export type UnlinkLine = z.output<typeof UnlinkLine>;

/**
 * `statements.acceptSum`: the bank shows another sum of a confirmed payment. Where it shows more, that is
 * what arrived. Where it shows less, the payment stays as it is, unless only the bank's sum arrived.
 */
export const AcceptSum = LineRef.extend({
  reason: reasonField,
  isBankSum: optional(booleanField("FIELD_INVALID")),
});
export type AcceptSum = z.output<typeof AcceptSum>;

/** `statements.reopen`: a line that was set aside waits again. */
export const ReopenLine = LineRef;
export type ReopenLine = z.output<typeof ReopenLine>;
