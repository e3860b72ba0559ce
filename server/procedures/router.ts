import { createCallerFactory, router } from "@server/trpc";

/** Every procedure of the product, by noun. */
export const appRouter = router({});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
