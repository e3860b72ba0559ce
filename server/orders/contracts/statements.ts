import { z } from "zod";
import {
  type AnsweredEntry,
  ENTRY_ANSWERS,
  type EntryAnswer,
  FLAGS_TOGETHER,
} from "@server/orders/rules/answer-of-entry";
import {
  DAYS_ANSWERS,
  LINE_SORTS,
  type DaysAnswer,
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
import type {
  BalanceCheck,
  DoubtfulDay,
  StatementRow,
  UnreadRow,
} from "@server/payments/rules/statements/row";
import { MAX_NARRATION, MAX_STATEMENT_ROWS } from "@server/payments/rules/statements/row";
import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import type { WaitingApproval } from "@server/companies/contracts/changes";
import type { Unproven } from "./review";
import { ApproveOrder, type DecisionOutcome, reasonField, submissionVersion } from "./decisions";
import { described, flag, SAMPLE_ID } from "@server/platform/contracts/described";
import {
  booleanField,
  dateField,
  code,
  idField,
  line,
  cutToMax,
  optional,
  searchField,
  wholeNumberField,
  oneOf,
  rupeesField,
} from "@server/platform/contracts/fields";
import { OrderNumberRef } from "./orders";

const heading = optional(line("FIELD_INVALID", 100));

/** Maps the file's headings to the columns of an entry. */
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
  /** It is null if the dates themselves tell the order of day and month. */
  dateOrder: optional(oneOf(["DMY", "MDY"])),
});
export type Mapping = z.output<typeof Mapping>;

const daysField = oneOf(DAYS_ANSWERS);

/**
 * Input of `statements.hold` and `statements.import`: a file of one of the company's accounts; the
 * transport has limited its size. Without a mapping, the account's remembered one is used, or the
 * bank's layout. Without an answer about them, entries of doubtful days are not imported.
 */
export const StatementFile = z.object({
  accountId: idField,
  file: z.object(
    { fileName: line("FILE_REQUIRED", 200), bytes: z.instanceof(Uint8Array) },
    { error: code("FILE_REQUIRED") },
  ),
  mapping: optional(Mapping),
  days: optional(daysField),
});

/** Input of `statements.addEntry`: an entry as the bank wrote it, of the default account without one. */
export const AddEntry = z.object({
  accountId: described(
    optional(idField),
    "The account's `id`; without one, the default account.",
    SAMPLE_ID,
  ),
  bookedOn: described(
    dateField("BAD_DATE", "BAD_DATE"),
    "The day on which the bank booked it.",
    "2026-03-31",
  ),
  valueOn: described(optional(dateField("BAD_DATE", "BAD_DATE")), "Its value date.", "2026-03-31"),
  amount: described(
    rupeesField("AMOUNT_INVALID"),
    "The sum, in rupees.",
    1000.5,
    "AMOUNT_TOO_LARGE",
  ),
  side: described(
    optional(oneOf(STATEMENT_SIDES)).transform((side) => side ?? "CREDIT"),
    "CREDIT for money that came in, which is the default, DEBIT for money that went out.",
    "CREDIT",
    "FIELD_INVALID",
  ),
  narration: described(
    line("FIELD_INVALID", MAX_NARRATION),
    "The bank's text, whole: payments are found by the numbers in it.",
    "UPI/512345678901/asha@okbank/PUR-482913",
  ),
  reference: described(
    optional(line("FIELD_INVALID", 100)),
    "The bank's reference (UTR), where the bank writes it beside the text.",
    "SBIN12345678",
  ),
  balance: described(
    optional(rupeesField("AMOUNT_INVALID")),
    "The account's balance after it, in rupees: it tells equal entries apart.",
    25000,
    "AMOUNT_TOO_LARGE",
  ),
});

export const AddedEntryAnswer = z.object({
  isAdded: flag("Whether the account did not have the entry yet."),
});
export type AddedEntry = z.output<typeof AddedEntryAnswer>;

/** A file that its admin has chosen, and not imported yet. */
export const HeldFile = z.object({ fileId: idField });
export type HeldFile = z.output<typeof HeldFile>;

/** Input of `statements.map`: the meaning of a held file's columns. */
export const MapFile = HeldFile.extend({
  ...Mapping.shape,
  bookedOn: line("STATEMENT_DATE_UNMAPPED", 100),
  narration: line("STATEMENT_TEXT_UNMAPPED", 100),
}).refine(
  ({ debit, credit, amount }) =>
    amount !== undefined || (debit !== undefined && credit !== undefined),
  { error: code("STATEMENT_SUM_UNMAPPED"), path: ["credit"] },
);

