import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { wallets } from "@db/schema";
import type { Executor } from "@db/client";

/** A member's proven wallet, to which their tokens go. The address has its EIP-55 checksum. */
export interface WalletInForce {
  memberId: string;
  id: string;
  address: string;
  validFrom: Date;
}

const inForce = (companyId: string) =>
  and(
    eq(wallets.companyId, companyId),
    isNotNull(wallets.provedAt),
    isNull(wallets.stoppedAt),
    sql`${wallets.validFrom} <= statement_timestamp()`,
  );

const shown = {
  memberId: wallets.memberId,
  id: wallets.id,
  address: wallets.address,
  validFrom: sql<Date>`${wallets.validFrom}`.mapWith(wallets.validFrom),
};

/** Finds the proven wallet of a member that is in force now; null without one. */
export async function findWalletInForce(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<WalletInForce | null> {
  const [row] = await db
    .select(shown)
    .from(wallets)
    .where(and(inForce(companyId), eq(wallets.memberId, memberId)))
    .orderBy(desc(wallets.validFrom), desc(wallets.id))
    .limit(1);
  return row ?? null;
}

/** Lists the proven wallets of a company that are in force now, one for each member who has one. */
export const listWalletsInForce = (db: Executor, companyId: string): Promise<WalletInForce[]> =>
  db
    .selectDistinctOn([wallets.memberId], shown)
    .from(wallets)
    .where(inForce(companyId))
    .orderBy(asc(wallets.memberId), desc(wallets.validFrom), desc(wallets.id));
