import type { Executor } from "@db/client";
import { insertAudit } from "@server/platform";
import { listCompaniesUndecided, releaseUndecided } from "@server/orders/queries/end-holds";
import { giveBack } from "@server/ledger";
import { releaseInTurn } from "./release-overdue-holds";

/** Maximum of orders released per sweep, and per transaction. */
const MAX_PER_SWEEP = 10_000;
const MAX_PER_TRANSACTION = 1000;

/**
 * Releases the tokens, the reward's included, of orders whose payment came without a proof and that
 * nobody has decided for the company's number of days. Flags them; they stay PENDING (architecture.md
 * §6). Skips orders that a concurrent decision locks. `notifyExpired` notifies the members.
 */
export const releaseUndecidedHolds = async (
  db: Executor,
  { limit = MAX_PER_SWEEP }: { limit?: number } = {},
): Promise<number> =>
  releaseInTurn(db, await listCompaniesUndecided(db, limit), {
    limit,
    atOnce: MAX_PER_TRANSACTION,
    failed: "Some companies keep undecided holds.",
    release: releaseSome,
  });

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
