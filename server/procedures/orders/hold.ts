import { amendOrder, type Order } from "@db/queries/orders";
import { findPerson, type Recipient } from "@db/queries/recipients";
import { holdTokens } from "@db/queries/supplies";
import type { MemberActor } from "@server/context/actor";
import { rewardFor, rewardToHold } from "@server/domain/referrals/referrals";
import type { CompanyContext } from "@server/procedures/trpc";
import { releaseOverdueHolds } from "./release-overdue-holds";
import { notifyExpired } from "./notify-members";

/**
 * Holds an order's tokens, and its referrer's reward as far as the pool allows. If the pool has too few,
 * ends overdue holds and retries once (architecture.md §5). Null if there are still too few. The order's
 * row already states the held quantity.
 */
export async function takeHold(
  ctx: CompanyContext<MemberActor>,
  order: Order,
): Promise<Order | null> {
  const { db: tx, company } = ctx;
  let left = await holdTokens(tx, company.id, order.quantity);
  if (left === null) {
    await releaseOverdueHolds(tx, {
      companyId: company.id,
      notify: (at, expired) => notifyExpired(at, ctx.deps, expired),
    });
    left = await holdTokens(tx, company.id, order.quantity);
  }
  if (left === null) return null;
  const referrer = order.referrerId && (await findPerson(tx, company.id, order.referrerId));
  if (!referrer || !mayEarn(referrer)) return order;
  const heldReward = rewardToHold(rewardFor(order.quantity, company.referralRewardBps), left);
  if (heldReward === 0) return order;
  // The hold above locked the row, so the remainder has not changed.
  const after = await holdTokens(tx, company.id, heldReward);
  if (after === null) throw new Error("The rest of the pool changed under its lock.");
  return amendOrder(tx, order, { heldReward, rewardBps: company.referralRewardBps });
}

/**
 * A blocked or deleted referrer gets no reward (architecture.md §5), nor one who became an admin: no one
 * decides on their own tokens.
 */
export const mayEarn = (referrer: Pick<Recipient, "role" | "status" | "deletedAt">): boolean =>
  referrer.role === "USER" && referrer.status !== "BLOCKED" && referrer.deletedAt === null;
