import type { Batch, ShownBatch } from "@server/launch/queries/batches";
import type { BatchView } from "@server/launch/contracts/batches";
import { amountOf } from "@server/launch/rules/batch-seal";

/** Hours between the confirmation of a contract and that of its funds: anybody may object. */
const FUNDABLE_AFTER_HOURS = 24;

/**
 * Returns from when on a batch may be delivered, by either way: not before its own day, on which its
 * tokens are free, and a contract is funded a day after it was confirmed.
 */
export function deliverableAt({ publishedAt, day }: Pick<Batch, "publishedAt" | "day">): Date {
  const waited = publishedAt ? publishedAt.getTime() + FUNDABLE_AFTER_HOURS * 3_600_000 : 0;
  return new Date(Math.max(waited, Date.parse(`${day}T00:00+05:30`)));
}

export const batchView = ({ batch, root, sent }: ShownBatch): BatchView => ({
  number: batch.number,
  day: batch.day,
  state: batch.state,
  way: batch.way,
  members: batch.rows,
  tokens: batch.tokens,
  amount: batch.tokens === null ? null : String(amountOf(batch.tokens)),
  checkpoint: batch.checkpoint,
  frozenAt: batch.frozenAt?.toISOString() ?? null,
  root,
  network: batch.network,
  chainId: batch.chainId,
  contract: batch.contract,
  claimCall: batch.claimCall,
  explorer: batch.explorer,
  claimUntil: batch.claimUntil,
  publishedAt: batch.publishedAt?.toISOString() ?? null,
  fundedHash: batch.fundedHash,
  deliveredAt: batch.deliveredAt?.toISOString() ?? null,
  sent,
});
