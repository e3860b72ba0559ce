import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { rowOf } from "@db/row-of";
import type { Executor } from "@db/client";
import { companies, identityCases, users } from "@db/schema";
import { saveIdentity } from "./identity";

/**
 * Takes the next members who are to be told that their verification ends, and notes that they are. What
 * another process takes at once is left to it.
 */
export async function takeEnding(tx: Executor, now: Date, limit: number) {
  const until = identityCases.verifiedUntil;
  const stage = sql`CASE WHEN ${until} <= ${now.toISOString()}::timestamptz + interval '7 days' THEN interval '7 days' ELSE interval '30 days' END`;
  const found = await tx
    .select({
      companyId: identityCases.companyId,
      id: users.id,
      email: users.email,
      language: users.language,
      verifiedUntil: sql<Date>`${until}`.mapWith(until),
    })
    .from(identityCases)
    .innerJoin(users, rowOf(users, identityCases.companyId, identityCases.memberId))
    .innerJoin(companies, eq(companies.id, identityCases.companyId))
    .where(
      and(
        gt(until, now),
        sql`${until} - interval '30 days' <= ${now.toISOString()}::timestamptz`,
        sql`coalesce(${identityCases.endToldAt} < ${until} - ${stage}, true)`,
        ne(identityCases.state, "SENT"),
        isNull(identityCases.endedAt),
        eq(users.status, "ACTIVE"),
        eq(companies.status, "ACTIVE"),
        sql`${companies.settings}->'identity'->>'asks' <> 'NOTHING'`,
      ),
    )
    .limit(limit)
    .for("no key update", { of: identityCases, skipLocked: true });
  for (const { companyId, id } of found) {
    await saveIdentity(tx, companyId, id, { endToldAt: now });
  }
  return found;
}
