import { type Executor, transact } from "@db/client";
import {
  auditExpired,
  expireOrders,
  listCompaniesOverdue,
  lockOverdueOrders,
} from "@db/queries/orders";
import { releaseTokens } from "@db/queries/supplies";

/** An order whose hold has just expired. */
export type ExpiredOrder = Awaited<ReturnType<typeof lockOverdueOrders>>[number];

interface Release {
  companyId?: string;
  limit?: number;
  /** Notifies the members, in the transaction that ends their orders. */
  notify?: (tx: Executor, expired: readonly ExpiredOrder[]) => Promise<void>;
}

/** The maximum number of overdue orders ended per call, and per transaction. */
const MOST_AT_ONCE = 10_000;
const MOST_TOGETHER = 500;

/**
 * Ends holds that have expired by the database's clock and releases their tokens; skips orders that are
 * locked by a concurrent payment or cancellation. For one company, or for all in separate transactions.
 * Returns the number of expired orders.
 */
export async function releaseOverdueHolds(
  db: Executor,
  { companyId, limit = MOST_AT_ONCE, notify }: Release = {},
): Promise<number> {
  const companies = companyId ? [companyId] : await listCompaniesOverdue(db, limit);
  let released = 0;
  for (const id of companies) {
    for (
      let ended = MOST_TOGETHER;
      ended === MOST_TOGETHER && released < limit;
      released += ended
    ) {
      const most = Math.min(MOST_TOGETHER, limit - released);
      ended = await transact(db, (tx) => releaseOf(tx, id, most, notify));
    }
  }
  return released;
}

async function releaseOf(
  tx: Executor,
  companyId: string,
  limit: number,
  notify: Release["notify"],
): Promise<number> {
  const overdue = await lockOverdueOrders(tx, companyId, limit);
  if (overdue.length === 0) return 0;
  const expired = await expireOrders(
    tx,
    companyId,
    overdue.map(({ id }) => id),
  );
  const ended = overdue.filter(({ id }) => expired.has(id));
  await auditExpired(tx, companyId, ended);
  await notify?.(tx, ended);
  await releaseTokens(
    tx,
    companyId,
    ended.reduce((sum, { held }) => sum + held, 0),
  );
  return ended.length;
}
