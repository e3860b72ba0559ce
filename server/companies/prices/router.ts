import { remainingPrivateSupply } from "@server/sites";
import {
  PriceRef,
  SetPrice,
  type CurrentPrice,
  type PlatformSettings,
  type PriceBoard,
} from "@server/companies/contracts/prices";
import { adminProcedure, memberProcedure, router } from "@server/access";
import { priceBoard } from "./price-list";
import { changePrice, takeBackPrice } from "./change-prices";

/** The values the Buy page calculates with. */
const current = memberProcedure.query(async ({ ctx }): Promise<CurrentPrice> => ({
  priceMicroRupees: ctx.company.priceMicroRupees,
  feeBps: ctx.company.feeBps,
  remainingPrivateSupply: await remainingPrivateSupply(ctx.db, ctx.company.id),
}));

const settings = memberProcedure.query(({ ctx }): PlatformSettings => ({
  feeBps: ctx.company.feeBps,
}));

const board = adminProcedure.query(({ ctx }): Promise<PriceBoard> => priceBoard(ctx));

const set = adminProcedure.input(SetPrice).mutation(async ({ ctx, input }): Promise<PriceBoard> => {
  await changePrice(ctx, input);
  return priceBoard(ctx);
});

const cancel = adminProcedure
  .input(PriceRef)
  .mutation(async ({ ctx, input }): Promise<PriceBoard> => {
    await takeBackPrice(ctx, input);
    return priceBoard(ctx);
  });

export const pricesRouter = router({ current, settings, board, set, cancel });
