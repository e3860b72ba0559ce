import type { Executor } from "@db/client";
import {
  addHits,
  clearHits,
  countAllOrNone,
  countHit,
  countWithin,
  mark,
  presentHits,
  settleHits,
  type Settlement,
  takeHitsBack,
} from "@server/access/queries/throttles";
import { findMember } from "@server/access/queries/members";
import type { Context, Deps } from "@server/access/call/context";
import type { Actor } from "@server/access/call/actor";
import { type Site, companyOf } from "@server/sites";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { isIPv6 } from "node:net";

/**
 * Returns the key of one client: an IPv4 address, or the /64 network of an IPv6 address, since a
 * client usually controls all of it.
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/%.*$/, "");
  if (!isIPv6(address)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, "0:0").split("::");
  const front = head ? head.split(":") : [];
  const back = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(gap).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** A limited count. `of` may be personal data: only its keyed hash is stored. */
export interface Counted {
  what: string;
  of: string;
  limit: number;
  windowSeconds: number;
}

/** The account of a login: a company (null: the platform) and an e-mail address. */
export interface Account {
  companyId: string | null;
  email: string;
}

/** Seconds that a network stays trusted after a login. */
const KNOWN_SECONDS = 30 * 24 * 3600;

const keyOf = (ctx: Pick<Context, "deps">, { what, of }: Pick<Counted, "what" | "of">): string =>
  `${what}:${ctx.deps.secrets.keyedHash("throttle", of)}`;

/** Returns the key under which an account is counted. */
export const accountKey = ({ companyId, email }: Account): string =>
  `${companyId ?? "platform"}:${email.trim().toLowerCase()}`;

/**
 * Counts one hit across all instances and outside the caller's transaction, so a later refusal does
 * not undo it. `within` a transaction that holds a lock under which these hits are counted, a
 * refusal undoes it. Null while within the limit, else the seconds to wait.
 */
export async function secondsToWait(
  ctx: Pick<Context, "deps">,
  counted: Counted,
  within: Executor = ctx.deps.database.db,
): Promise<number | null> {
  return waitAfter(counted, await countHit(within, keyOf(ctx, counted), counted.windowSeconds));
}

function waitAfter(
  { limit, windowSeconds }: Counted,
  { hits, secondsLeft }: { hits: number; secondsLeft: number },
): number | null {
  // A concurrent call that began earlier can see a window that ends slightly after its own.
  const wait = Math.min(windowSeconds, Math.max(1, Math.ceil(secondsLeft)));
  return hits > limit ? wait : null;
}

/**
 * Counts one hit of an action that anyone may attempt on an account. When the account's limit is
 * used up, a network its owner has logged in from has a separate limit, so the owner is not locked
 * out.
 */
export async function secondsToWaitFor(
  ctx: Context,
  account: Account,
  counted: Counted,
): Promise<number | null> {
  return orWhereTrusted(ctx, account, counted, await secondsToWait(ctx, counted));
}

async function orWhereTrusted(
  ctx: Context,
  account: Account,
  counted: Counted,
  wait: number | null,
): Promise<number | null> {
  if (wait === null) return null;
  return (await isTrustedNetwork(ctx, account))
    ? secondsToWait(ctx, onTrustedNetwork(ctx, counted))
    : wait;
}

/**
 * Counts an attempt against its network's limit. When others of the network have used that up, an
 * account whose owner logged in from there has a limit of its own (decision 6). Returns the counter
 * that was used, or the seconds to wait.
 */
export async function countOnNetwork(
  ctx: Context,
  account: Account,
  byNetwork: Counted,
  own: Pick<Counted, "what" | "limit">,
): Promise<{ used: Counted } | { wait: number }> {
  return orOfOwner(ctx, account, byNetwork, own, await secondsToWait(ctx, byNetwork));
}

async function orOfOwner(
  ctx: Context,
  account: Account,
  byNetwork: Counted,
  own: Pick<Counted, "what" | "limit">,
  wait: number | null,
): Promise<{ used: Counted } | { wait: number }> {
  if (wait === null) return { used: byNetwork };
  if (!(await isTrustedNetwork(ctx, account))) return { wait };
  const used = { ...byNetwork, ...own, of: atNetwork(ctx, accountKey(account)) };
  const ownWait = await secondsToWait(ctx, used);
  return ownWait === null ? { used } : { wait: ownWait };
}

/**
 * Counts a login's try by its network, as `countOnNetwork`, and by its account, as
 * `secondsToWaitFor`: both in one statement, which `db` sends. Both limits have the same window.
 */
