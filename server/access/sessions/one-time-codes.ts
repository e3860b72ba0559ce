import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import {
  type CodeOwner,
  restoreAttempt,
  replaceCode,
  spendCode,
  spendAttempt,
} from "@server/access/queries/codes";
import { newId } from "@db/ids";
import type { Executor } from "@db/client";
import type { Channel } from "@db/vocabulary";
import type { Context } from "@server/access/call/context";
import type { CodeSent } from "@server/platform/rules/people/one-time-codes";
import type { CompanySite } from "@server/sites";
import { CODE_TRIES } from "@server/platform/rules/people/one-time-codes";
import { smsReaches } from "@server/platform/rules/people/countries";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  type Account,
  accountKey,
  admitAll,
  atNetwork,
  type Counted,
  countOnNetwork,
  forgetOneHit,
  isTrustedNetwork,
  networkOf,
} from "@server/access/throttles/throttle";
import { countWrongGuess, isGuessedTooOften } from "@server/access/throttles/wrong-codes";

/** Milliseconds; a member lookup and storing a message take less. */
const MINIMUM_MS = 150;

/** Strangers need this many networks to use up the codes of one address. */
const NETWORKS_PER_ADDRESS = 4;

/** The facts of a request for a code that limits depend on. */
export interface CodeRequest {
  /** The owner of the codes; counted by the owner's company. */
  account: Account;
  /**
   * Names who has a share of the budgets that strangers cannot use up: the owner on a network where
   * they logged in before, the owner's own session, or nobody, for a registration.
   */
  share: "trusted network" | "session" | "none";
  resendSeconds: number;
}

/**
 * Admits a request for a code and runs `send`, which stores and mails a code of so many digits. The
 * limits do not depend on whether the address has an account. A refused request uses nothing up, and neither does one whose
 * `send` fails: the resend window starts only with a code that is sent. Refuses with
 * CODE_RESEND_TOO_SOON or CODE_THROTTLED.
 */
