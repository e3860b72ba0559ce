import type { RiskReason, RiskSign } from "@db/vocabulary";
import {
  isDisposable,
  mailboxOf,
  reasonsToHold,
  type Sign,
  signInCommon,
} from "@server/members/rules/risk/risk";
import { BURST_MINUTES } from "@server/members/rules/risk/risk-facts";
import { createRandom, type Random } from "@db/random";

export const PATTERNS = ["alias", "payer", "burst", "proof", "ring"] as const;
export type Pattern = (typeof PATTERNS)[number];

/** A member with the payment of one order, as the product sees them. */
export interface Life {
  id: string;
  /** An honest life has none: null. */
  pattern: Pattern | null;
  /** A member who only invites has none: null. Nobody judges their orders. */
  referrerId: string | null;
  email: string;
  mobile: string;
  kyc: string;
  wallet: string | null;
  /** Minutes since the company opened. */
  registeredAt: number;
  networks: readonly string[];
  /** The payment's proof file and number. */
  proof: string;
  number: string;
  /** Account, UPI id or mobile of the payer on the bank's entry; empty where it names none. */
  payers: readonly string[];
}

export const HONEST = 500;
export const DISHONEST = 100;
const MINUTES_OF_MONTH = 30 * 24 * 60;

/**
 * Makes the lives of a company's month: 500 honest ones and 100 dishonest ones, with those who invite
 * them. Honest people share networks of mobile carriers and homes, join together after a talk, write
 * their address with dots or a plus, and some couples pay from one account. Dishonest ones hide a part
 * of their signs, and one in thirty all but the network.
 */
export function referralLives(seed: number): Life[] {
  const random = createRandom(seed);
  const lives: Life[] = [];
  const people = peopleOf(random);
  const add = (change: Partial<Life>): Life => {
    const life = { ...people(), ...change };
    lives.push(life);
    return life;
  };
  const inviters = Array.from({ length: 60 }, () => add({}));
  addHonest(random, inviters, add);
  for (const pattern of PATTERNS) addDishonest(random, pattern, add);
  return lives;
}

type Add = (change: Partial<Life>) => Life;

const NAMES = [
  "asha",
  "ravi",
  "meera",
  "imran",
  "kavya",
  "arjun",
  "neha",
  "farah",
  "vikram",
  "divya",
];
const FAMILIES = [
  "sharma",
  "iyer",
  "khan",
  "patel",
  "das",
  "nair",
  "reddy",
  "singh",
  "bose",
  "rao",
];
const MAILS = ["gmail.com", "gmail.com", "gmail.com", "outlook.com", "yahoo.in", "rediffmail.com"];
const DISPOSABLE = ["mailinator.com", "yopmail.com", "guerrillamail.com", "10minutemail.com"];
const HANDLES = ["ybl", "okaxis", "oksbi", "paytm"];

/** Returns a maker of people who have nothing in common but the network of a carrier. */
function peopleOf(random: Random): () => Life {
  const carriers = Array.from({ length: 12 }, (_, at) => `carrier-${at}`);
  let made = 0;
  return () => {
    made += 1;
    const id = `m${made}`;
    const [name, family] = [random.pick(NAMES), random.pick(FAMILIES)];
    const local = random.pick([`${name}.${family}${made}`, `${name}${made}${family}`]);
    const mobile = `+91${random.pick([6, 7, 8, 9])}${random.digits(9)}`;
    const account = `account:${random.digits(11)}`;
    const upi = `upi:${name}${made}@${random.pick(HANDLES)}`;
    return {
      id,
      pattern: null,
      referrerId: null,
      // Some who are careful with their address give each site one of its own.
      email: `${local}${random.percent(3) ? "+tokens" : ""}@${random.pick(MAILS)}`,
      mobile,
      kyc: `PAN${random.digits(8)}`,
      wallet: random.percent(30) ? `0x${random.hex(40)}` : null,
      registeredAt: random.below(MINUTES_OF_MONTH),
      networks: random.percent(55) ? [random.pick(carriers)] : [`home-${made}`],
      proof: random.hex(64),
      number: random.digits(12),
      payers: random.pickWeighted([
        [[account], 35],
        [[upi], 40],
        [[`mobile:${mobile}`, upi], 15],
        [[], 10],
      ]),
    };
  };
}