export async function countLogin(
  ctx: Context,
  account: Account,
  {
    byNetwork,
    own,
    byAccount,
  }: { byNetwork: Counted; own: Pick<Counted, "what" | "limit">; byAccount: Counted },
): Promise<{ used: Counted } | { wait: number }> {
  const [byNetworkKey, byAccountKey] = [keyOf(ctx, byNetwork), keyOf(ctx, byAccount)];
  const hits = new Map([
    [byNetworkKey, 1],
    [byAccountKey, 1],
  ]);
  const rows = await addHits(ctx.deps.database.db, hits, byNetwork.windowSeconds);
  const waitOf = (counted: Counted, key: string) => {
    const row = rows.find((one) => one.key === key);
    if (!row) throw new Error("The hit was not counted.");
    return waitAfter(counted, row);
  };
  const [ofNetwork, accountWait] = await Promise.all([
    orOfOwner(ctx, account, byNetwork, own, waitOf(byNetwork, byNetworkKey)),
    orWhereTrusted(ctx, account, byAccount, waitOf(byAccount, byAccountKey)),
  ]);
  if (accountWait === null) return ofNetwork;
  return { wait: Math.max(accountWait, "wait" in ofNetwork ? ofNetwork.wait : 0) };
}

/** The counters that a login used. */
interface CountedLogin {
  used: Counted;
  tries: Pick<Counted, "what" | "of">;
}

/**
 * Returns the settlement of a login: it takes its hit back, clears the account's count and trusts
 * the network.
 */
export const settlementOf = (
  ctx: Context,
  account: Account,
  { used, tries }: CountedLogin,
): Settlement => ({
  back: keyOf(ctx, used),
  cleared: [keyOf(ctx, tries), keyOf(ctx, onTrustedNetwork(ctx, tries))],
  marked: networkKey(ctx, account),
  seconds: KNOWN_SECONDS,
});

export const settleLogin = (ctx: Context, account: Account, counted: CountedLogin): Promise<void> =>
  settleHits(ctx.deps.database.db, settlementOf(ctx, account, counted));

/** The counts of one act, each with the seconds to wait where its limit is used up. */
export interface Admission {
  waits: readonly { what: string; seconds: number }[];
  /** Takes the counts back, for an admitted act that failed. */
  giveBack: () => Promise<void>;
}

/** Counts one hit for each, or for none if a limit is used up. */
export async function admitAll(
  ctx: Pick<Context, "deps">,
  counts: readonly Counted[],
): Promise<Admission> {
  const { db } = ctx.deps.database;
  const keyed = counts.map((counted) => ({ ...counted, key: keyOf(ctx, counted) }));
  const used = await countAllOrNone(db, keyed);
  return {
    waits: keyed.flatMap(({ what, key }) => {
      const seconds = used.get(key);
      return seconds === undefined ? [] : [{ what, seconds }];
    }),
    giveBack: () =>
      takeHitsBack(
        db,
        keyed.map(({ key }) => key),
      ),
  };
}

/** Marks something for a number of seconds, in the caller's transaction. */
export const markFor = (
  ctx: Pick<Context, "deps">,
  marked: Pick<Counted, "what" | "of">,
  seconds: number,
  within: Executor,
): Promise<void> => mark(within, keyOf(ctx, marked), seconds);

/** Returns for how many seconds the mark still holds; null if it does not. */
export const secondsMarkedFor = (
  ctx: Pick<Context, "deps">,
  marked: Pick<Counted, "what" | "of">,
  within: Executor,
): Promise<number | null> =>
  presentHits(within, keyOf(ctx, marked)).then((found) => found?.secondsLeft ?? null);

/** Returns the hits in the present window, without counting. */
export const countedSoFar = (
  ctx: Pick<Context, "deps">,
  counted: Pick<Counted, "what" | "of">,
): Promise<number> =>
  presentHits(ctx.deps.database.db, keyOf(ctx, counted)).then((found) => found?.hits ?? 0);

/** Counts one hit and returns the number in its window. */
export async function countUp(
  ctx: Pick<Context, "deps">,
  counted: Omit<Counted, "limit">,
): Promise<number> {
  const { db } = ctx.deps.database;
  return (await countHit(db, keyOf(ctx, counted), counted.windowSeconds)).hits;
}

/** Returns the key of a count of the request's network alone. */
export const atNetwork = (ctx: Pick<Context, "ip">, of: string): string =>
  `${of}@${networkOf(ctx.ip)}`;

/** True if the account's owner has recently logged in from this network. */
export const isTrustedNetwork = async (ctx: Context, account: Account): Promise<boolean> =>
  (await presentHits(ctx.deps.database.db, networkKey(ctx, account))) !== undefined;

