import type { Executor } from "@db/client";
import { adminProcedure, router, superAdminProcedure } from "@server/access";
import { CompanyRef } from "@server/companies/contracts/companies";
import { orRefuse } from "@server/platform/rules/refusals/refuse";
import { type CompanySite, findCompany } from "@server/sites";
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

async function listOf(
  db: Executor,
  { id, launchAt }: Pick<CompanySite, "id" | "launchAt">,
): Promise<BatchList> {
  const [records, sums] = [await listBatches(db, id), await sumDelivered(db, id)];
  return { records: records.map(batchView), ...sums, launchAt: launchAt?.toISOString() ?? null };
}

/** Lists the company's batches, newest first, with the sums of its ledger. */
const list = adminProcedure.query(({ ctx: { db, company } }) => listOf(db, company));

/** Lists a company's batches, with the sums of its ledger, for a super admin. */
const ofCompany = superAdminProcedure
  .input(CompanyRef)
  .query(async ({ ctx: { db }, input: { id } }): Promise<BatchList> => {
    const company = orRefuse(await findCompany(db, id), "COMPANY_NOT_FOUND");
    return listOf(db, company);
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
  ofCompany,
});
