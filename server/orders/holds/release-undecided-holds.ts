import { type Executor, transact } from "@db/client";
import { insertAudit } from "@server/platform";
import { listCompaniesUndecided, releaseUndecided } from "@server/orders/queries/end-holds";
import { giveBack } from "@server/ledger";

/** Maximum of orders released per sweep, and per transaction. */
const MAX_PER_SWEEP = 10_000;
const MAX_PER_TRANSACTION = 1000;

/**
 * Releases the tokens, the reward's included, of orders whose payment came without a proof and that
 * nobody has decided for the company's number of days. Flags them; they stay PENDING (architecture.md
 * §6). Runs in separate transactions and skips orders that a concurrent decision locks. Returns their
 * number. A company that fails does not stop the others; their errors are thrown together at the end.
 * `notifyExpired` notifies the members.
 */
export async function releaseUndecidedHolds(
  db: Executor,
  { limit = MAX_PER_SWEEP }: { limit?: number } = {},
): Promise<number> {
  const errors: unknown[] = [];
  let released = 0;
  for (const companyId of await listCompaniesUndecided(db, limit)) {
    try {
      for (let most = 0, ended = 0; ended === most && released < limit; released += ended) {
        most = Math.min(MAX_PER_TRANSACTION, limit - released);
        ended = await transact(db, (tx) => releaseSome(tx, companyId, most));
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some companies keep undecided holds.");
  return released;
}

async function releaseSome(tx: Executor, companyId: string, most: number): Promise<number> {
  const released = await releaseUndecided(tx, companyId, most);
  if (released.length === 0) return 0;
  await insertAudit(
    tx,
    ...released.map(({ id, orderNumber, tokens }) => ({
      companyId,
      actorRole: "SYSTEM" as const,
      action: "order.hold-released",
      subjectType: "order",
      subjectId: id,
      after: { orderNumber, releasedTokens: tokens },
    })),
  );
  await giveBack(tx, companyId, released);
  return released.length;
}