/** Marks the network as trusted for an account, after a login that counted no tries of it. */
export const markNetwork = (ctx: Context, account: Account): Promise<void> =>
  mark(ctx.deps.database.db, networkKey(ctx, account), KNOWN_SECONDS);

/** Marks the network as trusted for an account and clears its counters. */
export async function trustNetwork(
  ctx: Context,
  account: Account,
  counted: Pick<Counted, "what" | "of">,
): Promise<void> {
  await Promise.all([
    markNetwork(ctx, account),
    forgetHits(ctx, counted),
    forgetHits(ctx, onTrustedNetwork(ctx, counted)),
  ]);
}

export const forgetHits = (ctx: Context, counted: Pick<Counted, "what" | "of">): Promise<void> =>
  clearHits(ctx.deps.database.db, keyOf(ctx, counted));

export const forgetOneHit = (ctx: Context, counted: Pick<Counted, "what" | "of">): Promise<void> =>
  takeHitsBack(ctx.deps.database.db, [keyOf(ctx, counted)]);

const networkKey = (ctx: Context, account: Account): string =>
  keyOf(ctx, { what: "known-network", of: atNetwork(ctx, accountKey(account)) });

const onTrustedNetwork = <C extends Pick<Counted, "what" | "of">>(ctx: Context, counted: C): C => ({
  ...counted,
  what: `${counted.what}-at-home`,
  of: atNetwork(ctx, counted.of),
});

/**
 * Counts REST and tRPC calls by token, network and company, across all instances and in batches
 * (`CallCounts`). Calls refused by a caller's own limit do not count towards the company's, and calls
 * without a token count apart. Refuses with THROTTLED.
 */
export async function limitCalls(
  { config: { limits }, callCounts, secrets }: Pick<Deps, "config" | "callCounts" | "secrets">,
  caller: { actor: Actor; ip: string; site: Site },
  calls = 1,
): Promise<void> {
  const { actor, ip, site } = caller;
  const keyOf = (what: string, of: string) => `${what}:${secrets.keyedHash("throttle", of)}`;
  const own = [{ key: keyOf("calls-address", networkOf(ip)), limit: limits.callsPerAddressMinute }];
  if (actor.role !== "NOBODY") {
    own.push({ key: keyOf("calls-token", actor.sessionId), limit: limits.callsPerTokenMinute });
  }
  const companyId = "companyId" in actor ? actor.companyId : companyOf(site)?.id;
  // Visitors without a token must not use up the limit of callers with one.
  const ofCompany = actor.role === "NOBODY" ? "calls-visitors" : "calls-company";
  const shared = companyId
    ? [{ key: keyOf(ofCompany, companyId), limit: limits.callsPerCompanyMinute }]
    : [];
  for (const counts of [own, shared]) {
    if (counts.length === 0) continue;
    const seconds = await callCounts.count(counts, calls);
    if (seconds !== null) throw refuse("THROTTLED", { seconds });
  }
}

const DAY = 24 * 3600;

/** The share of a company's stored bytes that unverified members may use. */
const UNVERIFIED_SHARE = 0.5;

/**
 * Counts a member's stored bytes in a day, for the member and for the company. Anyone can register any
 * number of accounts: members who are not verified share half of the company's bytes, so that they
 * leave the others theirs. Refuses with UPLOAD_QUOTA_REACHED, and counts nothing then. Returns what
 * takes the count back, for a file that could not be stored.
 */
export async function limitStoredBytes(
  { config: { limits }, database, secrets }: Pick<Deps, "config" | "database" | "secrets">,
  actor: Actor,
  bytes: number,
): Promise<() => Promise<void>> {
  if (actor.role !== "USER") return () => Promise.resolve();
  const kilobytes = Math.ceil(bytes / 1024);
  const keyOf = (what: string, of: string) => `${what}:${secrets.keyedHash("throttle", of)}`;
  const counts = [
    { key: keyOf("upload-kb", actor.id), limit: limits.uploadKbPerMemberDay },
    { key: keyOf("upload-kb-company", actor.companyId), limit: limits.uploadKbPerCompanyDay },
  ];
  const member = await findMember(database.db, actor.companyId, actor.id);
  if (!member?.isApproved) {
    counts.push({
      key: keyOf("upload-kb-unverified", actor.companyId),
      limit: Math.floor(limits.uploadKbPerCompanyDay * UNVERIFIED_SHARE),
    });
  }
  const add = (change: number) => countWithin(database.db, counts, change, DAY);
  const seconds = await add(kilobytes);
  if (seconds !== null) {
    await add(-kilobytes);
    throw refuse("UPLOAD_QUOTA_REACHED", { seconds });
  }
  return async () => {
    await add(-kilobytes);
  };
}