/** Input of `statements.mend`: the correct values of a held file's unreadable row. */
export const MendRow = HeldFile.extend({
  row: wholeNumberField(1, MAX_STATEMENT_ROWS, "FIELD_INVALID"),
  bookedOn: z.iso.date({ error: code("BAD_DATE") }),
  amount: rupeesField("AMOUNT_INVALID"),
  side: oneOf(STATEMENT_SIDES),
  narration: line("FIELD_INVALID", MAX_NARRATION),
});

/** Input of `statements.answerDays`: how the doubtful days of a held file are meant. */
export const AnswerDays = HeldFile.extend({ days: daysField });

/** A file's mapping in the form: one heading for each column. */
export type ShownMapping = Partial<Record<keyof Mapping, string>>;

/** Output of `statements.file`: a file between the choice and the import, and afterwards. */
export type FileState =
  | {
      state: "READ";
      file: ChosenFile;
      preview: StatementPreview;
    }
  /** The admin has to map the columns. */
  | ({ state: "UNKNOWN"; file: ChosenFile } & FileColumns)
  | { state: "IMPORTED"; statement: ImportedStatement & { fileName: string; accountId: string } }
  /** The file was not imported and is no longer stored. */
  | { state: "GONE" };

/** The columns of a file by their places, for an admin who maps them. */
export type FileColumns = {
  /** `name` is the column's value in a mapping. */
  columns: { name: string; heading: string; sample: string }[];
  /** The columns that a mapping or their headings tell. */
  chosen: ShownMapping;
};

type ChosenFile = {
  id: string;
  fileName: string;
  accountId: string;
  mapping: ShownMapping | null;
};

export type StatementPreview = FileColumns & {
  format: (typeof STATEMENT_FORMATS)[number];
  /** The bank whose layout the file has; null for others. */
  bank: string | null;
  /** Account number in the file, perhaps with hidden digits; null if it has none. */
  accountNumber: string | null;
  /** First of the new rows. */
  rows: StatementRow[];
  /** Number of rows in the file: new ones, ones of an earlier statement, and unreadable ones. */
  rowCount: number;
  newCount: number;
  knownCount: number;
  unreadCount: number;
  /** First of the unreadable rows. */
  unread: UnreadRow[];
  /** Number of rows that an admin has corrected. */
  mendedCount: number;
  /** Doubtful days of the file: their number, the first ones, and the admin's answer. */
  doubtful: { count: number; first: DoubtfulDay[]; answer: DaysAnswer | null };
  /** Results for each of its tables with balances: whether it adds up. */
  balances: BalanceCheck[];
  /** Names of sheets that were skipped, as they have no headings. */
  leftOut: string[];
};

export type ImportedStatement = {
  id: string;
  rowCount: number;
  addedCount: number;
  unreadCount: number;
  /** First of the unreadable rows. */
  unread: Pick<UnreadRow, "row" | "fault" | "text">[];
};

/**
 * Input of `statements.lines`: credits of all statements. For open ones, `outcome` selects a kind of
 * match; FIRST selects the first kind that has any.
 */
export const ListLines = z.object({
  status: oneOf(LINE_STATUSES, "BAD_STATUS").default("OPEN"),
  outcome: optional(oneOf([...OPEN_OUTCOMES, "FIRST"], "BAD_STATUS")),
  page: z.coerce
    .number({ error: code("BAD_PAGE") })
    .int(code("BAD_PAGE"))
    .min(1, code("BAD_PAGE"))
    .max(MAX_PAGE, code("BAD_PAGE"))
    .default(1),
  limit: wholeNumberField(1, MOST_AT_ONCE, "BAD_LIMIT").default(25),
  /** Text to find in their narration, reference, sum or day. */
  search: searchField,
  sort: oneOf(LINE_SORTS).default("settled"),
  isDescending: booleanField("FIELD_INVALID").default(true),
});
export type ListLines = z.output<typeof ListLines>;

/** Output of `statements.linesOf`: an entry that is matched to an order. */
export type LinkedLine = Pick<LineView, "id" | "bookedOn" | "amountPaise" | "reference">;

