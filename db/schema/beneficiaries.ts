import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { companies } from "./companies";
import { companyId, createdAt, id, instant } from "./columns";

/**
 * Bank accounts and UPI ids for payments. A row is one version of one account, and its details
 * never change: an order keeps the version that it was shown. `isCurrent` marks the newest.
 */
export const beneficiaries = pgTable(
  "beneficiaries",
  {
    companyId: companyId().references(() => companies.id),
    /** The account's id, shared by its versions. */
    id: id(),
    version: integer("version").notNull(),
    holderName: text("holder_name"),
    bankName: text("bank_name"),
    branch: text("branch"),
    accountNumber: text("account_number"),
    ifscCode: text("ifsc_code"),
    upi: text("upi"),
    isDefault: boolean("is_default").notNull().default(false),
    isCurrent: boolean("is_current").notNull().default(true),
    removedAt: instant("removed_at"),
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id, t.version] }),
    uniqueIndex("beneficiaries_current")
      .on(t.companyId, t.id)
      .where(sql`${t.isCurrent}`),
    uniqueIndex("beneficiaries_one_default")
      .on(t.companyId)
      .where(sql`${t.isDefault} AND ${t.isCurrent} AND ${t.removedAt} IS NULL`),
    /** The five bank fields are set together, and each row has at least one payment method. */
    check(
      "beneficiaries_whole",
      sql`(num_nulls(${t.holderName}, ${t.bankName}, ${t.branch}, ${t.accountNumber}, ${t.ifscCode}) = 0) OR (num_nulls(${t.holderName}, ${t.bankName}, ${t.branch}, ${t.accountNumber}, ${t.ifscCode}) = 5 AND ${t.upi} IS NOT NULL)`,
    ),
  ],
);
