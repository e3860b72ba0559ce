import type { AdminContext } from "@server/access";
import { type Batch, changeBatch } from "@server/launch/queries/batches";

/** Notes that a batch is delivered, and tells the company's machines. */
export async function deliverBatch(
  { db, deps }: AdminContext,
  batch: Batch,
  change: Pick<Batch, "deliveredAt"> & Partial<Batch>,
): Promise<void> {
  await changeBatch(db, batch, { ...change, state: "DELIVERED" });
  await deps.jobs.notify(db, {
    event: "batch.delivered",
    companyId: batch.companyId,
    data: {
      companyId: batch.companyId,
      number: batch.number,
      way: batch.way,
      members: batch.rows,
      tokens: batch.tokens,
    },
  });
}
