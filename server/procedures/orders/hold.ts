import { amendOrder, type Order } from "@db/queries/orders";
import { findPerson, type Recipient } from "@db/queries/recipients";
import { holdTokens } from "@db/queries/supplies";
import type { MemberActor } from "@server/context/actor";
import { rewardFor, rewardToHold } from "@server/domain/referrals/reward";
import type { CompanyContext } from "@server/trpc";
import { releaseOverdueHolds } from "./release-overdue-holds";
import { tellExpired } from "./tell-expired";

/**
 * Takes an order's tokens out of the pool, and with them its referrer's reward as far as the pool
 * goes. Where it finds too little it first ends overdue holds and tries once more (design §5).
 * Null when the tokens are gone. The order's row already says that it holds its quantity.
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
      tell: (at, expired) => tellExpired(at, ctx.deps, expired),
    });
    left = await holdTokens(tx, company.id, order.quantity);
  }
  if (left === null) return null;
  const referrer = order.referrerId && (await findPerson(tx, company.id, order.referrerId));
  if (!referrer || !mayEarn(referrer)) return order;
  const heldReward = rewardToHold(rewardFor(order.quantity, company.referralRewardBps), left);
  if (heldReward === 0) return order;
  // The row is locked since the hold above: what was left then is left now.
  const after = await holdTokens(tx, company.id, heldReward);
  if (after === null) throw new Error("The rest of the pool changed under its lock.");
  return amendOrder(tx, order, { heldReward });
}

/**
 * A blocked or deleted referrer gets no reward (design §5), nor one who became an admin: nobody
 * decides on tokens of their own.
 */
export const mayEarn = (referrer: Pick<Recipient, "role" | "status" | "deletedAt">): boolean =>
  referrer.role === "USER" && referrer.status !== "BLOCKED" && referrer.deletedAt === null;
