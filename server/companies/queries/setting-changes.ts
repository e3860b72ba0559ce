import { and, desc, eq, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { rowOf } from "@db/row-of";
import { auditEntries, users } from "@db/schema";

/** Lists the changes of one company setting, newest first: new value, author and time. */
export async function listSettingChanges(
  db: Executor,
  companyId: string,
  name: string,
  limit: number,
) {
  return db
    .select({
      after: sql<string | null>`${auditEntries.after} ->> ${name}`,
      createdAt: auditEntries.createdAt,
      by: users.name,
    })
    .from(auditEntries)
    .leftJoin(users, rowOf(users, auditEntries.companyId, auditEntries.actorId))
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.subjectType, "company"),
        eq(auditEntries.action, "company.settings-changed"),
        sql`jsonb_exists(${auditEntries.after}, ${name})`,
      ),
    )
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(limit);
}
