import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { FIGURES } from "../vocabulary";
import { companyId, count, oneOf } from "./columns";
import { companies } from "./companies";
import { users } from "./members";

/**
 * Counts and sums of a company's rows, kept in the transaction of each change by the triggers of
 * `db/sql/figures.sql` and `db/sql/holdings.sql` (docs/decisions/0021). A figure is the sum of its slots: a transaction changes a slot that no
 * other one has locked, or adds one, so that nobody waits. They decide nothing.
 */
export const figures = pgTable(
  "figures",
  {
    companyId: companyId().references(() => companies.id),
    figure: text("figure", { enum: FIGURES }).notNull(),
    /** What is counted: a group of orders or members, a referrer's id, or nothing. */
    about: text("about").notNull(),
    slot: uuid("slot").notNull(),
    /** One slot alone may be negative. */
    count: count("count").notNull(),
    /** Paise of orders, or tokens of rewards. */
    amount: count("amount").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.figure, t.about, t.slot] }),
    check("figures_figure", oneOf(t.figure, FIGURES)),
  ],
);

/**
 * What a member's allocations add up to, kept by the trigger of `db/sql/holdings.sql`. Written under the pool's lock only,
 * which serialises a company's allocations.
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
    foreignKey({
      name: "holdings_member",
      columns: [t.companyId, t.memberId],
      foreignColumns: [users.companyId, users.id],
    }),
    /** Members by holdings; of equal ones the earlier first. */
    index("holdings_rank")
      .on(t.companyId, t.tokens.desc().nullsFirst(), t.latest)
      .where(sql`${t.tokens} > 0`),
    check(
      "holdings_signs",
      sql`${t.rewards} >= 0 AND ${t.tokens} >= ${t.rewards} AND ${t.purchases} >= 0 AND ${t.allocations} > 0`,
    ),
  ],
);
