import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { AUDIENCES, MAILED_NOTICES, ORDER_REMINDERS } from "../vocabulary";
import { companyId, createdAt, instant, oneOf, ofCompany, companyKey, companyRow } from "./columns";
import { companies } from "./companies";
import { users } from "./members";
import { orders } from "./orders";

/**
 * Messages of a company to its members, shown under their bell. Deleted with messages (decision
 * 25).
 */
export const announcements = pgTable(
  "announcements",
  {
    ...companyRow(() => companies.id),
    title: text("title").notNull(),
    text: text("text").notNull(),
    audience: text("audience", { enum: AUDIENCES }).notNull().default("ALL"),
    /** Nobody sees it before. */
    startsAt: instant("starts_at")
      .notNull()
      .default(sql`now()`),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
    withdrawnAt: instant("withdrawn_at"),
  },
  (t) => [
    companyKey(t),
    ofCompany("announcements_author", t.companyId, t.createdBy, users),
    index("announcements_newest").on(t.companyId, t.createdAt, t.id),
    /** Serves the sweep that mails the newest announcements of all companies. */
    index("announcements_mailed").on(t.startsAt),
    check("announcements_audience", oneOf(t.audience, AUDIENCES)),
    check("announcements_title", sql`length(${t.title}) BETWEEN 1 AND 120`),
    check("announcements_text", sql`length(${t.text}) BETWEEN 1 AND 2000`),
  ],
);

/** The reminders that were sent, each once for its order. */
export const orderReminders = pgTable(
  "order_reminders",
  {
    companyId: companyId().references(() => companies.id),
    orderId: uuid("order_id").notNull(),
    kind: text("kind", { enum: ORDER_REMINDERS }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.orderId, t.kind] }),
    ofCompany("order_reminders_order", t.companyId, t.orderId, orders),
    check("order_reminders_kind", oneOf(t.kind, ORDER_REMINDERS)),
  ],
);

/**
 * How far the members who chose mails were mailed an announcement, a new price or that the
 * launch is near. Deleted by its sweep
 * when nothing could be mailed any more.
 */
export const noticeMailings = pgTable(
  "notice_mailings",
  {
    companyId: companyId().references(() => companies.id),
    /** The id of the announcement or the price; of a launch the company's own. */
    subjectId: uuid("subject_id").notNull(),
    kind: text("kind", { enum: MAILED_NOTICES }).notNull(),
    /** The last member, in the order of ids, whose mail is stored. */
    through: uuid("through"),
    doneAt: instant("done_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.subjectId] }),
    index("notice_mailings_old").on(t.createdAt),
    check("notice_mailings_kind", oneOf(t.kind, MAILED_NOTICES)),
  ],
);
