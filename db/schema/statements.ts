import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { DAYS_ANSWERS, STATEMENT_FORMATS, STATEMENT_SIDES } from "../vocabulary";
import {
  bytes,
  companyId,
  count,
  createdAt,
  id,
  oneOf,
  updatedAt,
  ofCompany,
  companyKey,
  companyRow,
} from "./columns";
import { companies } from "./companies";
import { users } from "./members";

/** A row of a statement that was not read: its place, why, and what it says. */
export interface UnreadLine {
  row: number;
  fault: string;
  text: string;
}

/** The headings of a file, by the column that each fills. */
export interface StoredMapping {
  headings: Record<string, string[]>;
  dateOrder: "DMY" | "MDY" | null;
}

/** An admin's reading of a row of a file. */
export interface StoredMend {
  row: number;
  bookedOn: string;
  amountPaise: number;
  side: "CREDIT" | "DEBIT";
  narration: string;
}

/** Imported bank statements. The file itself is not kept. */
export const statements = pgTable(
  "statements",
  {
    ...companyRow(() => companies.id),
    /** The id of an account of `beneficiaries`, in any version. */
    accountId: uuid("account_id").notNull(),
    fileName: text("file_name").notNull(),
    format: text("format", { enum: STATEMENT_FORMATS }).notNull(),
    /**
     * Number of entries of the file, of those that no earlier statement had, and of those that were
     * not read.
     */
    rowCount: integer("row_count").notNull(),
    addedCount: integer("added_count").notNull(),
    unreadCount: integer("unread_count").notNull().default(0),
    /** The first of the entries that were not read. */
    unread: jsonb("unread").$type<UnreadLine[]>().notNull(),
    importedBy: uuid("imported_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    index("statements_newest").on(t.companyId, t.createdAt, t.id),
    check("statements_format", oneOf(t.format, STATEMENT_FORMATS)),
  ],
);

/** A file between its preview and its import; a sweep deletes it. An admin has one. */
export const heldStatements = pgTable(
  "held_statements",
  {
    companyId: companyId().references(() => companies.id),
    /** The imported statement has the same id. */
    id: id(),
    accountId: uuid("account_id").notNull(),
    fileName: text("file_name").notNull(),
    /** Compressed (gzip). */
    content: bytes("content").notNull(),
    /** The columns as the admin named them. */
    mapping: jsonb("mapping").$type<StoredMapping>(),
    /** The rows that could not be read, as the admin corrected them. */
    mends: jsonb("mends").$type<StoredMend[]>().notNull().default([]),
    /** The admin's answer about doubtful days; null before. */
    days: text("days", { enum: DAYS_ANSWERS }),
    heldBy: uuid("held_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    uniqueIndex("held_statements_one").on(t.companyId, t.heldBy),
    /** Serves the sweep. */
    index("held_statements_old").on(t.createdAt),
    check("held_statements_days", oneOf(t.days, DAYS_ANSWERS)),
  ],
);

/**
 * The entries of all statements, each once, as the bank wrote them. A credit is evidence of one
 * payment from its import on (`payment_evidence`), whose status tells the outcome.
 */
export const statementLines = pgTable(
  "statement_lines",
  {
    ...companyRow(() => companies.id),
    accountId: uuid("account_id").notNull(),
    /** The first statement that had it. */
    statementId: uuid("statement_id"),
    /**
     * A hash of the fields in which two equal entries agree, and the number of this one among those
     * with the hash, from 1. Their balances tell them apart (server/payments/rules/line-keys.ts).
     */
    lineKey: text("line_key").notNull(),
    occurrence: integer("occurrence").notNull(),
    bookedOn: date("booked_on", { mode: "string" }).notNull(),
    valueOn: date("value_on", { mode: "string" }),
    amountPaise: count("amount_paise").notNull(),
    side: text("side", { enum: STATEMENT_SIDES }).notNull(),
    narration: text("narration").notNull(),
    reference: text("reference"),
    balancePaise: count("balance_paise"),
    /** The credit that a debit sends back: a reversal, a return or a chargeback. */
    returnsId: uuid("returns_id"),
    /** True if the file does not say for certain that this is completed money: it is never certain. */
    isUnsure: boolean("is_unsure").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    companyKey(t),
    ofCompany("statement_lines_returned", t.companyId, t.returnsId, t),
    ofCompany("statement_lines_statement", t.companyId, t.statementId, statements),
    /** A statement that repeats or overlaps another adds no entry twice. */
    uniqueIndex("statement_lines_once").on(t.companyId, t.accountId, t.lineKey, t.occurrence),
    /** The target of the foreign key of `payment_evidence`. */
    unique("statement_lines_day").on(t.companyId, t.id, t.bookedOn),
    /** Serves searches by day or sum (server/platform/queries/search.ts). */
    index("statement_lines_credits")
      .on(t.companyId, t.bookedOn, t.id)
      .where(sql`${t.side} = 'CREDIT'`),
    index("statement_lines_amounts")
      .on(t.companyId, t.amountPaise, t.id)
      .where(sql`${t.side} = 'CREDIT'`),
    /**
     * Serves searches (server/platform/queries/search.ts); `db/sql/search.sql` has the function.
     */
    index("statement_lines_search").using(
      "gin",
      t.companyId,
      sql`search_text(${t.narration} || ' ' || coalesce(${t.reference}, '')) gin_trgm_ops`,
    ),
    index("statement_lines_returns")
      .on(t.companyId, t.returnsId)
      .where(sql`${t.returnsId} IS NOT NULL`),
    /** Finds the debits that may send an imported credit back. */
    index("statement_lines_debits")
      .on(t.companyId, t.accountId, t.bookedOn)
      .where(sql`${t.side} = 'DEBIT' AND ${t.returnsId} IS NULL`),
    check("statement_lines_return", sql`${t.returnsId} IS NULL OR ${t.side} = 'DEBIT'`),
    check("statement_lines_side", oneOf(t.side, STATEMENT_SIDES)),
    check("statement_lines_amount", sql`${t.amountPaise} > 0 AND ${t.occurrence} > 0`),
  ],
);

/** The sums of an account's day as an admin signed them; the newest of a day counts. */
export const reconciliations = pgTable(
  "reconciliations",
  {
    ...companyRow(() => companies.id),
    accountId: uuid("account_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    entries: integer("entries").notNull(),
    bankPaise: count("bank_paise").notNull(),
    approvedPaise: count("approved_paise").notNull(),
    waitingPaise: count("waiting_paise").notNull().default(0),
    refundedPaise: count("refunded_paise").notNull(),
    openPaise: count("open_paise").notNull(),
    putAwayPaise: count("put_away_paise").notNull(),
    signedBy: uuid("signed_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    ofCompany("reconciliations_signer", t.companyId, t.signedBy, users),
    index("reconciliations_of_day").on(t.companyId, t.day, t.accountId, t.createdAt),
    check(
      "reconciliations_sums",
      sql`${t.bankPaise} = ${t.approvedPaise} + ${t.waitingPaise} + ${t.refundedPaise} + ${t.openPaise} + ${t.putAwayPaise}`,
    ),
  ],
);

/** The layout of an account's files, if no bank's layout fits. */
export const statementMappings = pgTable(
  "statement_mappings",
  {
    companyId: companyId().references(() => companies.id),
    accountId: uuid("account_id").notNull(),
    mapping: jsonb("mapping").$type<StoredMapping>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.accountId] })],
);
