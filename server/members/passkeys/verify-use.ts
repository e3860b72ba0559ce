import { findPasskey, type Passkey, countHit, type Context } from "@server/access";
import { originOfHost } from "@server/sites/rules/host";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { verifyPasskey } from "./relying-party";

/** Longer than a ticket lives. */
const CLAIMED_SECONDS = 600;

/**
 * Takes a challenge for one use, across all instances and outside the caller's transaction, so that a
 * recorded answer cannot be sent again. Refuses with PASSKEY_OVER.
 */
export async function claimChallenge(ctx: Context, challenge: string): Promise<void> {
  const key = `passkey-challenge:${ctx.deps.secrets.keyedHash("throttle", challenge)}`;
  const { hits } = await countHit(ctx.deps.database.db, key, CLAIMED_SECONDS);
  if (hits > 1) throw refuse("PASSKEY_OVER");
}

/**
 * Verifies an answer to a challenge and takes the challenge. Returns the passkey and its new count of
 * uses, which the caller notes. Refuses with PASSKEY_WRONG, or PASSKEY_OVER for a used challenge.
 */
export async function verifyUse(
  ctx: Context,
  ticket: { challenge: string; host: string },
  response: { id: string },
): Promise<{ passkey: Passkey; counter: number }> {
  const passkey = await findPasskey(ctx.db, response.id);
  if (!passkey || passkey.host !== ticket.host) throw refuse("PASSKEY_WRONG");
  const origin = originOfHost(ctx.deps.config.appOrigin, ticket.host);
  const counter = await verifyPasskey(ticket, origin, passkey, response);
  await claimChallenge(ctx, ticket.challenge);
  return { passkey, counter };
}