function addHonest(random: Random, inviters: readonly Life[], add: Add): void {
  let left = HONEST;
  const join = (change: Partial<Life>): Life => {
    left -= 1;
    return add({ referrerId: random.pick(inviters).id, ...change });
  };
  /** Joins several whom one member invited, in the minutes after an occasion. */
  const together = (count: number, minutes: number, change: Partial<Life>) => {
    const referrerId = random.pick(inviters).id;
    const at = random.below(MINUTES_OF_MONTH);
    for (let one = 0; one < count; one += 1) {
      join({ referrerId, registeredAt: at + random.below(minutes), ...change });
    }
  };
  // Couples: one invites the other in one home; few of them pay from one account.
  for (let couple = 0; couple < 40; couple += 1) {
    const partner = random.pick(inviters);
    const paysForBoth = random.percent(4);
    join({
      referrerId: partner.id,
      networks: partner.networks,
      ...(paysForBoth && { payers: partner.payers }),
    });
  }
  // Siblings in one home whom a friend invites, of whom one pays for both in a few homes.
  for (let home = 0; home < 15; home += 1) {
    const change = { networks: [`family-${home}`] };
    const payers = [`account:${random.digits(11)}`];
    together(2, 60, random.percent(20) ? { ...change, payers } : change);
  }
  // A family registers one after the other in an evening.
  for (let family = 0; family < 3; family += 1) {
    together(3, 90, { networks: [`evening-${family}`] });
  }
  // After a talk, a few join by the speaker's code, each from their own network; rarely many.
  for (let talk = 0; talk < 8; talk += 1) together(random.pick([2, 3]), 10, {});
  if (random.percent(30)) together(5, 12, {});
  // Few who mean no harm prefer an address that they throw away.
  const shy = random.below(4);
  for (let one = 0; one < shy; one += 1) {
    join({ email: `${random.hex(8)}@${random.pick(DISPOSABLE)}` });
  }
  while (left > 0) join({});
}

/** Writes an address of the same mailbox in another way. */
function aliasOf(random: Random, email: string): string {
  const [local = "", domain = ""] = email.replace(/\+[^@]*/, "").split("@");
  const plus = `${local}+${random.hex(4)}@${domain}`;
  if (domain !== "gmail.com" || random.percent(50)) return plus;
  const at = 1 + random.below(Math.max(1, local.replaceAll(".", "").length - 1));
  const bare = local.replaceAll(".", "");
  return `${bare.slice(0, at)}.${bare.slice(at)}@${random.pick([domain, "googlemail.com"])}`;
}

/** Adds twenty dishonest lives of a pattern, in groups, each with the one who earns by them. */
function addDishonest(random: Random, pattern: Pattern, add: Add): void {
  const share = DISHONEST / PATTERNS.length;
  for (let made = 0; made < share;) {
    const earner = add({});
    const size = Math.min(share - made, pattern === "burst" ? 10 : random.pick([4, 5]));
    const group = membersOf(random, pattern, earner, size);
    // One in thirty shows nothing but the network.
    const careful = group.map((change) =>
      random.percent(100 / 30) ? { networks: earner.networks } : change,
    );
    let previous = earner;
    for (const change of careful) {
      const referrerId = pattern === "ring" ? previous.id : earner.id;
      previous = add({ pattern, referrerId, ...change });
    }
    made += size;
  }
}

