import type { Logger } from "pino";
import { type Executor, transact } from "@db/client";
import { insertAudit } from "@server/platform/queries/audit";
import { deleteOldMessages } from "@server/messages/queries/message-queue";
import { deleteOldAnnouncements } from "@server/messages/queries/announcements";
import {
  addRetention,
  type Deleted,
  emptyOldEntries,
  emptyOldUnread,
  endRetention,
  listRetentions,
  releaseProofs,
} from "@server/companies/queries/retention";
import { retentionOf } from "@server/companies/rules/retention";

/**
 * Maximum number of rows of one statement, and of statements of one company in one night; the rest
 * follows the next night.
 */
const BATCH = { limit: 1000, most: 200 } as const;
const COMPANIES = 100;

/**
 * Deletes the data whose retention has ended in each company: messages with their addresses, proofs
 * of payment, and the texts of banks about payments.
 *
 * A second run finds nothing more. Each part is counted where it is deleted, so a run that fails or
 * is killed loses no count. The activity of a company tells of the deletions, after a failure too,
 * and the settings page shows every run. A failure in one company does not stop the others; all
 * failures are thrown at the end. Returns the numbers of this run.
 */
export async function applyRetention(
  db: Executor,
  logger: Logger,
  { limit, most }: { limit: number; most: number } = BATCH,
): Promise<Deleted & { companies: number; entries: number }> {
  const sums = { companies: 0, messages: 0, proofs: 0, entries: 0 };
  const errors: unknown[] = [];
  const repeat = async (
    companyId: string,
    kind: keyof Deleted | "entries",
    once: (tx: Executor) => Promise<number>,
  ): Promise<void> => {
    for (let times = 0; times < most; times += 1) {
      const some = await transact(db, async (tx) => {
        const rows = await once(tx);
        if (rows === 0) return rows;
        // Texts of entries are emptied rather than rows deleted: the activity tells of them at once.
        if (kind === "entries") await insertAudit(tx, entryOf(companyId, { entries: rows }));
        else await addRetention(tx, companyId, { messages: 0, proofs: 0, [kind]: rows });
        return rows;
      });
      sums[kind] += some;
      if (some < limit) break;
    }
  };
  const attempt = async (run: () => Promise<void>): Promise<boolean> => {
    try {
      await run();
      return true;
    } catch (error) {
      errors.push(error);
      return false;
    }
  };
  for (let after: string | null = null; ;) {
    const companies = await listRetentions(db, after, COMPANIES);
    for (const { id, settings } of companies) {
      const { messageDays: days, proofYears: years } = retentionOf(settings);
      const succeeded = await attempt(async () => {
        await repeat(id, "messages", (tx) => deleteOldMessages(tx, id, { days, limit }));
        await repeat(id, "messages", (tx) => deleteOldAnnouncements(tx, id, { days, limit }));
        if (years === null) return;
        await repeat(id, "proofs", (tx) => releaseProofs(tx, id, { years, limit }));
        await repeat(id, "entries", (tx) => emptyOldEntries(tx, id, { years, limit }));
        await repeat(id, "entries", (tx) => emptyOldUnread(tx, id, { years, limit }));
      });
      await attempt(() => noteRun(db, id, succeeded));
      if (succeeded) sums.companies += 1;
    }
    after = companies.at(-1)?.id ?? null;
    if (companies.length < COMPANIES) break;
  }
  logger.info(sums, "the retention was applied");
  if (errors.length > 0) throw new AggregateError(errors, "The retention failed.");
  return sums;
}

async function noteRun(db: Executor, companyId: string, succeeded: boolean): Promise<void> {
  await transact(db, async (tx) => {
    const deleted = await endRetention(tx, companyId, { succeeded });
    if (deleted.messages + deleted.proofs === 0) return;
    await insertAudit(tx, entryOf(companyId, { ...deleted }));
  });
}

const entryOf = (companyId: string, after: Record<string, number>) => ({
  companyId,
  actorId: null,
  actorRole: "SYSTEM" as const,
  action: "company.retention-applied",
  subjectType: "company",
  subjectId: companyId,
  before: null,
  after,
  requestId: null,
});
