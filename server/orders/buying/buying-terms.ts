import { allowanceOf } from "@server/orders/queries/allowance";
import { ownBudget } from "@server/orders/queries/campaigns";
import { findBuyerFacts } from "@server/orders/queries/orders";
import { ordersOfPerson } from "@server/orders/queries/person-orders";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import { identityRulesOf } from "@server/companies/rules/identity";
import {
  limitsPersons,
  type PersonLimit,
  personLimits,
} from "@server/companies/rules/person-limits";
import { remainingAllowance, unverifiedHoldTokens } from "@server/companies/rules/allowance";
import { STANDING_QUOTES } from "@server/orders/rules/standing-quote";
import { costInPaise, tryQuote } from "@server/platform/rules/money/quote";
import { MICRO_RUPEES_PER_PAISA } from "@server/platform/rules/money/units";
import { memberProcedure, type MemberContext } from "@server/access";
import { campaignFor, shareOfBudget } from "@server/orders/holds/take-hold";

/**
 * Returns the terms that Buy Token shows before an amount is entered. They are not binding:
 * `orders.create` decides.
 */
export const buyingTerms = memberProcedure.query(async ({ ctx }): Promise<BuyingTerms> => {
  const { company } = ctx;
  const found = await allowanceOf(ctx.db, company.id, ctx.actor.id, null, STANDING_QUOTES);
  const { isApproved, pendingOrders, pendingTokens } = found;
  const { maxPendingOrders, maxHeldTokens } = company;
  const person = await personOf(ctx);
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
    leastPaise: leastInPaise(company.settings.minimumOrderPaise, company.priceMicroRupees),
    room: remainingAllowance(
      { pendingOrders, pendingTokens, maxPendingOrders, maxHeldTokens, unproved },
      person.limits,
    ),
    isIdentitySent: person.isIdentitySent,
    identityAbovePaise: identityRulesOf(company.settings).abovePaise,
    bonus: await bonusFor(ctx),
  };
});

/** Returns what the member may still buy as a person, with all their accounts. */
async function personOf({
  db,
  company,
  actor,
}: MemberContext): Promise<{ limits: PersonLimit[]; isIdentitySent: boolean }> {
  const rules = identityRulesOf(company.settings);
  if (!limitsPersons(rules)) return { limits: [], isIdentitySent: false };
  const of = { companyId: company.id, memberId: actor.id, isOpenLeft: true };
  const { feeBps, priceMicroRupees } = company;
  const person = await ordersOfPerson(db, rules, of);
  const limits = personLimits(rules, person, (amountPaise) => {
    const quoted = tryQuote({ amountPaise, feeBps, priceMicroRupees });
    return quoted.ok ? quoted.quote.quantity : 0;
  });
  return { limits, isIdentitySent: person.isIdentitySent };
}

/** Returns the bonus that an order of the member would have now. */
async function bonusFor({ db, company, actor }: MemberContext): Promise<BuyingTerms["bonus"]> {
  const { campaign } = company;
  if (!campaign?.bonusBps) return null;
  const facts = await findBuyerFacts(db, company.id, actor.id);
  const applies = facts && campaignFor(company, facts.referrer);
  if (!applies) return null;
  const { id: campaignId, bonusBps: bps, endsAt } = campaign;
  const own = await ownBudget(db, { companyId: company.id, campaignId, memberId: actor.id });
  if (own.capTotal === null) return { bps, endsAt, left: null };
  const share = shareOfBudget(company, own);
  return { bps, endsAt, left: Math.max(0, Math.min(own.capTotal - own.taken + own.open, share)) };
}

/** Returns the paise of the fewest tokens that cost at least `minimum` paise; 0 without either. */
function leastInPaise(minimum = 0, priceMicroRupees: number | null): number {
  if (!priceMicroRupees) return 0;
  const tokens = Math.ceil((minimum * MICRO_RUPEES_PER_PAISA) / priceMicroRupees);
  return costInPaise(tokens, priceMicroRupees) ?? 0;
}
