import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { NOTE_KINDS } from "../vocabulary";
import { createdAt, oneOf, ofCompany, companyKey, companyRow } from "./columns";
import { companies } from "./companies";
import { users } from "./members";
import { orders } from "./orders";

/** Notes of admins about members and their orders, deleted with the member. No member sees them. */
export const notes = pgTable(
  "notes",
  {
    ...companyRow(() => companies.id),
    memberId: uuid("member_id").notNull(),
    /** It is null for a note about the member. */
    orderId: uuid("order_id"),
    kind: text("kind", { enum: NOTE_KINDS }).notNull(),
    text: text("text").notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    companyKey(t),
    ofCompany("notes_member", t.companyId, t.memberId, users),
    ofCompany("notes_order", t.companyId, t.orderId, orders),
    ofCompany("notes_author", t.companyId, t.createdBy, users),
    index("notes_of_member").on(t.companyId, t.memberId, t.createdAt, t.id),
    check("notes_kind", oneOf(t.kind, NOTE_KINDS)),
    check("notes_text", sql`length(${t.text}) BETWEEN 1 AND 2000`),
  ],
);
