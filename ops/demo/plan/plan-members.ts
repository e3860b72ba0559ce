import type { Gender, Language, MemberStatus, RiskRule } from "@db/vocabulary";
import { normaliseWalletAddress } from "@server/platform/rules/people/wallet-address";
import { type DemoCompany, placeOf } from "@ops/demo/companies";
import { DAY_MS, HOUR_MS, historyStart, instants, later, openingAfter } from "@ops/demo/calendar";
import { makeName } from "@ops/demo/people";
import { createRandom, type Random } from "@db/random";

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
  joinedAt: Date;
  approvedAt: Date | null;
  /** The final status of a closed account, and the time at which it was set. */
  ended: { status: Exclude<MemberStatus, "ACTIVE"> | "DELETED"; at: Date } | null;
}

/** The last of the settled members, by the rule that finds them. */
const SUSPECTS: readonly RiskRule[] = [
  "SHARED_IDENTITY",
  "DISPOSABLE_EMAIL",
  "EMAIL_ALIAS",
  "SHARED_WALLET",
];
/** How accounts end: those of a company with all states, and of the others. */
const ENDS = {
  full: ["INACTIVE", "BLOCKED", "DELETED"],
  small: ["INACTIVE", "DELETED"],
} as const;
/** Number of new, unverified members per company. */
const NEWCOMERS = 3;
/** Number of members of the first three days, of whom there are enough to buy. */
const FOUNDERS = 10;
/**
 * Who invited some of them, by their places: the documented member has friends, and a reward of the
 * unverified one waits.
 */
const INVITERS: Partial<Record<number, number>> = { 1: 0, 2: 0, 3: 0, 5: 4, 7: 4, 8: 4 };

/** Returns a company's members in order of registration. The first is the documented one. */
export function planMembers(random: Random, demo: DemoCompany, now: Date): PlannedMember[] {
  const start = later(historyStart(now), DAY_MS);
  const suspects = demo.isFull ? SUSPECTS : [];
  const ends = demo.isFull ? ENDS.full : ENDS.small;
  const settled = demo.members - NEWCOMERS - suspects.length;
  const ago = (from: number, to: number, count: number) =>
    instants(random, count, later(now, -from * HOUR_MS), later(now, -to * HOUR_MS));
  const joined = [
    start,
    ...instants(random, FOUNDERS - 1, later(start, HOUR_MS), later(start, 3 * DAY_MS)),
    ...instants(random, settled - FOUNDERS, later(start, 3 * DAY_MS), later(now, -8 * DAY_MS)),
    ...ago(7 * 24, 60, suspects.length),
    ...ago(30, 1, NEWCOMERS),
  ];
  const members: PlannedMember[] = [];
  for (const [index, joinedAt] of joined.entries()) {
    const planned = planMember(random, demo, { index, joinedAt }, members);
    const suspicion = suspects[index - settled] ?? null;
    const member = suspicion === null ? planned : suspect(planned, suspicion, members);
    const isNew = index >= demo.members - NEWCOMERS;
    // One in ten is never verified.
    if (!isNew && index % 10 !== 4) {
      member.approvedAt = openingAfter(random, later(joinedAt, random.between(1, 40) * HOUR_MS));
    }
    if (index % 7 === 6 && index < settled) {
      const status = ends[((index - 6) / 7) % ends.length] ?? "INACTIVE";
      member.ended = { status, at: openingAfter(random, later(joinedAt, 5 * DAY_MS)) };
    }
    members.push(member);
  }
  return members;
}

function planMember(
  random: Random,
  demo: DemoCompany,
  { index, joinedAt }: { index: number; joinedAt: Date },
  earlier: readonly PlannedMember[],
): PlannedMember {
  const place = placeOf(demo);
  // A member is the same person, invited by the same one, at any time of the demo's start, since how
  // much the others draw depends on the time.
  const own = createRandom(1000 * place + index);
  const { slug, ...person } = makeName(own);
  const two = (below: number) => String(1 + random.below(below)).padStart(2, "0");
  const isInvited = own.percent(60) && index > 0;
  const inviter = earlier[INVITERS[index] ?? -1];
  const isDocumented = index === 0;
  return {
    id: random.id(joinedAt),
    ...person,
    ...(isDocumented && { name: "Asha Sharma", gender: "female", language: "en" }),
    email: isDocumented ? DEMO_MEMBER : `${slug}.${index}@member.example`,
    mobile: `+9190000${String(place * 1000 + index).padStart(5, "0")}`,
    dateOfBirth: `${1962 + random.below(42)}-${two(12)}-${two(28)}`,
    pincode: `4000${two(60)}`,
    walletAddress: random.percent(45) ? normaliseWalletAddress(`0x${random.hex(40)}`) : null,
    referralCode: `${demo.symbol}${1001 + index}`,
    referrer: inviter ?? (isInvited ? own.pick(earlier.filter(({ ended }) => !ended)) : null),
    suspicion: null,
    joinedAt,
    approvedAt: null,
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
  const known = new Set(earlier.map((one) => (one.suspicion === null ? null : one.referrer)));
  // The documented member may answer one of the cases.
  const referrer =
    suspicion === "DISPOSABLE_EMAIL"
      ? first
      : others.find((one) => one.walletAddress !== null && !known.has(one));
  if (!referrer) throw new Error("A company of the demo has more members.");
  const shared: Partial<Record<RiskRule, Partial<PlannedMember>>> = {
    SHARED_IDENTITY: { mobile: referrer.mobile },
    EMAIL_ALIAS: { email: referrer.email.replace("@", "+2@") },
    DISPOSABLE_EMAIL: { email: member.email.replace(/@.*/, "@mailinator.com") },
    SHARED_WALLET: { walletAddress: referrer.walletAddress },
  };
  return { ...member, suspicion, referrer, ...shared[suspicion] };
}