export async function sendWithinLimits<T>(
  ctx: Context,
  owner: CodeOwner,
  request: CodeRequest,
  send: (digits: number) => Promise<T>,
): Promise<T> {
  const place = owner.companyId ?? "platform";
  const resend = {
    what: "code-resend",
    of: atNetwork(ctx, `${place}:${owner.purpose}:${owner.subject}`),
    limit: 1,
    windowSeconds: request.resendSeconds,
  };
  const budgets = await budgetsOf(ctx, owner, request);
  const { waits, giveBack } = await admitAll(ctx, [resend, ...budgets]);
  const tooSoon = waits.find(({ what }) => what === resend.what);
  if (tooSoon) throw refuse("CODE_RESEND_TOO_SOON", { seconds: tooSoon.seconds });
  if (waits.length > 0) {
    throw refuse("CODE_THROTTLED", { seconds: Math.max(...waits.map(({ seconds }) => seconds)) });
  }
  try {
    const isGuessed = await isGuessedTooOften(ctx, request.account, "code");
    return await send(isGuessed ? DIGITS.guessed : DIGITS.usual);
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * Digits of a code. An account whose codes were guessed too often gets a longer one, which needs no
 * limit, so that nobody is locked out (decision 6).
 */
const DIGITS = { usual: 6, guessed: 12 } as const;

const HOUR = { windowSeconds: 3600 };

/** Lists the hourly budgets that a request for a code draws on. */
async function budgetsOf(
  ctx: Context,
  owner: CodeOwner,
  { account, share }: CodeRequest,
): Promise<Counted[]> {
  const { limits } = ctx.deps.config;
  const perAddress = limits.codesPerAddressHour;
  const isOwner =
    share === "session" || (share === "trusted network" && (await isTrustedNetwork(ctx, account)));
  // The owner has a share: requests of strangers count elsewhere and cannot use it up.
  if (isOwner) return [{ ...ownCodes(ctx, account), limit: perAddress, ...HOUR }];
  const place = owner.companyId ?? "platform";
  const ofNetwork = networkOf(ctx.ip);
  const ofAddress = accountKey({ ...account, companyId: owner.companyId });
  return [
    { what: "code-ip", of: ofNetwork, limit: limits.codesPerIpHour, ...HOUR },
    { what: "code-address", of: atNetwork(ctx, ofAddress), limit: perAddress, ...HOUR },
    {
      what: "code-address-all",
      of: ofAddress,
      limit: NETWORKS_PER_ADDRESS * perAddress,
      ...HOUR,
    },
    { what: "code-company", of: place, limit: limits.codesPerCompanyHour, ...HOUR },
  ];
}

/**
 * Counts a text message to a mobile. False, and none is sent, if the mobile is not of a country
 * that the company names, or its messages of the hour are used up.
 */
export async function admitTextMessage(
  ctx: Context,
  company: CompanySite,
  mobile: string,
): Promise<boolean> {
  if (!smsReaches(company.settings, mobile)) return false;
  const { codesPerAddressHour: limit } = ctx.deps.config.limits;
  const of = accountKey({ companyId: company.id, email: mobile });
  return (await admitAll(ctx, [{ what: "code-mobile", of, limit, ...HOUR }])).waits.length === 0;
}

/** Counts the codes that an account is sent from a network where its owner has logged in. */
export const ownCodes = (ctx: Context, account: Account) => ({
  what: "code-owner",
  of: atNetwork(ctx, accountKey(account)),
});

/** Builds the answer to a request for a code. */
export const codeSent = (
  channels: Channel[],
  { lives, resend }: { lives: number; resend: number },
): CodeSent => ({ channels, resendAfterSeconds: resend, expiresInSeconds: lives });

/** Delays the answer to a minimum time, so that response time does not reveal which accounts exist. */
export async function withMinimumDuration<T>(run: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([run(), setTimeout(MINIMUM_MS)]);
  return answer;
}

/**
 * Creates a code and stores its keyed hash. The caller sends it in the same transaction. A text message
 * always has the usual digits: it goes to any phone, whose owner must not learn that an address is guessed at.
 */
export async function issueCode(
  ctx: Context,
  tx: Executor,
  owner: CodeOwner,
  to: { channel: Channel; address: string; seconds: number; digits: number },
): Promise<string> {
  const id = newId();
  const length = to.channel === "SMS" ? DIGITS.usual : to.digits;
  const code = Array.from({ length }, () => String(randomInt(10))).join("");
  await replaceCode(tx, owner, {
    id,
    channel: to.channel,
    address: to.address,
    codeHash: ctx.deps.secrets.keyedHash("one-time-code", `${id}:${code}`),
    network: networkHash(ctx),
    tries: CODE_TRIES,
    seconds: to.seconds,
  });
  // Twelve digits in groups of four; forms accept the spaces.
  return length > DIGITS.usual ? (code.match(/.{1,4}/g) ?? []).join(" ") : code;
}

const networkHash = (ctx: Context): string =>
  ctx.deps.secrets.keyedHash("throttle", networkOf(ctx.ip));

/** A code that was verified, and the address that it proves. */
export interface ProvenCode {
  id: string;
  address: string;
}

/**
 * Verifies a code of a channel, by default of the mail, without using it up: `spendProven` does that in
 * the caller's transaction, so that a SERVER_BUSY in between does not cost the code. Refuses with CODE_WRONG for a wrong, used, expired or
 * unknown code, and with CODES_GUESSED_TOO_OFTEN after too many wrong ones from one network. Runs outside
 * any transaction: a wrong try stays counted after a rollback.
 */
export async function proveCode(
  ctx: Context,
  owner: CodeOwner,
  account: Account,
  code: string,
  channel: Channel = "EMAIL",
): Promise<ProvenCode> {
  const db = ctx.deps.database.db;
  const guess = await admitGuess(ctx, account);
  const isShort = channel === "EMAIL" && code.length === DIGITS.usual;
  if (isShort && (await isGuessedTooOften(ctx, account, "code"))) throw refuse("CODE_WRONG");
  const network = networkHash(ctx);
  const tried = await spendAttempt(db, owner, network, channel);
  for (const { codeHash, ...candidate } of tried) {
    if (!ctx.deps.secrets.matches("one-time-code", `${candidate.id}:${code}`, codeHash)) continue;
    await restoreAttempt(db, candidate.id, network);
    await forgetOneHit(ctx, guess);
    return candidate;
  }
  // Without a valid code there is nothing to guess, so nothing is counted against the account.
  if (tried.length > 0) await countWrongGuess(ctx, account, "code");
  throw refuse("CODE_WRONG");
}

/**
 * Counts a guess by network before it is verified; a right guess is taken off the count. Returns the
 * counter that was used.
 */
async function admitGuess(ctx: Context, account: Account): Promise<Counted> {
  const { wrongLoginsPerIp, wrongLoginsPerAccount } = ctx.deps.config.limits;
  const byNetwork = {
    what: "code-guess-ip",
    of: networkOf(ctx.ip),
    limit: wrongLoginsPerIp,
    windowSeconds: 15 * 60,
  };
  const own = { what: "code-guess-at-home", limit: wrongLoginsPerAccount };
  const counted = await countOnNetwork(ctx, account, byNetwork, own);
  if ("wait" in counted) throw refuse("CODES_GUESSED_TOO_OFTEN", { seconds: counted.wait });
  return counted.used;
}

/** Uses up a code. Of several concurrent callers one succeeds; the others get CODE_WRONG. */
export async function spendProven(tx: Executor, { id }: ProvenCode): Promise<void> {
  if (!(await spendCode(tx, id))) throw refuse("CODE_WRONG");
}
