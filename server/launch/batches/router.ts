import { adminProcedure, router } from "@server/access";
import type { BatchList } from "@server/launch/contracts/batches";
import { sumDelivered } from "@server/launch/queries/batch-rows";
import { listBatches } from "@server/launch/queries/batches";
import { batchView } from "./batch-view";
import { addTransfers } from "./add-transfers";
import { writeBatchFile } from "./batch-files";
import { freezeBatch } from "./freeze-batch";
import { ownDeliveries } from "./own-deliveries";
import { findOwnBatch, prepareBatch } from "./prepare-batch";
import { fundBatch, publishBatch, sendBatch } from "./publish-batch";

/** Lists the company's batches, newest first, with the sums of its ledger. */
const list = adminProcedure.query(async ({ ctx: { db, company } }): Promise<BatchList> => {
  const [records, sums] = [await listBatches(db, company.id), await sumDelivered(db, company.id)];
  return {
    records: records.map(batchView),
    ...sums,
    launchAt: company.launchAt?.toISOString() ?? null,
  };
});

export const batchesRouter = router({
  list,
  find: findOwnBatch,
  prepare: prepareBatch,
  freeze: freezeBatch,
  publish: publishBatch,
  fund: fundBatch,
  send: sendBatch,
  addTransfers,
  file: writeBatchFile,
  mine: ownDeliveries,
});
