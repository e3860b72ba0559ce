import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type CodeOwner, giveTryBack, replaceCode, spendCode, takeTry } from "@db/queries/codes";
import { newId } from "@db/ids";
import type { Executor } from "@db/client";
import type { Channel } from "@db/vocabulary";
import type { Context } from "@server/context/context";
import { refuse } from "@server/domain/refusals/refuse";
import { networkOf } from "@server/throttles/network";
import { accountKey, secondsToWait, secondsToWaitFor } from "@server/throttles/throttle";

/** Wrong guesses a code survives (design §7). */
const TRIES = 5;

/** Longer than looking somebody up and filing a message takes. */
const STEADY_MS = 150;

/** How long a code lives, and how soon another may be asked for, in seconds. */
export const CODE_SECONDS = {
  member: { lives: 600, resend: 30 },
  superAdmin: { lives: 180, resend: 179 },
};

/**
 * Counts a request for a code before anything is looked up, so that it is answered the same whether
 * the address has an account or not. `addresses` are all that will be written to: whatever a code
 * is for, an address gets no more than its share. Refuses with CODE_RESEND_TOO_SOON or
 * CODE_THROTTLED.
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
  // What was refused already is none of the company's.
  const isRefused = waits.some((wait) => wait !== null);
  if (!isRefused) {
    const limit = limits.codesPerCompanyHour;
    waits.push(await secondsToWait(ctx, { what: "code-company", of: place, limit, ...hour }));
  }
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0));
  if (wait > 0) throw refuse("CODE_THROTTLED", { seconds: wait });
}

/**
 * Answers no sooner than a moment after the call came, so that the time it takes to file a message
 * does not tell who has an account.
 */
export async function steadily<T>(run: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([run(), setTimeout(STEADY_MS)]);
  return answer;
}

/** Makes a code of six digits and keeps its keyed hash. The caller sends it, in the same transaction. */
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
    tries: TRIES,
    seconds: to.seconds,
  });
  return code;
}

/** A code that was right, and the channel it came by. */
export interface ProvenCode {
  id: string;
  channel: Channel;
  address: string;
}

/**
 * Whether a code is right; it is used up by `spendProven`, in the transaction of what it is for, so
 * that a server too busy for the rest costs nobody their code. Refuses with CODE_WRONG for a wrong,
 * used, dead or unknown one alike. Runs outside any transaction: a wrong try stays used whatever
 * follows.
 */
export async function proveCode(ctx: Context, owner: CodeOwner, code: string): Promise<ProvenCode> {
  const db = ctx.deps.database.db;
  for (const { codeHash, ...candidate } of await takeTry(db, owner)) {
    if (!ctx.deps.secrets.matches("one-time-code", `${candidate.id}:${code}`, codeHash)) continue;
    await giveTryBack(db, candidate.id);
    return candidate;
  }
  throw refuse("CODE_WRONG");
}

/** Uses a code up; of several callers at once, one does, and the others hear CODE_WRONG. */
export async function spendProven(tx: Executor, { id }: ProvenCode): Promise<void> {
  if (!(await spendCode(tx, id))) throw refuse("CODE_WRONG");
}
