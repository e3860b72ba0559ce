import { countHolders } from "@db/queries/figures";
import { overviewOf } from "@db/queries/overview";
import type { StockOverview } from "@server/contracts/stock";
import { worthInPaise } from "@server/domain/money/worth";
import { thinned } from "@server/domain/stock/history";
import { memberProcedure } from "@server/procedures/trpc";

/** A drawing shows no more days. */
const MOST_DAYS = 60;

/** The member's own holding, what it cost and is worth, and how far the sale is. */
export const stockOverview = memberProcedure.query(async ({ ctx }): Promise<StockOverview> => {
  const { actor, company, db, deps } = ctx;
  const readHolders = () => countHolders(db, company.id);
  const [{ days, pool, ...held }, holders] = await Promise.all([
    overviewOf(db, { companyId: company.id, memberId: actor.id }),
    deps.figures?.of(`holders ${company.id}`, readHolders) ?? readHolders(),
  ]);
  const history = days.map(([day, tokens]) => ({ day, tokens }));
  return {
    ...held,
    priceMicroRupees: company.priceMicroRupees,
    worthPaise: worthInPaise(held.tokens, company.priceMicroRupees),
    history: thinned(history, MOST_DAYS),
    holders,
    sale: pool,
    launchAt: company.launchAt?.toISOString() ?? null,
    rewardBps: company.referralRewardBps,
  };
});
