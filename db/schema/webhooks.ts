import { foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, instant, updatedAt } from "./columns";
import { companies } from "./companies";
import { statementLines } from "./statements";

/** Accounts whose payments a bank or an aggregator may report. Without a row, none may. */
export const paymentWebhooks = pgTable(
  "payment_webhooks",
  {
    companyId: companyId().references(() => companies.id),
    /** An account of `beneficiaries`, whichever version. */
    accountId: uuid("account_id").notNull(),
    secretEncrypted: text("secret_encrypted").notNull(),
    /** The secret before it, which is accepted until `previousUntil`. */
    previousEncrypted: text("previous_encrypted"),
    previousUntil: instant("previous_until"),
    /** Who made the present secret. */
    setBy: uuid("set_by").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.accountId] })],
);

/** Accepted notices of payments, each event once. */
export const paymentNotices = pgTable(
  "payment_notices",
  {
    companyId: companyId().references(() => companies.id),
    accountId: uuid("account_id").notNull(),
    /** The sender's id of the event. */
    eventId: text("event_id").notNull(),
    /** SHA-256 of the body: the same id with another body is refused. */
    bodyHash: text("body_hash").notNull(),
    /** The payment's number, as it is compared: capital letters and digits. */
    paymentNumber: text("payment_number").notNull(),
    /** The entry that it added, or that the account had already. */
    lineId: uuid("line_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.accountId, t.eventId] }),
    foreignKey({
      name: "payment_notices_line",
      columns: [t.companyId, t.lineId],
      foreignColumns: [statementLines.companyId, statementLines.id],
    }),
    index("payment_notices_number").on(t.companyId, t.accountId, t.paymentNumber),
    index("payment_notices_latest").on(t.companyId, t.accountId, t.createdAt),
  ],
);
