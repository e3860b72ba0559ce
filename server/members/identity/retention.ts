import { type Executor, transact } from "@db/client";
import type { Deps } from "@server/access";
import { forgetFiles } from "@server/members/administration/erase-member";
import { deleteDueIdentity } from "@server/members/queries/identity-retention";
import { insertAudit } from "@server/platform";

/** Rows of one statement. */
const BATCH = 200;

/**
 * Deletes pictures that were refused, or chosen and not sent, 90 days ago, and all of members whose account
 * ended, five years after their last order. The activity of each company says how many. Returns the
 * numbers of this run.
 */
export async function deleteOldIdentity(
  deps: Pick<Deps, "database" | "storage" | "logger">,
  limit = BATCH,
): Promise<{ documents: number; people: number }> {
  const sums = { documents: 0, people: 0 };
  for (;;) {
    const files: string[] = [];
    const found = await transact(deps.database.db, async (tx) => {
      const deleted = await deleteDueIdentity(tx, limit);
      for (const [companyId, { documents, people }] of deleted) {
        files.push(...documents);
        sums.documents += documents.length;
        sums.people += people;
        await tell(tx, companyId, { pictures: documents.length, people });
      }
      return deleted.size;
    });
    // Nobody can read a file whose row is gone.
    await forgetFiles(deps, files);
    if (found === 0) break;
  }
  deps.logger.info(sums, "old documents of members were deleted");
  return sums;
}

const tell = (tx: Executor, companyId: string, after: { pictures: number; people: number }) =>
  insertAudit(tx, {
    companyId,
    actorId: null,
    actorRole: "SYSTEM",
    action: "company.retention-applied",
    subjectType: "company",
    subjectId: companyId,
    before: null,
    after,
    requestId: null,
  });
