import { findWholeCompany, lockCompany } from "@db/queries/companies";
import { insertPrice, listUpcomingPrices, type Price, readClock } from "@db/queries/prices";
import type { Context } from "@server/context/context";
import { assertPriceStart } from "@server/domain/money/price-start";
import { refuse } from "@server/domain/refusals/refuse";
import { recordAudit } from "@server/trpc";

/**
 * Puts a price (micro-rupees) in force: at once, or from `startsAt`. Runs in the caller's
 * transaction. Null where that price is in force already. Open orders keep theirs: it stands in
 * their rows. Refuses with COMPANY_NOT_FOUND, and for a start with what `assertPriceStart` does.
 */
export async function setPrice(
  ctx: Context,
  companyId: string,
  wanted: { priceMicroRupees: number; startsAt: Date | null },
): Promise<Price | null> {
  // Locked, so that of two prices set at once the later one is in force.
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