/** An order that may match a line, with its submission's version for the decision. */
export type LineCandidate = Candidate & {
  orderNumber: string;
  memberId: string;
  memberName: string;
  /** Paise of the total, or the missing ones if a part was received. */
  totalPaise: number;
  receivedPaise: number | null;
  reference: string | null;
  version: number;
  status: OrderStatus;
  flags: OrderFlag[];
  /** The facts behind its flags: what the member entered, in paise, and the payers whom the entry names. */
  paidAmountPaise: number | null;
  payers: string[];
  /** Numbers of other orders with the same file; of the entries of a page only. */
  sameProofOrders: string[];
  /** Its member's orders above the company's sum without evidence; of a page's entries only. */
  unproven: Unproven | null;
  /** True for a flagged order, and one that waits for its rest: neither is approved with others. */
  needsOwnDecision: boolean;
  /** The first approval, if it waits for a second admin. */
  waiting: WaitingApproval | null;
};

/** A debit by which the bank sent an entry's money back. */
export type ShownReturn = { bookedOn: string; amountPaise: number; narration: string };

export type LineView = {
  id: string;
  accountId: string;
  /** Day of the booking, YYYY-MM-DD. */
  bookedOn: string;
  amountPaise: number;
  narration: string;
  reference: string | null;
  status: LineStatus;
  note: string | null;
  /** Number of the order that it pays. */
  orderNumber: string | null;
  orderStatus: OrderStatus | null;
  /** Paise that the order lacks after this part; null if it does not wait for a rest. */
  missingPaise: number | null;
  /**
   * It is null for an open line; `at` is null where no decision is stored, `by` for a deleted account.
   */
  settled: { /** ISO. */ at: string | null; by: string | null } | null;
  /** Kind of match; null for a settled line. */
  outcome: OpenOutcome | null;
  /**
   * Both sums, if the bank shows another one of the payment than the record: the sum of all its
   * entries, and the confirmed or, before that, the reported one.
   */
  otherSum: { bankPaise: number; recordedPaise: number; isConfirmed: boolean } | null;
  /** The part of it that went back; empty for a settled line. */
  returns: ShownReturn[];
  candidates: LineCandidate[];
};

/** The order that an entry without a match is for most likely, and how many others fit as well. */
export type SuggestedOrder = {
  orderId: string;
  orderNumber: string;
  memberName: string;
  status: OrderStatus;
  /** Paise of the total, or the missing ones if a part was received. */
  totalPaise: number;
  evidence: Candidate["evidence"];
  others: number;
};

/**
 * An entry of a list. Only the list of those without a match has suggestions; null is one that no order
 * fits. `payer` is the name in its text, as the bank wrote it.
 */
export type ListedLine = LineView & { suggestion: SuggestedOrder | null; payer: string | null };

export type LineList = {
  lines: ListedLine[];
  /** False for a list that is too long for the asked column: it is sorted by date instead. */
  isSorted: boolean;
  total: number;
  page: number;
  lastPage: number;
  counts: Record<LineStatus, number>;
  /** Number of open lines that the search finds, by kind of match. */
  outcomes: Record<OpenOutcome, number>;
  /** Number of the certain ones among them that are decided one by one. */
  apart: number;
  /** The listed kind of match; null for all. */
  outcome: OpenOutcome | null;
  /** Fingerprint of the open lines on all pages, for `statements.putAwayMany`; null for settled ones. */
  seen: string | null;
  /** Open lines of other pages that give an answer, to be decided with those of this page. */
  others: OtherLine[];
  /** Number of all lines of other pages that give an answer: `others` has what one decision takes. */
  otherCounts: Partial<Record<EntryAnswer, number>>;
};

/** The facts by which a line of another page is decided. */
export type OtherLine = AnsweredEntry<Pick<LineCandidate, "orderId" | "version" | "totalPaise">> & {
  line: Pick<LineView, "id">;
};

/** Output of `statements.list`: imported statements, newest first, and the admin's file in progress. */
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
  /** ISO 8601 time. */
  at: string;
};

const LineRef = z.object({ lineId: idField });

/** Input of `statements.line`: one credit. */
export const ShowLine = LineRef;
export type ShownLine = Pick<
  LineView,
  "id" | "accountId" | "bookedOn" | "amountPaise" | "narration" | "reference" | "status" | "note"
>;

const LineOfOrder = ApproveOrder.extend({ lineId: idField, version: submissionVersion });

