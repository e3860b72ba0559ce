import { and, asc, count, eq, ilike, inArray, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { type HostHealth, companies, domains } from "../schema";

export type DomainRow = typeof domains.$inferSelect;

/** Adds a host; null where it is some company's already. */
export async function insertDomain(
  db: Executor,
  host: string,
  companyId: string,
): Promise<DomainRow | null> {
  const [row] = await db
    .insert(domains)
    .values({ host, companyId })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export async function deleteDomain(db: Executor, id: string): Promise<DomainRow | undefined> {
  const [row] = await db.delete(domains).where(eq(domains.id, id)).returning();
  return row;
}

/** The host a company was given first: links in its mails lead there. */
export async function firstHostOf(db: Executor, companyId: string): Promise<string | null> {
  const [row] = await db
    .select({ host: domains.host })
    .from(domains)
    .where(eq(domains.companyId, companyId))
    .orderBy(asc(domains.createdAt), asc(domains.id))
    .limit(1);
  return row?.host ?? null;
}

export async function listDomains(
  db: Executor,
  filter: { companyId?: string | undefined; pattern: string | null },
  page: { limit: number; offset: number },
) {
  const where = and(
    filter.companyId ? eq(domains.companyId, filter.companyId) : undefined,
    filter.pattern ? ilike(domains.host, filter.pattern) : undefined,
  );
  const [records, [counted]] = await Promise.all([
    db
      .select({
        id: domains.id,
        host: domains.host,
        companyId: domains.companyId,
        companyName: companies.name,
        createdAt: domains.createdAt,
      })
      .from(domains)
      .innerJoin(companies, eq(companies.id, domains.companyId))
      .where(where)
      .orderBy(asc(domains.host))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(domains).where(where),
  ]);
  return { records, total: counted?.total ?? 0 };
}

/** A company's hosts with what is known of them, oldest first. */
export async function listHostsOf(
  db: Executor,
  companyId: string,
  limit: number,
): Promise<DomainRow[]> {
  return db
    .select()
    .from(domains)
    .where(eq(domains.companyId, companyId))
    .orderBy(asc(domains.createdAt), asc(domains.id))
    .limit(limit);
}

export async function findDomain(db: Executor, id: string): Promise<DomainRow | undefined> {
  const [row] = await db.select().from(domains).where(eq(domains.id, id));
  return row;
}

export async function findDomainByHost(db: Executor, host: string): Promise<DomainRow | undefined> {
  const [row] = await db.select().from(domains).where(eq(domains.host, host));
  return row;
}

export async function saveHostHealth(db: Executor, id: string, health: HostHealth): Promise<void> {
  await db
    .update(domains)
    .set({ health, checkedAt: sql`now()` })
    .where(eq(domains.id, id));
}

/**
 * Takes the hosts that want to be looked at, so that no other instance does: new ones, sound ones
 * after an hour, others after ten minutes.
 */
export async function claimHostsToCheck(
  db: Executor,
  limit: number,
): Promise<Pick<DomainRow, "id" | "host">[]> {
  const isSound = sql`${domains.health}->>'dns' = 'HERE' AND ${domains.health}->>'certificate' IN ('VALID', 'UNUSED')`;
  const due = sql`${domains.checkedAt} IS NULL OR ${domains.checkedAt} < now() - CASE WHEN ${isSound} THEN interval '1 hour' ELSE interval '10 minutes' END`;
  const claimed = db
    .select({ id: domains.id })
    .from(domains)
    .where(due)
    .orderBy(sql`${domains.checkedAt} ASC NULLS FIRST`)
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(domains)
    .set({ checkedAt: sql`now()` })
    .where(inArray(domains.id, claimed))
    .returning({ id: domains.id, host: domains.host });
}
