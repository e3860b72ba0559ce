import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { MAILED_NOTICES } from "../vocabulary";
import { companyId, createdAt, id, instant, oneOf } from "./columns";
import { companies } from "./companies";
import { users } from "./members";

/**
 * Messages of a company to all its members, shown under their bell. Deleted with messages (decision
 * 25).
 */
export const announcements = pgTable(
  "announcements",
  {
    companyId: companyId().references(() => companies.id),
    id: id(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
    withdrawnAt: instant("withdrawn_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "announcements_author",
      columns: [t.companyId, t.createdBy],
      foreignColumns: [users.companyId, users.id],
    }),
    index("announcements_newest").on(t.companyId, t.createdAt, t.id),
    /** Serves the sweep that mails the newest announcements of all companies. */
    index("announcements_mailed").on(t.createdAt),
    check("announcements_title", sql`length(${t.title}) BETWEEN 1 AND 120`),
    check("announcements_text", sql`length(${t.text}) BETWEEN 1 AND 2000`),
  ],
);

/**
 * How far the members who chose mails were mailed an announcement or a new price. Deleted by its sweep
 * when nothing could be mailed any more.
 */
export const noticeMailings = pgTable(
  "notice_mailings",
  {
    companyId: companyId().references(() => companies.id),
    /** The id of the announcement or the price. */
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
