import { findWholeCompany } from "@server/sites";
import { foundingPrice, listPrices } from "@server/companies/queries/prices";
import type { PriceList, PriceLine } from "@server/companies/contracts/prices";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { type AdminContext } from "./change-prices";

/** Older prices are in the activity. */
const MOST_LINES = 100;

/** Lists the current price with the scheduled and earlier ones. */
export async function priceList(ctx: AdminContext): Promise<PriceList> {
  const [company, founding, set] = await Promise.all([
    findWholeCompany(ctx.db, ctx.company.id),
    foundingPrice(ctx.db, ctx.company.id),
    listPrices(ctx.db, ctx.company.id, MOST_LINES),
  ]);
  if (!company) throw refuse("COMPANY_NOT_FOUND");
  const inForce = set.find((price) => price.hasBegun && !price.cancelledAt);
  const lines = set.map((price): PriceLine => ({
    id: price.id,
    priceMicroRupees: price.priceMicroRupees,
    startsAt: price.startsAt.toISOString(),
    setBy: price.setBy,
    state: price.cancelledAt
      ? "CANCELLED"
      : !price.hasBegun
        ? "UPCOMING"
        : price === inForce
          ? "IN_FORCE"
          : "ENDED",
  }));
  if (founding !== null && set.length < MOST_LINES) {
    lines.push({
      id: null,
      priceMicroRupees: founding,
      startsAt: company.createdAt.toISOString(),
      setBy: null,
      state: inForce ? "ENDED" : "IN_FORCE",
    });
  }
  return { priceMicroRupees: company.priceMicroRupees, lines };
}