function membersOf(random: Random, pattern: Pattern, earner: Life, size: number): Partial<Life>[] {
  const members = Array.from({ length: size });
  const network = `den-${earner.id}`;
  const start = random.below(MINUTES_OF_MONTH);
  const often = <T extends object>(percent: number, change: T): T | object =>
    random.percent(percent) ? change : {};
  const payers = [random.percent(50) ? `account:${random.digits(11)}` : `upi:pool${earner.id}@ybl`];
  const proof = random.hex(64);
  const number = random.digits(12);
  // Each member of a ring pays for the next one.
  const mobiles = members.map(() => `+91${random.pick([6, 7, 8, 9])}${random.digits(9)}`);
  return members.map((_, at) => {
    switch (pattern) {
      case "alias":
        return {
          ...often(70, { networks: earner.networks }),
          ...often(50, { payers: earner.payers }),
          ...random.pickWeighted<Partial<Life>>([
            [{ email: aliasOf(random, earner.email) }, 60],
            [{ email: `${random.hex(8)}@${random.pick(DISPOSABLE)}` }, 15],
            [{ mobile: earner.mobile }, 10],
            [{ kyc: earner.kyc }, 10],
            [{ wallet: earner.wallet ?? `0x${random.hex(40)}`, kyc: earner.kyc }, 5],
          ]),
        };
      case "payer":
        // A bank's entry of a deposit in cash names no payer.
        return { payers, ...often(40, { networks: [network] }) };
      case "burst":
        return {
          registeredAt: start + random.below(9),
          ...often(60, { networks: [network] }),
          ...often(30, { email: `${random.hex(8)}@${random.pick(DISPOSABLE)}` }),
        };
      case "proof":
        return random.percent(65) ? { proof } : { number };
      case "ring":
        return {
          mobile: mobiles[at] ?? "",
          payers: [`mobile:${mobiles[(at + 1) % size]}`],
          ...often(40, { networks: [network] }),
        };
    }
  });
}

/** Returns what the product keeps of a life to compare it with others. */
const signsOf = (life: Life): Sign[] => [
  { sign: "PROOF", value: `proof:${life.proof}` },
  { sign: "NUMBER", value: `number:${life.number}` },
  { sign: "MOBILE", value: `mobile:${life.mobile}` },
  { sign: "KYC", value: `kyc:${life.kyc}` },
  { sign: "EMAIL", value: `email:${mailboxOf(life.email)}` },
  ...(life.wallet ? [{ sign: "WALLET" as const, value: `wallet:${life.wallet}` }] : []),
  ...life.payers.map((value) => ({ sign: "PAYER" as const, value })),
  ...life.networks.map((value) => ({ sign: "NETWORK" as const, value: `network:${value}` })),
];

/** Judges each life that somebody invited by the product's rules. */
function judgeLives(lives: readonly Life[]): { life: Life; reasons: RiskReason[] }[] {
  const bySign = new Map<string, { sign: RiskSign; life: Life }[]>();
  for (const life of lives) {
    for (const { sign, value } of signsOf(life)) {
      bySign.set(value, [...(bySign.get(value) ?? []), { sign, life }]);
    }
  }
  return lives.flatMap((life) => {
    const { id, referrerId } = life;
    if (referrerId === null) return [];
    const shared = signsOf(life).flatMap(({ sign, value }) =>
      (bySign.get(value) ?? [])
        .filter((other) => other.life.id !== id)
        .map((other) => ({
          sign: signInCommon(sign, other.sign),
          memberId: other.life.id,
          isDirect: other.life.id === referrerId || other.life.referrerId === id,
        })),
    );
    const joinedNear = lives.filter(
      (other) =>
        other.id !== id &&
        other.referrerId === referrerId &&
        Math.abs(other.registeredAt - life.registeredAt) <= BURST_MINUTES,
    );
    const reasons = reasonsToHold({
      isDisposable: isDisposable(life.email),
      shared,
      joinedNear: joinedNear.map((other) => other.id),
    });
    return [{ life, reasons }];
  });
}

/**
 * Returns the shares of dishonest and honest lives of all seeds that the rules hold, and the first by
 * pattern.
 */
export function measureRules(seeds: readonly number[]) {
  const judged = seeds.flatMap((seed) => judgeLives(referralLives(seed)));
  const heldOf = (of: (life: Life) => boolean) => {
    const some = judged.filter(({ life }) => of(life));
    return some.filter(({ reasons }) => reasons.length > 0).length / some.length;
  };
  return {
    dishonest: heldOf(({ pattern }) => pattern !== null),
    honest: heldOf(({ pattern }) => pattern === null),
    byPattern: PATTERNS.map((one) => [one, heldOf(({ pattern }) => pattern === one)] as const),
  };
}
