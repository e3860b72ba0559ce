import { rowOf, firstRow } from "@db/row-of";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { campaigns } from "@db/schema";

export type Campaign = typeof campaigns.$inferSelect;

/** Returns a campaign of the company that runs at some time of a span; undefined if none does. */
export async function findOverlapping(
  db: Executor,
  companyId: string,
  { startsAt, endsAt }: Pick<Campaign, "startsAt" | "endsAt">,
): Promise<Campaign | undefined> {
  const span = sql`tstzrange(${startsAt.toISOString()}::timestamptz, ${endsAt.toISOString()}::timestamptz)`;
  const [row] = await db
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.companyId, companyId),
        sql`tstzrange(${campaigns.startsAt}, ${campaigns.endsAt}) && ${span}`,
        ne(campaigns.startsAt, campaigns.endsAt),
      ),
    )
    .limit(1);
  return row;
}

export const findCampaign = (db: Executor, companyId: string, id: string) =>
  firstRow(
    db
      .select()
      .from(campaigns)
      .where(rowOf(campaigns, companyId, id)),
  );

export async function insertCampaign(
  tx: Executor,
  campaign: typeof campaigns.$inferInsert,
): Promise<void> {
  await tx.insert(campaigns).values(campaign);
}

export async function endCampaignAt(
  tx: Executor,
  { companyId, id }: Pick<Campaign, "companyId" | "id">,
  endsAt: Date,
): Promise<void> {
  await tx
    .update(campaigns)
    .set({ endsAt })
    .where(rowOf(campaigns, companyId, id));
}
