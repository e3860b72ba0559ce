import { and, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { rowOf } from "@db/row-of";
import { batches, batchRows, users } from "@db/schema";
import type { Batch } from "./batches";

/** Lists delivered claims of all companies with members who are not mailed yet. */
export const listUnmailed = (db: Executor): Promise<Batch[]> =>
  db
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.state, "DELIVERED"),
        eq(batches.way, "CLAIM"),
        lt(batches.mailed, sql`${batches.rows}`),
      ),
    );

/** Notes that the rows of a range are mailed; false if another instance did. */
export async function saveMailed(
  tx: Executor,
  { companyId, id }: Pick<Batch, "companyId" | "id">,
  { from, until }: { from: number; until: number },
): Promise<boolean> {
  const rows = await tx
    .update(batches)
    .set({ mailed: until })
    .where(and(rowOf(batches, companyId, id), eq(batches.mailed, from)))
    .returning({ id: batches.id });
  return rows.length === 1;
}

/** Lists the members of rows of a batch, without those who are deleted. */
export const listRecipients = (
  db: Executor,
  { companyId, id }: Pick<Batch, "companyId" | "id">,
  which: { from: number; until: number } | { indexes: readonly number[] },
) =>
  db
    .select({
      id: users.id,
      email: users.email,
      language: users.language,
      tokens: batchRows.tokens,
    })
    .from(batchRows)
    .innerJoin(users, rowOf(users, batchRows.companyId, batchRows.memberId))
    .where(
      and(
        eq(batchRows.companyId, companyId),
        eq(batchRows.batchId, id),
        "indexes" in which
          ? inArray(batchRows.index, [...which.indexes])
          : and(gte(batchRows.index, which.from), lt(batchRows.index, which.until)),
        isNull(users.deletedAt),
      ),
    );
