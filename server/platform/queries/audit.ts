import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { tenantOf } from "@db/platform";
import { apiKeys, auditEntries } from "@db/schema";

export type ActorRole = (typeof auditEntries.$inferSelect)["actorRole"];

export type AuditEntry = Omit<
  typeof auditEntries.$inferInsert,
  "companyId" | "id" | "createdAt"
> & {
  /** It is null for an entry of the platform. */
  companyId: string | null;
};

/** Adds audit entries in one statement; the table takes no other change. */
export async function insertAudit(db: Executor, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length > 0) await insertionOfAudit(db, entries);
}

/** Returns the insertion of at least one audit entry. */
export const insertionOfAudit = (db: Executor, entries: readonly AuditEntry[]) =>
  db
    .insert(auditEntries)
    .values(entries.map((entry) => ({ ...entry, companyId: tenantOf(entry.companyId) })));

/**
 * The name of a person or, where the id is an API key's, of the key, which a sign tells from a
 * person's; null for a deleted person.
 */
export const nameOrKey = (name: PgColumn, companyId: PgColumn, id: PgColumn | SQL) =>
  sql<string | null>`coalesce(${name}, (SELECT ${apiKeys.name} || ' (API)' FROM ${apiKeys}
    WHERE ${apiKeys.companyId} = ${companyId} AND ${apiKeys.id} = ${id}))`;
