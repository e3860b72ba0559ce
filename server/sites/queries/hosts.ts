import { and, asc, eq, ilike, inArray, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { type HostHealth, companies, hosts, users } from "@db/schema";
import { firstRow } from "@db/row-of";

export type HostRow = typeof hosts.$inferSelect;

/** Adds a host; null if a company has it already. */
export async function insertHost(
  db: Executor,
  host: string,
  companyId: string,
): Promise<HostRow | null> {
  const [row] = await db
    .insert(hosts)
    .values({ host, companyId })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export const deleteHost = (db: Executor, id: string) =>
  firstRow(db.delete(hosts).where(eq(hosts.id, id)).returning());

/** Finds the company's first host; for a person, the one that they use, if the company still has it. */
export async function firstHostOf(
  db: Executor,
  companyId: string,
  personId: string | null = null,
): Promise<string | null> {
  const used = db
    .select({ host: users.host })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.id, sql`${personId}::uuid`)));
  const [row] = await db
    .select({ host: hosts.host })
    .from(hosts)
    .where(eq(hosts.companyId, companyId))
    .orderBy(
      sql`${hosts.host} IS NOT DISTINCT FROM (${used}) DESC`,
      asc(hosts.createdAt),
      asc(hosts.id),
    )
    .limit(1);
  return row?.host ?? null;
}

export async function listHosts(
  db: Executor,
  filter: { companyId?: string | undefined; pattern: string | null },
  page: { limit: number; offset: number },
) {
  const where = and(
    filter.companyId ? eq(hosts.companyId, filter.companyId) : undefined,
    filter.pattern ? ilike(hosts.host, filter.pattern) : undefined,
  );
  const [records, total] = await Promise.all([
    db
      .select({
        id: hosts.id,
        host: hosts.host,
        companyId: hosts.companyId,
        companyName: companies.name,
        createdAt: hosts.createdAt,
      })
      .from(hosts)
      .innerJoin(companies, eq(companies.id, hosts.companyId))
      .where(where)
      .orderBy(asc(hosts.host))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(hosts, where),
  ]);
  return { records, total };
}

/** Lists a company's hosts with their health, oldest first. */
export async function listHostsOf(
  db: Executor,
  companyId: string,
  limit: number,
): Promise<HostRow[]> {
  return db
    .select()
    .from(hosts)
    .where(eq(hosts.companyId, companyId))
    .orderBy(asc(hosts.createdAt), asc(hosts.id))
    .limit(limit);
}

export const findHost = (db: Executor, id: string) =>
  firstRow(db.select().from(hosts).where(eq(hosts.id, id)));

export const findHostByName = (db: Executor, host: string) =>
  firstRow(db.select().from(hosts).where(eq(hosts.host, host)));

export async function saveHostHealth(db: Executor, id: string, health: HostHealth): Promise<void> {
  await db
    .update(hosts)
    .set({ health, checkedAt: sql`now()` })
    .where(eq(hosts.id, id));
}

/**
 * Claims the hosts that are due for a check, so that no other instance checks them: new ones,
 * healthy ones after an hour, others after ten minutes.
 */
export async function claimHostsToCheck(
  db: Executor,
  limit: number,
): Promise<Pick<HostRow, "id" | "host">[]> {
  const isSound = sql`${hosts.health}->>'dns' = 'HERE' AND ${hosts.health}->>'certificate' IN ('VALID', 'UNUSED')`;
  const due = sql`${hosts.checkedAt} IS NULL OR ${hosts.checkedAt} < now() - CASE WHEN ${isSound} THEN interval '1 hour' ELSE interval '10 minutes' END`;
  const claimed = db
    .select({ id: hosts.id })
    .from(hosts)
    .where(due)
    .orderBy(sql`${hosts.checkedAt} ASC NULLS FIRST`)
    .limit(limit)
    .for("no key update", { skipLocked: true });
  return db
    .update(hosts)
    .set({ checkedAt: sql`now()` })
    .where(inArray(hosts.id, claimed))
    .returning({ id: hosts.id, host: hosts.host });
}
