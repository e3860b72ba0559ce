import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { CHANGE_KINDS, CHANGE_STATES } from "../vocabulary";
import { companies } from "./companies";
import { createdAt, instant, oneOf, companyKey, companyRow } from "./columns";

/** The value of a field before or after a change. */
type ChangedValue = string | number | boolean | null;

/** A change as it was validated; of an approval, `before` is null. */
export interface StoredChange {
  before: Record<string, ChangedValue> | null;
  after: Record<string, ChangedValue> | null;
}

/**
 * The field of an allocation with the version of its payment: the instant of its last change, in ISO
 * format. A member may send another proof or amount for the same payment.
 */
export const PAYMENT_VERSION = "paymentVersion";

/** An order that an unallocated payment pays: the payment, and whether it is a CLAIM or a CREDIT. */
export const PAYMENT_ID = "paymentId";
export const PAYMENT_KIND = "paymentKind";

/** The field of an approval with the entry of a bank's statement that it stands on. */
export const STATEMENT_LINE = "statementLine";
/** The field of an approval with what was received, in paise, where that is not the order's total. */
export const RECEIVED_SUM = "receivedPaise";
/** The field of an approval with the number of a further part, as an admin typed it. */
export const PART_REFERENCE = "partReference";

/**
 * Changes that wait for a second admin, and what became of them (architecture.md §7). A row holds what
 * its own company's admins see anyway: account numbers are plain, as in `beneficiaries`.
 */
export const pendingChanges = pgTable(
  "pending_changes",
  {
    ...companyRow(() => companies.id),
    kind: text("kind", { enum: CHANGE_KINDS }).notNull(),
    /** The id of the account, order or payment; of the company for a change of its rules. */
    subjectId: uuid("subject_id").notNull(),
    /**
     * The version of the account, or of the order's submission, that the change is about; a payment's is
     * in `change`.
     */
    subjectVersion: integer("subject_version"),
    change: jsonb("change").$type<StoredChange>().notNull(),
    state: text("state", { enum: CHANGE_STATES }).notNull().default("PENDING"),
    requestedBy: uuid("requested_by").notNull(),
    /** True if the change takes effect by itself at `endsAt`; false if it expires then. */
    isCoolOff: boolean("is_cool_off").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** It is null where no admin decided. */
    decidedBy: uuid("decided_by"),
    decidedAt: instant("decided_at"),
    createdAt: createdAt(),
    /** Number of failed attempts to end it, and the time of the next one. */
    failures: integer("failures").notNull().default(0),
    retryAt: instant("retry_at"),
  },
  (t) => [
    companyKey(t),
    uniqueIndex("pending_changes_one")
      .on(t.companyId, t.subjectId)
      .where(sql`${t.state} = 'PENDING'`),
    /** Serves the sweep. */
    index("pending_changes_due")
      .on(t.endsAt)
      .where(sql`${t.state} = 'PENDING'`),
    check("pending_changes_kind", oneOf(t.kind, CHANGE_KINDS)),
    check("pending_changes_state", oneOf(t.state, CHANGE_STATES)),
  ],
);
