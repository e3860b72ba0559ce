import { and, asc, count, eq, ilike } from "drizzle-orm";
import type { Executor } from "../client";
import { companies, domains } from "../schema";

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
