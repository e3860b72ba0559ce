import { remainingPrivateSupply } from "@db/queries/supplies";
import type { CurrentPrice, PlatformSettings } from "@server/contracts/prices";
import { memberProcedure, router } from "@server/trpc";

/** What the Buy page reckons with. */
const current = memberProcedure.query(async ({ ctx }): Promise<CurrentPrice> => ({
  priceMicroRupees: ctx.company.priceMicroRupees,
  feeBps: ctx.company.feeBps,
  remainingPrivateSupply: await remainingPrivateSupply(ctx.db, ctx.company.id),
}));

const settings = memberProcedure.query(({ ctx }): PlatformSettings => ({
  feeBps: ctx.company.feeBps,
}));

export const pricesRouter = router({ current, settings });
