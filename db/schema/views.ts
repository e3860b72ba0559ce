import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ORDER_TABS } from "../vocabulary";
import { companyId, createdAt, id, oneOf } from "./columns";
import { users } from "./members";

/** Named lists (views) of Manage Purchase. Deleted with the admin's account. */
export const orderViews = pgTable(
  "order_views",
  {
    companyId: companyId(),
    id: id(),
    adminId: uuid("admin_id").notNull(),
    name: text("name").notNull(),
    /** The list's filters, sorting and columns as its address has them, without a page. */
    query: text("query").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "order_views_admin",
      columns: [t.companyId, t.adminId],
      foreignColumns: [users.companyId, users.id],
    }),
    uniqueIndex("order_views_name").on(t.companyId, t.adminId, sql`lower(${t.name})`),
    check("order_views_name_length", sql`length(${t.name}) BETWEEN 1 AND 40`),
    check("order_views_query_length", sql`length(${t.query}) <= 2000`),
  ],
);

/** The columns that an admin has chosen for a list whose address names none; no row for all of them. */
export const orderColumns = pgTable(
  "order_columns",
  {
    companyId: companyId(),
    adminId: uuid("admin_id").notNull(),
    tab: text("tab", { enum: ORDER_TABS }).notNull(),
    columns: text("columns").array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.adminId, t.tab] }),
    foreignKey({
      name: "order_columns_admin",
      columns: [t.companyId, t.adminId],
      foreignColumns: [users.companyId, users.id],
    }),
    check("order_columns_tab", oneOf(t.tab, ORDER_TABS)),
  ],
);
