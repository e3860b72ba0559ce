import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { NOTE_KINDS } from "../vocabulary";
import { companyId, createdAt, id, oneOf, updatedAt } from "./columns";
import { companies } from "./companies";
import { users } from "./members";
import { orders } from "./orders";

/** A member, or one order of theirs. */
const subject = {
  companyId: companyId().references(() => companies.id),
  id: id(),
  memberId: uuid("member_id").notNull(),
  /** It is null for a note about the member. */
  orderId: uuid("order_id"),
};

/** Notes of admins about members and their orders, deleted with the member. No member sees them. */
export const notes = pgTable(
  "notes",
  {
    ...subject,
    kind: text("kind", { enum: NOTE_KINDS }).notNull(),
    text: text("text").notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "notes_member",
      columns: [t.companyId, t.memberId],
      foreignColumns: [users.companyId, users.id],
    }),
    foreignKey({
      name: "notes_order",
      columns: [t.companyId, t.orderId],
      foreignColumns: [orders.companyId, orders.id],
    }),
    foreignKey({
      name: "notes_author",
      columns: [t.companyId, t.createdBy],
      foreignColumns: [users.companyId, users.id],
    }),
    index("notes_of_member").on(t.companyId, t.memberId, t.createdAt, t.id),
    check("notes_kind", oneOf(t.kind, NOTE_KINDS)),
    check("notes_text", sql`length(${t.text}) BETWEEN 1 AND 2000`),
  ],
);

/** The admin who follows a member or an order, and the day until which it is put off. Deleted likewise. */
export const followUps = pgTable(
  "follow_ups",
  {
    ...subject,
    /** The day in India on which it waits again. */
    snoozedUntil: date("snoozed_until", { mode: "string" }),
    assigneeId: uuid("assignee_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "follow_ups_member",
      columns: [t.companyId, t.memberId],
      foreignColumns: [users.companyId, users.id],
    }),
    foreignKey({
      name: "follow_ups_order",
      columns: [t.companyId, t.orderId],
      foreignColumns: [orders.companyId, orders.id],
    }),
    foreignKey({
      name: "follow_ups_assignee",
      columns: [t.companyId, t.assigneeId],
      foreignColumns: [users.companyId, users.id],
    }),
    unique("follow_ups_once").on(t.companyId, t.memberId, t.orderId).nullsNotDistinct(),
    /** Serves the lists of what waits, what is put off and what is one's own. */
    index("follow_ups_of_order").on(t.companyId, t.orderId),
  ],
);
