import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type CodeOwner, giveTryBack, replaceCode, spendCode, takeTry } from "@db/queries/codes";
import { newId } from "@db/ids";
import type { Executor } from "@db/client";
import type { Channel } from "@db/vocabulary";
import type { Context } from "@server/context/context";
import { CODE_TRIES } from "@server/domain/members/one-time-codes";
import { refuse } from "@server/domain/refusals/refuse";
import {
  networkOf,
  type Account,
  type Counted,
  accountKey,
  forgetOneHit,
  isTrustedNetwork,
  secondsToWait,
  secondsToWaitFor,
} from "./throttle";

/** Longer than a member lookup and storing a message take. */
const STEADY_MS = 150;

/**
 * Counts a request for a code before any lookup, so that the answer does not depend on whether the address
 * has an account. `addresses` are all the recipients; an address's limit covers codes for every purpose.
 * Refuses with CODE_RESEND_TOO_SOON or CODE_THROTTLED.
 */
export async function admitCodeRequest(
  ctx: Context,
  owner: CodeOwner,
  to: { addresses: readonly [email: string, ...mobiles: string[]]; resendSeconds: number },
): Promise<void> {
  const { limits } = ctx.deps.config;
  const place = owner.companyId ?? "platform";
  const account = { companyId: owner.companyId, email: to.addresses[0] };
  const tooSoon = await secondsToWait(ctx, {
    what: "code-resend",
    of: `${place}:${owner.purpose}:${owner.subject}`,
    limit: 1,
    windowSeconds: to.resendSeconds,
  });
  if (tooSoon !== null) throw refuse("CODE_RESEND_TOO_SOON", { seconds: tooSoon });
  const hour = { windowSeconds: 3600 };
  const ip = { what: "code-ip", of: networkOf(ctx.ip), limit: limits.codesPerIpHour, ...hour };
  const waits: (number | null)[] = [await secondsToWait(ctx, ip)];
  for (const address of to.addresses) {
    const of = accountKey({ companyId: owner.companyId, email: address });
    const limit = limits.codesPerAddressHour;
    waits.push(await secondsToWaitFor(ctx, account, { what: "code-address", of, limit, ...hour }));
  }
  // Refused requests do not count towards the company's limit.
  const isRefused = waits.some((wait) => wait !== null);
  if (!isRefused) {
    const limit = limits.codesPerCompanyHour;
    waits.push(await secondsToWait(ctx, { what: "code-company", of: place, limit, ...hour }));
  }
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0));
  if (wait > 0) throw refuse("CODE_THROTTLED", { seconds: wait });
}

/** Delays the answer to a minimum time, so that response time does not reveal which accounts exist. */
export async function steadily<T>(run: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([run(), setTimeout(STEADY_MS)]);
  return answer;
}

/** Creates a six-digit code and stores its keyed hash. The caller sends it in the same transaction. */
export async function issueCode(
  ctx: Context,
  tx: Executor,
  owner: CodeOwner,
  to: { channel: Channel; address: string; seconds: number },
): Promise<string> {
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await replaceCode(tx, owner, {
    id,
    channel: to.channel,
    address: to.address,
    codeHash: ctx.deps.secrets.keyedHash("one-time-code", `${id}:${code}`),
    tries: CODE_TRIES,
    seconds: to.seconds,
  });
  return code;
}

/** A code that was verified, and the channel it was sent over. */
export interface ProvenCode {
  id: string;
  channel: Channel;
  address: string;
}

/**
 * Verifies a code without using it up: `spendProven` does that in the caller's transaction, so that a
 * SERVER_BUSY in between does not cost the code. Refuses with CODE_WRONG for a wrong, used, expired or
 * unknown code, and with CODES_GUESSED_TOO_OFTEN after too many wrong ones from one network. Runs outside
 * any transaction: a wrong try stays counted after a rollback.
 */
export async function proveCode(
  ctx: Context,
  owner: CodeOwner,
  account: Account,
  code: string,
): Promise<ProvenCode> {
  const db = ctx.deps.database.db;
  const guess = await admitGuess(ctx, account);
  for (const { codeHash, ...candidate } of await takeTry(db, owner)) {
    if (!ctx.deps.secrets.matches("one-time-code", `${candidate.id}:${code}`, codeHash)) continue;
    await giveTryBack(db, candidate.id);
    await forgetOneHit(ctx, guess);
    return candidate;
  }
  throw refuse("CODE_WRONG");
}

/**
 * Counts a guess by network before it is verified; a right guess is taken off the count. When others have
 * used up the network's limit, an account whose owner logged in from it has a separate limit. Returns the
 * counter that was used.
 */
async function admitGuess(ctx: Context, account: Account): Promise<Counted> {
  const { wrongLoginsPerIp, wrongLoginsPerAccount } = ctx.deps.config.limits;
  const network = networkOf(ctx.ip);
  const window = { windowSeconds: 15 * 60 };
  const byNetwork = { what: "code-guess-ip", of: network, limit: wrongLoginsPerIp, ...window };
  let wait = await secondsToWait(ctx, byNetwork);
  if (wait === null) return byNetwork;
  if (await isTrustedNetwork(ctx, account)) {
    const byAccount = {
      what: "code-guess-at-home",
      of: `${accountKey(account)}@${network}`,
      limit: wrongLoginsPerAccount,
      ...window,
    };
    wait = await secondsToWait(ctx, byAccount);
    if (wait === null) return byAccount;
  }
  throw refuse("CODES_GUESSED_TOO_OFTEN", { seconds: wait });
}

/** Uses up a code. Of several concurrent callers one succeeds; the others get CODE_WRONG. */
export async function spendProven(tx: Executor, { id }: ProvenCode): Promise<void> {
  if (!(await spendCode(tx, id))) throw refuse("CODE_WRONG");
}
