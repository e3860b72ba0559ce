import type { User } from "@db/queries/users";
import type { Context } from "@server/context/context";
import { refuse } from "@server/domain/refusals/refuse";
import { forgetHits, secondsToWait } from "@server/throttles/throttle";

/**
 * Whether a person's own password was typed, for what an open session alone must not do. Refuses
 * with CURRENT_PASSWORD_WRONG or, after too many guesses by whatever way, LOGIN_THROTTLED.
 */
export async function proveCurrentPassword(
  ctx: Context,
  person: Pick<User, "id" | "passwordHash">,
  typed: string,
): Promise<void> {
  const guesses = { what: "current-password", of: person.id };
  const limit = ctx.deps.config.limits.wrongLoginsPerAccount;
  const wait = await secondsToWait(ctx, { ...guesses, limit, windowSeconds: 900 });
  if (wait !== null) throw refuse("LOGIN_THROTTLED", { seconds: wait });
  if (!(await ctx.deps.passwords.verify(person.passwordHash, typed))) {
    throw refuse("CURRENT_PASSWORD_WRONG");
  }
  await forgetHits(ctx, guesses);
}
