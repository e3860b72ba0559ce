import { findWholeCompany, lockCompany } from "@server/sites";
import {
  insertPrice,
  listUpcomingPrices,
  type Price,
  type Terms,
  readClock,
} from "@server/companies/queries/prices";
import { type Context, recordAudit } from "@server/access";
import { assertPriceStart } from "@server/platform/rules/money/price-start";

const NAMES = ["priceMicroRupees", "feeBps", "referralRewardBps"] as const;

/**
 * Sets terms of the sale, at once or from `startsAt`, in the caller's transaction. Null if all of them
 * are already in force. Orders keep the terms stored with them. Refuses with COMPANY_NOT_FOUND and
 * the refusals of `assertPriceStart`.
 */
export async function setTerms(
  ctx: Context,
  companyId: string,
  { startsAt, setBy, ...wanted }: Terms & { startsAt: Date | null; setBy?: string },
): Promise<Price | null> {
  // Locks the company, so that of two concurrent prices the later one is in force.
  await lockCompany(ctx.db, companyId);
  const company = await findWholeCompany(ctx.db, companyId);
  const now = await readClock(ctx.db);
  const set = NAMES.filter(
    (name) => wanted[name] !== undefined && (startsAt !== null || wanted[name] !== company?.[name]),
  );
  if (set.length === 0) return null;
  if (startsAt !== null) {
    const upcoming = await listUpcomingPrices(ctx.db, companyId);
    const alike = upcoming.filter((other) => set.some((name) => other[name] !== null));
    assertPriceStart({ startsAt, now, taken: alike.map((other) => other.startsAt) });
  }
  const price = await insertPrice(ctx.db, {
    ...Object.fromEntries(set.map((name) => [name, wanted[name]])),
    companyId,
    startsAt: startsAt ?? now,
    setBy: setBy ?? (ctx.actor.role === "ADMIN" ? ctx.actor.id : null),
  });
  const side = (terms: Terms | undefined) =>
    Object.fromEntries(set.map((name) => [name, terms?.[name] ?? null]));
  await recordAudit(ctx, {
    action: startsAt === null ? "price.set" : "price.scheduled",
    subjectType: "price",
    subjectId: price.id,
    companyId,
    before: side(company),
    after: { ...side(price), startsAt: price.startsAt.toISOString() },
  });
  return price;
}
