import { findWholeCompany, lockCompany } from "@server/sites";
import {
  insertPrice,
  listUpcomingPrices,
  type Price,
  readClock,
} from "@server/companies/queries/prices";
import { type Context, recordAudit } from "@server/access";
import { assertPriceStart } from "@server/platform/rules/money/price-start";
import { refuse } from "@server/platform/rules/refusals/refuse";

/**
 * Sets a price (micro-rupees), at once or from `startsAt`, in the caller's transaction. Null if that price
 * is already in force. Open orders keep the price stored with them. Refuses with COMPANY_NOT_FOUND and the
 * refusals of `assertPriceStart`.
 */
export async function setPrice(
  ctx: Context,
  companyId: string,
  wanted: { priceMicroRupees: number; startsAt: Date | null },
): Promise<Price | null> {
  // Locks the company, so that of two concurrent prices the later one is in force.
  if (!(await lockCompany(ctx.db, companyId))) throw refuse("COMPANY_NOT_FOUND");
  const company = await findWholeCompany(ctx.db, companyId);
  const before = company?.priceMicroRupees ?? null;
  const now = await readClock(ctx.db);
  if (wanted.startsAt === null) {
    if (before === wanted.priceMicroRupees) return null;
  } else {
    const upcoming = await listUpcomingPrices(ctx.db, companyId);
    assertPriceStart({
      startsAt: wanted.startsAt,
      now,
      taken: upcoming.map(({ startsAt }) => startsAt),
    });
  }
  const price = await insertPrice(ctx.db, {
    companyId,
    priceMicroRupees: wanted.priceMicroRupees,
    startsAt: wanted.startsAt ?? now,
    setBy: ctx.actor.role === "ADMIN" ? ctx.actor.id : null,
  });
  await recordAudit(ctx, {
    action: wanted.startsAt === null ? "price.set" : "price.scheduled",
    subjectType: "price",
    subjectId: price.id,
    companyId,
    before: { priceMicroRupees: before },
    after: {
      priceMicroRupees: price.priceMicroRupees,
      startsAt: price.startsAt.toISOString(),
    },
  });
  return price;
}
