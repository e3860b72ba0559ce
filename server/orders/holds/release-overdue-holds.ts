import { type Executor, transact } from "@db/client";
import { insertAudit, sweepEach } from "@server/platform";
import {
  expireOverdue,
  listCompaniesOverdue,
  type Overdue,
} from "@server/orders/queries/end-holds";
import { giveBack, obtainablePrivateSupply } from "@server/ledger";
import { atCompany, type Context } from "@server/access";
import type { CompanySite } from "@server/sites";

/** Maximum of holds ended per sweep, and per transaction. */
const MAX_PER_SWEEP = 10_000;
const MAX_PER_TRANSACTION = 2000;

/**
 * Ends holds that have expired by the database's clock and releases their tokens, for one company or for
 * all. Skips orders that a concurrent payment or cancellation locks. `notifyExpired` notifies the members.
 */
export const releaseOverdueHolds = async (
  db: Executor,
  { companyId, limit = MAX_PER_SWEEP }: { companyId?: string; limit?: number } = {},
): Promise<number> =>
  releaseInTurn(db, companyId ? [companyId] : await listCompaniesOverdue(db, limit), {
    limit,
    atOnce: MAX_PER_TRANSACTION,
    failed: "Some companies keep overdue holds.",
    release: (tx, id, most) =>
      endOverdueHolds(tx, id, { tokens: null, limit: most, skipsLocked: true }),
  });

interface Released {
  limit: number;
  /** Maximum of a transaction. */
  atOnce: number;
  /** Message of the errors. */
  failed: string;
  /** Releases at most `most` holds of a company, and returns their number. */
  release: (tx: Executor, companyId: string, most: number) => Promise<number>;
}

/** Releases holds of companies, up to a limit, in separate transactions (`sweepEach`). Returns their number. */
export function releaseInTurn(
  db: Executor,
  companies: readonly string[],
  { limit, atOnce, failed, release }: Released,
): Promise<number> {
  let left = limit;
  return sweepEach(companies, failed, async (companyId) => {
    const before = left;
    for (let most = 0, some = 0; some === most && left > 0; left -= some) {
      most = Math.min(atOnce, left);
      some = await transact(db, (tx) => release(tx, companyId, most));
    }
    return before - left;
  });
}

/** Ends overdue holds within a transaction. Returns their number. */
export async function endOverdueHolds(
  tx: Executor,
  companyId: string,
  overdue: Overdue,
): Promise<number> {
  const ended = await expireOverdue(tx, companyId, overdue);
  if (ended.length === 0) return 0;
  await insertAudit(
    tx,
    ...ended.map(({ id, orderNumber }) => ({
      companyId,
      actorRole: "SYSTEM" as const,
      action: "order.expired",
      subjectType: "order",
      subjectId: id,
      before: { status: "OPEN" },
      after: { status: "EXPIRED", orderNumber },
    })),
  );
  await giveBack(tx, companyId, ended);
  return ended.length;
}

/**
 * Makes room for a purchase that found too few tokens and was rolled back: ends as many of the oldest
 * overdue holds as have `wanted` tokens. Waits for holds that a sweep is ending or a member is paying.
 * Runs in transactions of its own, so that it locks no orders while the buyer's row is locked. Returns the
 * number of free tokens.
 */
export async function makeRoom(
  { beforeCommit: _ofTheCall, ...ctx }: Context,
  company: CompanySite,
  wanted: number,
): Promise<number> {
  const beside = atCompany(ctx, company);
  const companyId = company.id;
  for (;;) {
    const { free, overdue } = await obtainablePrivateSupply(ctx.db, companyId);
    if (free >= wanted || overdue === 0) return free;
    await beside.transact((tx) =>
      endOverdueHolds(tx, companyId, {
        tokens: wanted - free,
        limit: MAX_PER_TRANSACTION,
        skipsLocked: false,
      }),
    );
  }
}
