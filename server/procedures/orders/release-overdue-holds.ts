import { type Executor, transact } from "@db/client";
import {
  auditExpired,
  expireOrders,
  listCompaniesOverdue,
  lockOverdueOrders,
} from "@db/queries/orders";
import { releaseTokens } from "@db/queries/supplies";

/** An order whose time has just run out. */
export type ExpiredOrder = Awaited<ReturnType<typeof lockOverdueOrders>>[number];

interface Release {
  companyId?: string;
  limit?: number;
  /** Tells the members, in the transaction that ends their orders. */
  tell?: (tx: Executor, expired: readonly ExpiredOrder[]) => Promise<void>;
}

/** Overdue orders that one call ends at most, and one transaction. */
const MOST_AT_ONCE = 10_000;
const MOST_TOGETHER = 500;

/**
 * Ends holds whose time is over by the database's clock and gives their tokens back; orders that
 * somebody is paying or cancelling this moment are left alone. Of one company, or of all: then each
 * in a transaction of its own. Returns how many orders ran out.
 */
export async function releaseOverdueHolds(
  db: Executor,
  { companyId, limit = MOST_AT_ONCE, tell }: Release = {},
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
      ended = await transact(db, (tx) => releaseOf(tx, id, most, tell));
    }
  }
  return released;
}

async function releaseOf(
  tx: Executor,
  companyId: string,
  limit: number,
  tell: Release["tell"],
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
  await tell?.(tx, ended);
  await releaseTokens(
    tx,
    companyId,
    ended.reduce((sum, { held }) => sum + held, 0),
  );
  return ended.length;
}
