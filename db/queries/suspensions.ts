import { eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { companies } from "../schema";

const hoursOf = (hours: number) => sql`make_interval(hours => ${hours})`;

/**
 * Notes that a company is suspended from now on. Within so many hours of an opening it counts as the
 * suspension before, so that what that one held does not end with this one.
 */
export async function markSuspended(tx: Executor, id: string, hours: number): Promise<void> {
  const isAgain = sql`${companies.openedAt} > now() - ${hoursOf(hours)}`;
  await tx
    .update(companies)
    .set({ suspendedAt: sql`CASE WHEN ${isAgain} THEN ${companies.suspendedAt} ELSE now() END` })
    .where(eq(companies.id, id));
}

/** Notes that a company is open from now on. */
export async function markOpened(tx: Executor, id: string): Promise<void> {
  await tx
    .update(companies)
    .set({ openedAt: sql`now()` })
    .where(eq(companies.id, id));
}

/**
 * Since when something of a company counts at an instant that counts for so many hours: since these
 * hours before it, and, while the company is suspended and for these hours after its opening, since
 * these hours before the suspension. A suspension of unknown begin counts everything.
 */
export const countsSince = (companyId: SQL, at: SQL, hours: number): SQL => sql`(
  SELECT least(${at} - ${hoursOf(hours)},
    CASE WHEN c.status = 'SUSPENDED' OR c.opened_at > ${at} - ${hoursOf(hours)}
         THEN coalesce(c.suspended_at, '-infinity') - ${hoursOf(hours)} END)
    FROM companies c WHERE c.id = ${companyId})`;
