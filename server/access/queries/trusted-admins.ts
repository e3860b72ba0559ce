import { rowOf } from "@db/row-of";
import { type SQL, and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { passkeys, pendingChanges, users } from "@db/schema";
import type { AdminRole } from "@db/vocabulary";

/**
 * After one of these acts its author may control the other admin's account, so that it cannot count
 * as a second admin.
 */
const MADE = sql.raw(
  `('admin.invited', 'member.promoted', 'admin.role-changed', 'member.email-changed', 'member.second-step-reset')`,
);

/**
 * True for an active admin who can log in, and whose account no other admin of the company made,
 * promoted or changed within so many days before an instant: such an admin could hold it. Acts of
 * super admins do not count, nor acts on the person's own account.
 */
const isTrusted = (at: SQL, days: number) =>
  and(
    eq(users.role, "ADMIN"),
    eq(users.status, "ACTIVE"),
    isNull(users.deletedAt),
    or(
      isNotNull(users.passwordHash),
      sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.personId} = ${users.id})`,
    ),
    sql`NOT EXISTS (
      SELECT 1 FROM audit_entries a
       WHERE a.company_id = ${users.companyId} AND a.subject_type = 'member'
         AND a.subject_id = ${users.id}::text AND a.actor_role = 'ADMIN'
         AND a.actor_id <> ${users.id}
         AND a.created_at > ${at} - make_interval(days => ${days})
         AND (a.action IN ${MADE} OR (a.action = 'member.updated'
              AND a.before ->> 'status' IS DISTINCT FROM a.after ->> 'status')))`,
  );

/**
 * Lists the trusted admins with one of these roles, except the requester, for a change since
 * `since` (null: now).
 */
export async function listConfirmers(
  db: Executor,
  companyId: string,
  {
    requesterId,
    roles,
    since,
    days,
  }: { requesterId: string; roles: readonly AdminRole[]; since: Date | null; days: number },
): Promise<string[]> {
  const from = since === null ? sql`now()` : sql`${since.toISOString()}::timestamptz`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        sql`${users.id} <> ${requesterId}`,
        inArray(sql`COALESCE(${users.adminRole}, 'OWNER')`, [...roles]),
        isTrusted(from, days),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Lists those of these changes for which an admin is trusted. */
export async function listTrustedFor(
  db: Executor,
  companyId: string,
  { adminId, ids, days }: { adminId: string; ids: readonly string[]; days: number },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: pendingChanges.id })
    .from(pendingChanges)
    .innerJoin(users, rowOf(users, pendingChanges.companyId, adminId))
    .where(
      and(
        eq(pendingChanges.companyId, companyId),
        inArray(pendingChanges.id, [...ids]),
        isTrusted(sql`${pendingChanges.createdAt}`, days),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
