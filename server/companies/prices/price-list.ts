import type { AdminContext } from "@server/access";
import { findWholeCompany } from "@server/sites";
import { foundingTerms, listPrices } from "@server/companies/queries/prices";
import type { PriceLine } from "@server/companies/contracts/prices";
import { refuse } from "@server/platform/rules/refusals/refuse";

const TERMS = ["priceMicroRupees", "feeBps", "referralRewardBps"] as const;
type Term = (typeof TERMS)[number];

/** Older prices are in the activity. */
const MOST_LINES = 100;

/** Lists the current price with the scheduled and earlier ones. */
export async function priceList(ctx: AdminContext) {
  const [company, founding, set] = await Promise.all([
    findWholeCompany(ctx.db, ctx.company.id),
    foundingTerms(ctx.db, ctx.company.id),
    listPrices(ctx.db, ctx.company.id, MOST_LINES),
  ]);
  if (!company) throw refuse("COMPANY_NOT_FOUND");
  // The last value of a term that has begun is in force.
  const begun = set.filter((line) => line.hasBegun && !line.cancelledAt);
  const lastOf = (name: Term) => begun.find((line) => line[name] !== null);
  const isInForce = (line: (typeof set)[number]) =>
    TERMS.some((name) => line[name] !== null && lastOf(name) === line);
  const lines = set.map((price): PriceLine => ({
    id: price.id,
    priceMicroRupees: price.priceMicroRupees,
    feeBps: price.feeBps,
    referralRewardBps: price.referralRewardBps,
    startsAt: price.startsAt.toISOString(),
    setBy: price.setBy,
    state: price.cancelledAt
      ? "CANCELLED"
      : !price.hasBegun
        ? "UPCOMING"
        : isInForce(price)
          ? "IN_FORCE"
          : "ENDED",
  }));
  if (founding?.priceMicroRupees && set.length < MOST_LINES) {
    lines.push({
      id: null,
      ...founding,
      startsAt: company.createdAt.toISOString(),
      setBy: null,
      state: lastOf("priceMicroRupees") ? "ENDED" : "IN_FORCE",
    });
  }
  return { priceMicroRupees: company.priceMicroRupees, lines };
}
