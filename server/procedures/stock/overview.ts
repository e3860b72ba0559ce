import { type HeldSince, overviewOf } from "@db/queries/overview";
import type { StockOverview } from "@server/contracts/stock";
import { worthInPaise } from "@server/domain/money/worth";
import { type HeldOn, thinned } from "@server/domain/stock/history";
import { memberProcedure } from "@server/procedures/trpc";

/** What an allocation changed last, kept so that a page reads it again only after the next one. */
interface Kept extends Pick<HeldSince, "latest" | "paidPaise" | "feePaise"> {
  history: readonly HeldOn[];
}

const NOTHING: Kept = { latest: 0, paidPaise: 0, feePaise: 0, history: [] };

/** A drawing shows no more days. */
const MOST_DAYS = 60;

/** Members whose history is kept; the one read longest ago is dropped first. */
const MOST_KEPT = 1000;

const keptOf = new Map<string, Kept>();

function keep(memberId: string, { days, ...since }: HeldSince): Kept {
  const history = days.map(([day, tokens]) => ({ day, tokens }));
  const kept = { ...since, history: thinned(history, MOST_DAYS) };
  keptOf.delete(memberId);
  keptOf.set(memberId, kept);
  const [oldest] = keptOf.keys();
  if (keptOf.size > MOST_KEPT && oldest !== undefined) keptOf.delete(oldest);
  return kept;
}

/** The member's own holding, what it cost and is worth, and how far the sale is. */
export const stockOverview = memberProcedure.query(async ({ ctx }): Promise<StockOverview> => {
  const { actor, company, db } = ctx;
  const known = keptOf.get(actor.id) ?? NOTHING;
  const found = await overviewOf(db, {
    companyId: company.id,
    memberId: actor.id,
    known: known.latest,
  });
  const { tokens, rewards, allocations, holders, since } = found;
  const { paidPaise, feePaise, history } = since
    ? keep(actor.id, since)
    : found.isKnown
      ? known
      : NOTHING;
  return {
    tokens,
    rewards,
    allocations,
    paidPaise,
    feePaise,
    priceMicroRupees: company.priceMicroRupees,
    worthPaise: worthInPaise(tokens, company.priceMicroRupees),
    history,
    holders,
    sale: found.pool,
    launchAt: company.launchAt?.toISOString() ?? null,
    rewardBps: company.referralRewardBps,
  };
});