/**
 * Input of `statements.approve`: an order whose total is the line's sum, with the shown version of its
 * submission. The page asks for the reason to approve a flagged one, which the audit log keeps.
 */
export const ApproveLine = LineOfOrder.extend({ reason: optional(reasonField) });
export const ApproveFlaggedLine = LineOfOrder.extend({ reason: reasonField });

/**
 * Input of `statements.decideMany`, each line once, with the bank's sum in rupees if it is another. Flagged
 * ones name the one flag that each of them has, and the reason to approve them.
 */
export const DecideLines = z.object({
  answer: oneOf(ENTRY_ANSWERS).default("CERTAIN"),
  flag: optional(oneOf(FLAGS_TOGETHER)),
  reason: optional(reasonField),
  lines: z.preprocess(
    cutToMax(MOST_AT_ONCE),
    z
      .array(LineOfOrder.extend({ received: optional(rupeesField("AMOUNT_INVALID")) }), {
        error: code("NOTHING_SELECTED"),
      })
      .min(1, code("NOTHING_SELECTED"))
      .max(MOST_AT_ONCE, code("TOO_MANY_SELECTED")),
  ),
});
export type DecideLines = z.output<typeof DecideLines>;

/**
 * The page's form of `statements.decideMany`: each ticked entry as its id, its order's id, the
 * shown version and the bank's sum, separated by spaces; several in one field by commas.
 */
export const DecideTicked = DecideLines.extend({
  lines: z.preprocess((ticked) => {
    const all: unknown[] = Array.isArray(ticked) ? ticked : ticked === undefined ? [] : [ticked];
    // The tick of the other pages holds theirs.
    const each = all.flatMap((one) => (typeof one === "string" ? one.split(",") : one));
    return cutToMax(MOST_AT_ONCE)(each.map(parsedTick));
  }, DecideLines.shape.lines),
});
export const DecideFlagged = DecideTicked.extend({ reason: reasonField });

function parsedTick(ticked: unknown): unknown {
  if (typeof ticked !== "string") return ticked;
  const [lineId, orderId, version, received] = ticked.split(" ");
  return { lineId, orderId, version, received };
}

export type LineOutcome = {
  lineId: string;
  orderId: string;
  /** It is null if the company has no such order. */
  order: {
    orderNumber: string;
    memberName: string;
    totalPaise: number;
    /** Paise that it lacks; null if it does not wait for a rest. */
    missingPaise: number | null;
  } | null;
  /** It is null if the order is decided. */
  refusal: DecisionOutcome["refusal"];
};

/**
 * Input of `statements.link`: an order whose money was recorded before. The reason is required where
 * name, number or sum differ.
 */
export const LinkLine = OrderNumberRef.extend({
  lineId: idField,
  isPart: optional(booleanField("FIELD_INVALID")),
  reason: optional(reasonField),
});
export type LinkLine = z.output<typeof LinkLine>;

/** Input of `statements.setAside`: money that belongs to no order, with a note. */
export const SetAsideLine = LineRef.extend({ reason: reasonField });
export type SetAsideLine = z.output<typeof SetAsideLine>;

/**
 * Input of `statements.putAwayMany`: the open entries of a kind of match that a search finds, as
 * `statements.lines` lists them with the same `search` and `outcome`; `seen` is that list's
 * fingerprint.
 */
export const PutAwayMany = z.object({
  outcome: oneOf(["NONE", "CANDIDATES"], "BAD_STATUS").default("NONE"),
  search: searchField,
  seen: line("LIST_CHANGED", 100),
  reason: reasonField,
});
export type PutAwayMany = z.output<typeof PutAwayMany>;

/** Input of `statements.unlink`: an entry that was matched to an order waits again. */
export const UnlinkLine = LineRef.extend({ reason: reasonField });
export type UnlinkLine = z.output<typeof UnlinkLine>;

/**
 * Input of `statements.acceptSum`: accepts the bank's sum of a confirmed payment. If it is higher, it
 * becomes the received sum. If it is lower, the payment stays as it is, unless only the bank's sum
 * arrived.
 */
export const AcceptSum = LineRef.extend({
  reason: reasonField,
  isBankSum: optional(booleanField("FIELD_INVALID")),
});
export type AcceptSum = z.output<typeof AcceptSum>;

/** Input of `statements.reopen`: a line that was set aside waits again. */
export const ReopenLine = LineRef;
export type ReopenLine = z.output<typeof ReopenLine>;
