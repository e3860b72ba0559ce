import { buyerRoom } from "@server/orders/queries/allowance";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import { remainingAllowance, unverifiedHoldTokens } from "@server/companies/rules/allowance";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { memberProcedure } from "@server/access";

/**
 * Returns the terms that Buy Token shows before an amount is entered. They are not binding:
 * `orders.create` decides.
 */
export const buyingTerms = memberProcedure.query(async ({ ctx }): Promise<BuyingTerms> => {
  const { company } = ctx;
  const found = await buyerRoom(ctx.db, company.id, ctx.actor.id);
  if (!found) throw refuse("NOT_SIGNED_IN");
  const { isApproved, pendingOrders, pendingTokens } = found;
  const { maxPendingOrders, maxHeldTokens } = company;
  const unproved = isApproved
    ? null
    : {
        heldTokens: found.unprovedTokens,
        maxTokens: unverifiedHoldTokens(found.poolTokens, company.unverifiedHoldBps),
      };
  return {
    priceMicroRupees: company.priceMicroRupees,
    feeBps: company.feeBps,
    remainingPrivateSupply: found.freeTokens,
    mayBuy: isApproved || company.unverifiedMayBuy,
    pendingOrders,
    maxPendingOrders,
    room: remainingAllowance({
      pendingOrders,
      pendingTokens,
      maxPendingOrders,
      maxHeldTokens,
      unproved,
    }),
  };
});
