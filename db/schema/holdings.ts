import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { companyId, count, ofCompany } from "./columns";
import { companies } from "./companies";
import { users } from "./members";

/**
 * Sums of each member's allocations. The trigger of `allocations` (`db/sql/holdings.sql`) writes a
 * row in the transaction of each insert, under the lock of the company's pool, which serialises
 * them. The nightly check compares them with the
 * allocations.
 */
export const holdings = pgTable(
  "holdings",
  {
    companyId: companyId().references(() => companies.id),
    memberId: uuid("member_id").notNull(),
    /** All allocated tokens, and those of them that are rewards; net of reversals. */
    tokens: count("tokens").notNull(),
    rewards: count("rewards").notNull(),
    /** Number of allocations, and of own purchases that were not reversed. */
    allocations: count("allocations").notNull(),
    purchases: count("purchases").notNull(),
    /** The sequence of the latest allocation. */
    latest: count("latest").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.memberId] }),
    ofCompany("holdings_member", t.companyId, t.memberId, users),
    /** Sorts members by holdings; equal ones by the earlier allocation. */
    index("holdings_rank")
      .on(t.companyId, t.tokens.desc().nullsFirst(), t.latest)
      .where(sql`${t.tokens} > 0`),
    /** Counts the members with a purchase. */
    index("holdings_buyers")
      .on(t.companyId, t.memberId)
      .where(sql`${t.purchases} > 0`),
    check(
      "holdings_signs",
      sql`${t.rewards} >= 0 AND ${t.tokens} >= ${t.rewards} AND ${t.purchases} >= 0 AND ${t.allocations} > 0`,
    ),
  ],
);
