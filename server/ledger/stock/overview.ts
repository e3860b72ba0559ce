import { countHolders } from "@server/platform";
import { overviewOf } from "@server/ledger/queries/overview";
import { type Context, memberProcedure } from "@server/access";
import type { StockOverview } from "@server/ledger/contracts/stock";
import { worthInPaise } from "@server/platform/rules/money/worth";
import { sampleDays } from "@server/ledger/rules/history";

/** Maximum number of days that a chart shows. */
const MOST_DAYS = 30;

/** Returns the number of members with tokens; up to 20 s old. */
export function holdersOf({
  db,
  company,
  deps,
}: Pick<Context, "db" | "deps"> & { company: { id: string } }): Promise<number> {
  const read = () => countHolders(db, company.id);
  return deps.figures?.of(`holders ${company.id}`, read) ?? read();
}

/** Returns the member's holding, its cost and worth, and the progress of the sale. */
export const stockOverview = memberProcedure.query(async ({ ctx }): Promise<StockOverview> => {
  const { actor, company, db } = ctx;
  const [{ days, pool, ...held }, holders] = await Promise.all([
    overviewOf(db, { companyId: company.id, memberId: actor.id }),
    holdersOf(ctx),
  ]);
  const history = days.map(([day, tokens]) => ({ day, tokens }));
  return {
    ...held,
    priceMicroRupees: company.priceMicroRupees,
    worthPaise: worthInPaise(held.tokens - held.rewards, company.priceMicroRupees),
    history: sampleDays(history, MOST_DAYS),
    holders,
    sale: pool,
    launchAt: company.launchAt?.toISOString() ?? null,
    rewardBps: company.referralRewardBps,
  };
});
