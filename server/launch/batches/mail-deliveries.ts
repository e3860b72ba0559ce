import { type Executor, transact } from "@db/client";
import type { Deps } from "@server/access";
import { listUnmailed, listRecipients, saveMailed } from "@server/launch/queries/delivery-mails";
import type { Batch } from "@server/launch/queries/batches";
import { mailTo } from "@server/messages/rules/mail-to";
import type { Message } from "@server/messages";
import { sweepEach } from "@server/platform";
import { formatDay } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { findCompany } from "@server/sites";

/** Mails of one transaction, and of one sweep; the next sweep goes on. */
const TOGETHER = 500;
const MOST = 5000;

/**
 * The sweep: mails the members of batches that can be claimed, each once. How far it came is stored with
 * the mails. Returns the rows that it passed.
 */
export async function mailDeliveries(db: Executor, { jobs }: Pick<Deps, "jobs">): Promise<number> {
  return sweepEach(await listUnmailed(db), "Some deliveries were not mailed.", async (batch) => {
    const rows = batch.rows ?? 0;
    const end = Math.min(rows, batch.mailed + MOST);
    for (let from = batch.mailed; from < end; from += TOGETHER) {
      await transact(db, async (tx) => {
        // Another instance was first.
        if (!(await saveMailed(tx, batch, { from, until: from + TOGETHER }))) return;
        await mailRows(tx, { jobs }, batch, { from, until: from + TOGETHER });
      });
    }
    return Math.max(0, end - batch.mailed);
  });
}

/** Mails the members of rows of a batch that their tokens can be claimed, or were sent. */
export async function mailRows(
  tx: Executor,
  { jobs }: Pick<Deps, "jobs">,
  batch: Batch,
  which: { from: number; until: number } | { indexes: readonly number[] },
): Promise<void> {
  const company = await findCompany(tx, batch.companyId);
  const recipients = await listRecipients(tx, batch, which);
  await jobs.notify(
    tx,
    ...recipients.map((one): Message => ({
      ...mailTo(batch.companyId, one),
      template: "tokensDelivered",
      params: {
        tokens: formatQuantity(one.tokens),
        token: company?.tokenSymbol ?? "",
        batch: batch.number,
        network: batch.network ?? "",
        until: batch.way === "CLAIM" && batch.claimUntil ? formatDay(batch.claimUntil) : "",
      },
    })),
  );
}
