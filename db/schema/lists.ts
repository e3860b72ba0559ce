import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { companyId } from "./columns";

/**
 * How many rows a list has for each day: what gives a list its total, and a page its place, without
 * reading the rows before it. Triggers of `orders` and `users` (`db/sql/list-counts.sql`) add a row for
 * each change, so that no transaction waits for another; a sweep adds these up. The sum is the count, in every snapshot.
 */
export const listCounts = pgTable(
  "list_counts",
  {
    companyId: companyId(),
    /** The table: `orders` or `users`. */
    list: text("list").notNull(),
    /** What the list can be filtered by: an order's status; a person's role, status and approval. */
    kind: text("kind").notNull(),
    /** Of the rows' creation, in UTC. */
    day: date("day", { mode: "string" }).notNull(),
    id: bigint("id", { mode: "bigint" }).generatedAlwaysAsIdentity(),
    rows: integer("rows").notNull(),
    /** Whether it is a sum. */
    isSum: boolean("is_sum").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.list, t.kind, t.day, t.id] }),
    /** What the sweep is still to add up. */
    index("list_counts_to_sum")
      .on(t.companyId, t.list, t.kind, t.day)
      .where(sql`NOT ${t.isSum}`),
  ],
);
