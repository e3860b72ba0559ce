import type { Logger } from "pino";
import { type Executor, transact } from "@db/client";
import { insertAudit } from "@db/queries/activity";
import { deleteOldMessages } from "@db/queries/message-queue";
import { listRetentions, noteRetention, releaseProofs } from "@db/queries/retention";
import { retentionOf } from "@server/domain/members/retention";

/** Rows of one statement, and statements of one company in one night; the rest follows. */
const BATCH = { limit: 1000, most: 200 } as const;
const COMPANIES = 100;

/**
 * Deletes what each company keeps no longer: messages with their addresses, and proofs of payment.
 * Run twice, it finds nothing more. A company where something was deleted has it in its activity;
 * every run is noted for the settings page. One company's fault leaves the others theirs.
 */
export async function applyRetention(
  db: Executor,
  logger: Logger,
  { limit, most }: { limit: number; most: number } = BATCH,
): Promise<{ companies: number; messages: number; proofs: number }> {
  const sums = { companies: 0, messages: 0, proofs: 0 };
  const errors: unknown[] = [];
  const repeat = async (once: () => Promise<number>): Promise<number> => {
    let all = 0;
    for (let times = 0; times < most; times += 1) {
      const some = await once();
      all += some;
      if (some < limit) break;
    }
    return all;
  };
  for (let after: string | null = null; ;) {
    const companies = await listRetentions(db, after, COMPANIES);
    for (const { id, settings } of companies) {
      const { messageDays: days, proofYears: years } = retentionOf(settings);
      try {
        const messages = await repeat(() => deleteOldMessages(db, id, { days, limit }));
        const proofs =
          years === null ? 0 : await repeat(() => releaseProofs(db, id, { years, limit }));
        await note(db, id, { messages, proofs });
        sums.companies += 1;
        sums.messages += messages;
        sums.proofs += proofs;
      } catch (error) {
        errors.push(error);
      }
    }
    after = companies.at(-1)?.id ?? null;
    if (companies.length < COMPANIES) break;
  }
  logger.info(sums, "the retention was applied");
  if (errors.length > 0) throw new AggregateError(errors, "The retention failed.");
  return sums;
}

async function note(
  db: Executor,
  companyId: string,
  deleted: { messages: number; proofs: number },
): Promise<void> {
  await transact(db, async (tx) => {
    await noteRetention(tx, companyId, deleted);
    if (deleted.messages + deleted.proofs === 0) return;
    await insertAudit(tx, {
      companyId,
      actorId: null,
      actorRole: "SYSTEM",
      action: "company.retention-applied",
      subjectType: "company",
      subjectId: companyId,
      before: null,
      after: deleted,
      requestId: null,
    });
  });
}
