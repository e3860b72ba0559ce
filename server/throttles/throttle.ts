import { clearHits, countHit, takeHitBack } from "@db/queries/throttles";
import type { Context } from "@server/context/context";

/** What is counted. `of` may be personal: only its keyed hash is stored. */
export interface Counted {
  what: string;
  of: string;
  limit: number;
  windowSeconds: number;
}

const keyOf = (ctx: Context, { what, of }: Pick<Counted, "what" | "of">): string =>
  `${what}:${ctx.deps.secrets.keyedHash("throttle", of)}`;

/**
 * Counts one more, in every instance and outside any transaction of the caller: a refusal that
 * follows does not take it back. Null while within the limit, else the seconds to wait.
 */
export async function secondsToWait(ctx: Context, counted: Counted): Promise<number | null> {
  const { hits, secondsLeft } = await countHit(
    ctx.deps.database.db,
    keyOf(ctx, counted),
    counted.windowSeconds,
  );
  return hits > counted.limit ? Math.max(1, Math.ceil(secondsLeft)) : null;
}

export const forgetHits = (ctx: Context, counted: Pick<Counted, "what" | "of">): Promise<void> =>
  clearHits(ctx.deps.database.db, keyOf(ctx, counted));

export const forgetOneHit = (ctx: Context, counted: Pick<Counted, "what" | "of">): Promise<void> =>
  takeHitBack(ctx.deps.database.db, keyOf(ctx, counted));
