import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { companies } from "./companies";
import { companyId, count, createdAt, id, instant } from "./columns";
import { users } from "./members";

/**
 * All prices of a company after the initial one, each with its start. A price never changes, but
 * can be cancelled before it starts.
 */
export const prices = pgTable(
  "prices",
  {
    companyId: companyId().references(() => companies.id),
    id: id(),
    priceMicroRupees: count("price_micro_rupees").notNull(),
    startsAt: instant("starts_at").notNull(),
    /** The admin who set it; null for a super admin. */
    setBy: uuid("set_by"),
    createdAt: createdAt(),
    cancelledAt: instant("cancelled_at"),
    cancelledBy: uuid("cancelled_by"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: "prices_set_by",
      columns: [t.companyId, t.setBy],
      foreignColumns: [users.companyId, users.id],
    }),
    foreignKey({
      name: "prices_cancelled_by",
      columns: [t.companyId, t.cancelledBy],
      foreignColumns: [users.companyId, users.id],
    }),
    index("prices_in_force")
      .on(t.companyId, t.startsAt, t.id)
      .where(sql`${t.cancelledAt} IS NULL`),
    check(
      "prices_price",
      sql`${t.priceMicroRupees} > 0 AND ${t.priceMicroRupees} <= 1000000000000000`,
    ),
    check("prices_cancelled_early", sql`${t.cancelledAt} <= ${t.startsAt}`),
  ],
);
