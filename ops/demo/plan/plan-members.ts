import type { Gender, Language, MemberStatus, RiskRule } from "@db/vocabulary";
import { normaliseWalletAddress } from "@server/platform/rules/people/wallet-address";
import {
  DAY_MS,
  HOUR_MS,
  historyStart,
  instantBetween,
  later,
  MINUTE_MS,
  openingAfter,
} from "@ops/demo/calendar";
import { PIN_AREAS, makeName } from "@ops/demo/people";
import { createRandom, type Random } from "@ops/demo/random";

export const DEMO_MEMBER = "asha@member.example";

export interface PlannedMember {
  id: string;
  name: string;
  email: string;
  mobile: string;
  language: Language;
  gender: Gender;
  dateOfBirth: string;
  pincode: string;
  walletAddress: string | null;
  referralCode: string;
  referrer: PlannedMember | null;
  /** The rule of risk that finds this member; null for an honest one. */
  suspicion: RiskRule | null;
  invited: number;
  joinedAt: Date;
  approvedAt: Date | null;
  /** Relative frequency of purchases. */
  eagerness: number;
  /** The final status of a closed account, and the time at which it was set. */
  ended: { status: Exclude<MemberStatus, "ACTIVE"> | "DELETED"; at: Date } | null;
}

interface Place {
  symbol: string;
  /** The index of the company in the demo, which its members' numbers and codes begin with. */
  index: number;
  members: number;
  hasSuspects: boolean;
}

/** Members who registered last of the settled ones, by the rule that finds them. */
const SUSPECTS: readonly RiskRule[] = [
  ...(["SHARED_NETWORK", "SHARED_NETWORK", "SHARED_NETWORK"] as const),
  ...(["BURST", "BURST", "BURST", "BURST"] as const),
  ...(["SHARED_PROOF", "SHARED_PAYER", "SHARED_IDENTITY"] as const),
  ...(["EMAIL_ALIAS", "DISPOSABLE_EMAIL", "SHARED_WALLET"] as const),
];

/** Number of new, unverified members per company. */
const NEWCOMERS = 3;
const INVITED_BY_FIRST = 3;

/** Returns a company's members in order of registration. The first is the documented one. */
export function planMembers(random: Random, place: Place, now: Date): PlannedMember[] {
  const start = later(historyStart(now), DAY_MS);
  const settled = place.members - NEWCOMERS;
  const joined = Array.from({ length: place.members }, (_, index) => {
    if (index === 0) return start;
    return index < settled
      ? instantBetween(random, later(start, HOUR_MS), later(now, -40 * HOUR_MS))
      : later(now, -random.between(0.3, 30) * HOUR_MS);
  }).sort((a, b) => a.getTime() - b.getTime());
  const suspicions = place.hasSuspects ? SUSPECTS : [];
  const suspicionOf = (index: number) => suspicions[index - (settled - suspicions.length)] ?? null;
  const members: PlannedMember[] = [];
  for (const [index, drawnAt] of joined.entries()) {
    const suspicion = suspicionOf(index);
    const before = members.at(-1);
    // Members of one group register one after the other, and nobody before them.
    const isNext = suspicion !== null && suspicion === before?.suspicion;
    const joinedAt =
      before && (isNext || drawnAt < before.joinedAt)
        ? later(before.joinedAt, 2 * MINUTE_MS)
        : drawnAt;
    const planned = planMember(random, place, { index, joinedAt }, members);
    const member = suspicion ? suspect(planned, suspicion, members) : planned;
    const approvedAt = openingAfter(random, later(joinedAt, random.between(0.5, 60) * HOUR_MS));
    // One in ten is never verified.
    const isVerified = index < settled && approvedAt < now && (index === 0 || random.percent(90));
    members.push({ ...member, approvedAt: isVerified ? approvedAt : null });
    if (member.referrer) member.referrer.invited += 1;
    // A burst is by somebody unverified, for whose verification its reward waits.
    if (member.referrer && suspicion === "BURST") member.referrer.approvedAt = null;
  }
  return members;
}

