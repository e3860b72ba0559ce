import type { Executor } from "@db/client";
import { dropHeldRewards } from "@db/queries/orders";
import { releaseTokens } from "@db/queries/supplies";

/**
 * Gives back the rewards promised to a referrer who was blocked or deleted, in the transaction that
 * does it. Returns the tokens set free.
 */
export async function releaseRewardsOf(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<number> {
  const tokens = await dropHeldRewards(tx, companyId, memberId);
  await releaseTokens(tx, companyId, tokens);
  return tokens;
}
