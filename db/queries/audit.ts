import type { Executor } from "../client";
import { auditEntries } from "../schema";

export type AuditEntry = Omit<typeof auditEntries.$inferInsert, "id" | "createdAt">;

/** Adds a line to the books; the table takes no other change. */
export async function insertAudit(db: Executor, entry: AuditEntry): Promise<void> {
  await db.insert(auditEntries).values(entry);
}
