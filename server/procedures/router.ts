import { createCallerFactory, router } from "@server/trpc";
import { beneficiariesRouter } from "./beneficiaries/router";
import { dashboardRouter } from "./dashboard/router";
import { mediaRouter } from "./media/router";
import { ordersRouter } from "./orders/router";
import { pricesRouter } from "./prices/router";
import { stockRouter } from "./stock/router";

/** Every procedure of the product, by noun. */
export const appRouter = router({
  beneficiaries: beneficiariesRouter,
  dashboard: dashboardRouter,
  media: mediaRouter,
  orders: ordersRouter,
  prices: pricesRouter,
  stock: stockRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
