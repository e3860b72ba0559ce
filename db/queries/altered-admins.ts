import { and, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import { alteredAdmins, pendingChanges } from "../schema";

/**
 * Records that an admin's account was altered, with the address that it had, and makes the company's
 * cool-offs last at least so many hours from now.
 */
export async function insertAlteredAdmin(
  tx: Executor,
  companyId: string,
  { personId, address, hours }: { personId: string; address: string; hours: number },
): Promise<void> {
  await tx.insert(alteredAdmins).values({ companyId, id: newId(), personId, address });
  await tx
    .update(pendingChanges)
    .set({
      endsAt: sql`greatest(${pendingChanges.endsAt}, now() + make_interval(hours => ${hours}))`,
    })
    .where(
      and(
        eq(pendingChanges.companyId, companyId),
        eq(pendingChanges.state, "PENDING"),
        eq(pendingChanges.isCoolOff, true),
      ),
    );
}

/** Whether an admin's account was altered in the last hours. */
export async function wasAdminAltered(
  db: Executor,
  companyId: string,
  hours: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: alteredAdmins.id })
    .from(alteredAdmins)
    .where(
      and(
        eq(alteredAdmins.companyId, companyId),
        gt(alteredAdmins.createdAt, sql`now() - make_interval(hours => ${hours})`),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Deletes records older than so many hours, up to `limit`, and a deleted person's address in the
 * notices that went to it meanwhile.
 */
export async function deleteAlteredAdmins(
  db: Executor,
  { hours, limit }: { hours: number; limit: number },
): Promise<void> {
  await db.execute(sql`
    WITH old AS (
      DELETE FROM altered_admins a USING (
        SELECT company_id, id FROM altered_admins
         WHERE created_at < now() - make_interval(hours => ${hours})
         ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) o
       WHERE a.company_id = o.company_id AND a.id = o.id
      RETURNING a.company_id, a.person_id, a.address)
    UPDATE messages m SET address = '', reply = NULL
      FROM old o JOIN users u ON u.company_id = o.company_id AND u.id = o.person_id
     WHERE u.deleted_at IS NOT NULL AND m.company_id = o.company_id AND m.user_id IS NULL
       AND m.status <> 'QUEUED' AND lower(m.address) = lower(o.address)
       AND m.template IN ('adminChanged', 'changeWaiting', 'priceChanged')`);
}
