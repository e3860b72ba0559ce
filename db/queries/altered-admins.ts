import { and, eq, gt, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import { alteredAdmins } from "../schema";
import { lengthenCoolOffs } from "./pending-changes";
import { countsSince } from "./suspensions";

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
  await lengthenCoolOffs(tx, companyId, hours);
}

/** Whether an admin's account was altered in the last hours, without those of a suspension. */
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
        gt(alteredAdmins.createdAt, countsSince(sql`${companyId}`, sql`now()`, hours)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Deletes records that are older than so many hours and count no more, up to `limit`, with the mails that
 * tell of the alteration and those that went to the recorded address meanwhile: their contents, which name
 * the person, and the address, unless the person still has it. A record with such a mail in the queue waits
 * for it.
 */
export async function deleteAlteredAdmins(
  db: Executor,
  { hours, limit }: { hours: number; limit: number },
): Promise<void> {
  const age = sql`make_interval(hours => ${hours})`;
  const isTo = sql`(m.user_id IS NULL AND lower(m.address) = lower(r.address)
    AND m.template IN ('adminChanged', 'changeWaiting', 'priceChanged', 'retentionShortened', 'hostChanged'))`;
  // A record and its mails are of one transaction, and so of one time.
  const isAbout = sql`(m.template = 'adminChanged' AND m.created_at = r.created_at)`;
  const opened = sql`(SELECT c.opened_at FROM companies c WHERE c.id = r.company_id)`;
  const isOf = sql`(m.company_id = r.company_id
    AND m.created_at BETWEEN r.created_at AND greatest(r.created_at, ${opened}) + ${age}
    AND (${isTo} OR ${isAbout}))`;
  // Who is removed was named when they were made an admin too, which leaves no record.
  const isEarlier = sql`(m.company_id = r.company_id AND m.template = 'adminChanged'
    AND m.created_at < r.created_at)`;
  await db.execute(sql`
    WITH old AS (
      DELETE FROM altered_admins a USING (
        SELECT r.company_id, r.id FROM altered_admins r
         WHERE r.created_at < now() - ${age}
           AND r.created_at < ${countsSince(sql`r.company_id`, sql`now()`, hours)}
           AND NOT EXISTS (SELECT FROM messages m WHERE m.status = 'QUEUED' AND ${isOf})
         ORDER BY r.created_at LIMIT ${limit} FOR UPDATE OF r SKIP LOCKED) o
       WHERE a.company_id = o.company_id AND a.id = o.id
      RETURNING a.company_id, a.person_id, a.address, a.created_at
    ), mails AS (
      SELECT m.company_id, m.id, bool_or(${isTo} AND u.id IS NULL) AS is_to_earlier
        FROM old r JOIN messages m ON ${isOf} OR ${isEarlier}
        LEFT JOIN users u ON u.company_id = r.company_id AND u.id = r.person_id
                         AND u.deleted_at IS NULL AND lower(u.email) = lower(r.address)
       GROUP BY m.company_id, m.id)
    UPDATE messages m
       SET params_encrypted = NULL,
           address = CASE WHEN mails.is_to_earlier THEN '' ELSE m.address END,
           reply = CASE WHEN mails.is_to_earlier THEN NULL ELSE m.reply END
      FROM mails
     WHERE m.company_id = mails.company_id AND m.id = mails.id AND m.status <> 'QUEUED'`);
}
