import { clearHits, countHit, isMarked, mark, takeHitBack } from "@db/queries/throttles";
import type { Context } from "@server/context/context";
import { networkOf } from "./network";

/** What is counted. `of` may be personal: only its keyed hash is stored. */
export interface Counted {
  what: string;
  of: string;
  limit: number;
  windowSeconds: number;
}

/** A login, whoever it belongs to: a company (null: the platform) and an e-mail. */
export interface Account {
  companyId: string | null;
  email: string;
}

/** How long a network from which somebody logged in is known as theirs. */
const KNOWN_SECONDS = 30 * 24 * 3600;

const keyOf = (ctx: Pick<Context, "deps">, { what, of }: Pick<Counted, "what" | "of">): string =>
  `${what}:${ctx.deps.secrets.keyedHash("throttle", of)}`;

/** What an account is counted under. */
export const accountKey = ({ companyId, email }: Account): string =>
  `${companyId ?? "platform"}:${email.trim().toLowerCase()}`;

/**
 * Counts one more, in every instance and outside any transaction of the caller: a refusal that
 * follows does not take it back. Null while within the limit, else the seconds to wait.
 */
export async function secondsToWait(
  ctx: Pick<Context, "deps">,
  counted: Counted,
): Promise<number | null> {
  const { hits, secondsLeft } = await countHit(
    ctx.deps.database.db,
    keyOf(ctx, counted),
    counted.windowSeconds,
  );
  // Of several at once, one that began earlier finds a window that ends a moment later than its own.
  const wait = Math.min(counted.windowSeconds, Math.max(1, Math.ceil(secondsLeft)));
  return hits > counted.limit ? wait : null;
}

/**
 * The same for what anybody may do in an account's name. Where strangers have used up its limit, a
 * network that its owner has logged in from has a limit of its own: nobody can keep the owner out.
 */
export async function secondsToWaitFor(
  ctx: Context,
  account: Account,
  counted: Counted,
): Promise<number | null> {
  const wait = await secondsToWait(ctx, counted);
  if (wait === null) return null;
  const isOwners = await isMarked(ctx.deps.database.db, networkKey(ctx, account));
  return isOwners ? secondsToWait(ctx, onOwnNetwork(ctx, counted)) : wait;
}

/** Notes that an account's owner is at home on this network, and forgets what was counted here. */
export async function welcome(
  ctx: Context,
  account: Account,
  counted: Pick<Counted, "what" | "of">,
): Promise<void> {
  await mark(ctx.deps.database.db, networkKey(ctx, account), KNOWN_SECONDS);
  await forgetHits(ctx, counted);
  await forgetHits(ctx, onOwnNetwork(ctx, counted));
}

export const forgetHits = (ctx: Context, counted: Pick<Counted, "what" | "of">): Promise<void> =>
  clearHits(ctx.deps.database.db, keyOf(ctx, counted));

export const forgetOneHit = (ctx: Context, counted: Pick<Counted, "what" | "of">): Promise<void> =>
  takeHitBack(ctx.deps.database.db, keyOf(ctx, counted));

const networkKey = (ctx: Context, account: Account): string =>
  keyOf(ctx, { what: "known-network", of: `${accountKey(account)}@${networkOf(ctx.ip)}` });

const onOwnNetwork = <C extends Pick<Counted, "what" | "of">>(ctx: Context, counted: C): C => ({
  ...counted,
  what: `${counted.what}-at-home`,
  of: `${counted.of}@${networkOf(ctx.ip)}`,
});
