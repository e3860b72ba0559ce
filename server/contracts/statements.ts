import { z } from "zod";
import { type LineStatus, LINE_STATUSES, type STATEMENT_FORMATS } from "@db/vocabulary";
import { MAX_PAGE } from "@server/domain/paging/paging";
import type { Candidate, RowMatch } from "@server/domain/statements/match-statement";
import type { StatementRow, UnreadRow } from "@server/domain/statements/row";
import { MOST_AT_ONCE } from "@server/domain/orders/allowance";
import { ApproveOrder, type DecisionOutcome, reasonField, submissionVersion } from "./decisions";
import { code, idField, line, noMoreThan, optional } from "./fields";

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
 * `statements.preview` and `statements.import`: a file of one of the company's accounts; the transport
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

export type StatementPreview = {
  format: (typeof STATEMENT_FORMATS)[number];
  /** The bank whose layout the file has; null for others. */
  bank: string | null;
  /** The first rows. */
  rows: StatementRow[];
  rowCount: number;
  /** How many of them an earlier statement had. */
  knownCount: number;
  unread: UnreadRow[];
};

export type ImportedStatement = {
  id: string;
  rowCount: number;
  addedCount: number;
  unread: UnreadRow[];
};

/** `statements.lines`: credits of all statements. Open ones are at most OPEN_LINES, the oldest. */
export const ListLines = z.object({
  status: z.enum(LINE_STATUSES, { error: code("BAD_STATUS") }).default("OPEN"),
  page: z.coerce
    .number({ error: code("BAD_PAGE") })
    .int(code("BAD_PAGE"))
    .min(1, code("BAD_PAGE"))
    .max(MAX_PAGE, code("BAD_PAGE"))
    .default(1),
});
export type ListLines = z.output<typeof ListLines>;

/** An order beside a line, with its submission's version for the decision. */
export type LineCandidate = Candidate & {
  orderNumber: string;
  memberName: string;
  totalPaise: number;
  reference: string | null;
  version: number;
};

export type LineView = {
  id: string;
  /** YYYY-MM-DD. */
  bookedOn: string;
  amountPaise: number;
  narration: string;
  reference: string | null;
  status: LineStatus;
  note: string | null;
  /** Of the order that it pays. */
  orderNumber: string | null;
  /** Null for a settled line. */
  outcome: RowMatch["outcome"] | null;
  candidates: LineCandidate[];
};

export type LineList = { lines: LineView[]; total: number; lastPage: number };

/** `statements.list`: imported statements, the newest first. */
export type StatementList = {
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
}[];

const LineRef = z.object({ lineId: idField });

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

export type LineOutcome = {
  lineId: string;
  orderId: string;
  /** Null where the order is approved. */
  refusal: DecisionOutcome["refusal"];
};

/** `statements.link`: an order that was approved before. */
export const LinkLine = LineRef.extend({ orderId: idField });
export type LinkLine = z.output<typeof LinkLine>;

/** `statements.setAside`: money that belongs to no order, with a note. */
export const SetAsideLine = LineRef.extend({ reason: reasonField });
export type SetAsideLine = z.output<typeof SetAsideLine>;

/** `statements.reopen`: a line that was set aside waits again. */
export const ReopenLine = LineRef;
export type ReopenLine = z.output<typeof ReopenLine>;
