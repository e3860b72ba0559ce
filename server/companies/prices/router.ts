import { remainingPrivateSupply } from "@server/sites";
import { PriceRef, SetPrice, type CurrentPrice } from "@server/companies/contracts/prices";
import { adminProcedure, memberProcedure, router } from "@server/access";
import { priceList } from "./price-list";
import { changePrice, takeBackPrice } from "./change-prices";
import { reviewTerms, setOwnTerms } from "./change-terms";

/** Returns the values the Buy page calculates with. */
const current = memberProcedure.query(async ({ ctx }): Promise<CurrentPrice> => ({
  priceMicroRupees: ctx.company.priceMicroRupees,
  feeBps: ctx.company.feeBps,
  remainingPrivateSupply: await remainingPrivateSupply(ctx.db, ctx.company.id),
}));

const settings = memberProcedure.query(({ ctx }) => ({
  feeBps: ctx.company.feeBps,
}));

const list = adminProcedure.query(({ ctx }) => priceList(ctx));

const set = adminProcedure.input(SetPrice).mutation(async ({ ctx, input }) => {
  await changePrice(ctx, input);
  return priceList(ctx);
});

const cancel = adminProcedure.input(PriceRef).mutation(async ({ ctx, input }) => {
  await takeBackPrice(ctx, input);
  return priceList(ctx);
});

export const pricesRouter = router({
  current,
  settings,
  list,
  set,
  cancel,
  review: reviewTerms,
  setTerms: setOwnTerms,
});
