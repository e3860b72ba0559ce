import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { LANGUAGES } from "../vocabulary";
import { companies } from "./companies";
import { companyId, createdAt } from "./columns";

/**
 * Each text of a privacy policy that somebody agreed to, so that it can still be read after the
 * company has changed it. Append-only: a trigger refuses UPDATE, DELETE and TRUNCATE.
 */
export const agreedPolicies = pgTable(
  "agreed_policies",
  {
    companyId: companyId().references(() => companies.id),
    /** SHA-256 of the text, in hex. */
    version: text("version").notNull(),
    language: text("language", { enum: LANGUAGES }).notNull(),
    text: text("text").notNull(),
    /** When the first person agreed to it. */
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.version] }),
    check("agreed_policies_version", sql`${t.version} ~ '^[0-9a-f]{64}$'`),
    check("agreed_policies_language", sql`${t.language} IN ('en', 'hi')`),
  ],
);
