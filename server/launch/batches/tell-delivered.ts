import type { AdminContext } from "@server/access";
import type { Batch } from "@server/launch/queries/batches";

/** Tells the company's machines of a batch that is delivered. */
export const tellDelivered = ({ db, deps }: AdminContext, batch: Batch): Promise<void> =>
  deps.jobs.notify(db, {
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