function planMember(
  random: Random,
  { symbol, index: company }: Place,
  { index, joinedAt }: { index: number; joinedAt: Date },
  earlier: readonly PlannedMember[],
): PlannedMember {
  // A member is the same person at any time of the demo's start, since how much the others draw
  // depends on the time.
  const { slug, ...person } = makeName(createRandom(1000 * company + index));
  const isDocumented = index === 0;
  return {
    id: random.id(joinedAt),
    ...person,
    ...(isDocumented && { name: "Asha Sharma", gender: "female", language: "en" }),
    email: isDocumented ? DEMO_MEMBER : `${slug}.${index}@member.example`,
    mobile: `+9190000${String(company * 1000 + index).padStart(5, "0")}`,
    dateOfBirth: `${1962 + random.below(42)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
    pincode: `${random.pick(PIN_AREAS)}${two(1 + random.below(60))}`,
    walletAddress: random.percent(45) ? makeWallet(random) : null,
    referralCode: `${symbol}${1001 + index}`,
    referrer: referrerOf(random, index, earlier),
    suspicion: null,
    invited: 0,
    joinedAt,
    approvedAt: null,
    eagerness: isDocumented ? 0 : Math.exp(random.between(-2.5, 2)),
    ended: null,
  };
}

/** Returns a member as one whom a rule finds, with who invited them. */
function suspect(
  member: PlannedMember,
  suspicion: RiskRule,
  earlier: readonly PlannedMember[],
): PlannedMember {
  const [first, ...others] = earlier;
  const before = earlier.at(-1);
  const known = new Set(earlier.map((one) => (one.suspicion ? one.referrer : null)));
  // Somebody with a wallet and many purchases since long ago, whose payments can be compared.
  const longAgo = later(member.joinedAt, -45 * DAY_MS);
  const eager = others
    .filter((one) => one.walletAddress !== null && !known.has(one) && one.joinedAt < longAgo)
    .toSorted((a, b) => b.eagerness - a.eagerness)[0];
  const ofGroup = suspicion === before?.suspicion ? before.referrer : null;
  // The documented member may answer one of the cases.
  const referrer = ofGroup ?? (suspicion === "DISPOSABLE_EMAIL" ? first : eager);
  if (!referrer) throw new Error("A company of the demo has more members.");
  const [name = "", domain = ""] = referrer.email.split("@");
  const shared: Partial<Record<RiskRule, Partial<PlannedMember>>> = {
    SHARED_IDENTITY: { mobile: referrer.mobile },
    EMAIL_ALIAS: { email: `${name}+2@${domain}` },
    DISPOSABLE_EMAIL: { email: member.email.replace(/@.*/, "@mailinator.com") },
    SHARED_WALLET: { walletAddress: referrer.walletAddress },
  };
  return { ...member, suspicion, referrer, eagerness: 0, ...shared[suspicion] };
}

/**
 * Draws the referrer. Six of ten are invited; members with more invitations are picked more often.
 */
function referrerOf(
  random: Random,
  index: number,
  earlier: readonly PlannedMember[],
): PlannedMember | null {
  const [first] = earlier;
  if (!first) return null;
  if (index <= INVITED_BY_FIRST) return first;
  if (!random.percent(60)) return null;
  return random.pickWeighted(earlier.map((one) => [one, 1 + 3 * one.invited] as const));
}

const two = (n: number): string => String(n).padStart(2, "0");

const makeWallet = (random: Random): string =>
  normaliseWalletAddress(
    `0x${Array.from({ length: 40 }, () => random.below(16).toString(16)).join("")}`,
  );

const ENDS = ["INACTIVE", "BLOCKED", "DELETED", "INACTIVE", "BLOCKED"] as const;
/** Minimum number of members of a company that has blocked members. */
const MEMBERS_OF_LARGE = 100;

/** Closes some accounts without purchases and invitations. */
export function closeAccounts(
  random: Random,
  members: readonly PlannedMember[],
  isIdle: (member: PlannedMember) => boolean,
  now: Date,
): void {
  const ends =
    members.length < MEMBERS_OF_LARGE ? ENDS.filter((status) => status !== "BLOCKED") : ENDS;
  const old = members.filter((one) => isIdle(one) && later(one.joinedAt, 6 * DAY_MS) < now);
  for (const [index, member] of old.entries()) {
    if (index % 4 !== 1) continue;
    const status = ends[((index - 1) / 4) % ends.length] ?? "INACTIVE";
    const at = openingAfter(random, instantBetween(random, later(member.joinedAt, DAY_MS), now));
    if (at < now && (!member.approvedAt || at > member.approvedAt)) member.ended = { status, at };
  }
}
