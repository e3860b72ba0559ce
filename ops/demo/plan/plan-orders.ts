import type { OrderStatus, SubmittableMethod } from "@db/vocabulary";
import { HOLD_SECONDS } from "@server/platform/rules/hold-times";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  historyStart,
  instants,
  later,
  openingAfter,
} from "@ops/demo/calendar";
import type { DemoCompany } from "@ops/demo/companies";
import type { PlannedMember } from "./plan-members";
import type { Random } from "@db/random";

export interface PlannedOrder {
  id: string;
  member: PlannedMember;
  createdAt: Date;
  amountPaise: number;
  /** Status changes, in order. */
  steps: Step[];
}

export interface PlannedPayment {
  method: SubmittableMethod;
  /** It is null for a manual payment. */
  reference: string | null;
  /** Paise that were paid beyond the order's total. */
  paidBeyondTotalPaise: number;
  /** True if its proof is the file of the member's order before. */
  repeatsProof: boolean;
}

/** A status change of an order after its creation. */
export interface Step {
  at: Date;
  to: Exclude<OrderStatus, "OPEN">;
  /** Set with PENDING. */
  payment?: PlannedPayment;
  /** Set with REJECTED and REVERSED. */
  reason?: string;
  refundNote?: string;
}

/** The planned outcome of an order, as far as the time until now allows it. */
type Outcome = OrderStatus | "RESUBMITTED" | "LATE";

/** Outcomes of the orders of the past, in turn, so that each company has each. */
const OUTCOMES: readonly Outcome[] = [
  "APPROVED",
  "APPROVED",
  "REJECTED",
  "APPROVED",
  "EXPIRED",
  "APPROVED",
  "APPROVED",
  "REVERSED",
  "APPROVED",
  "CANCELLED",
  "APPROVED",
  "LATE",
  "APPROVED",
  "APPROVED",
  "RESUBMITTED",
  "APPROVED",
  "APPROVED",
];
/** The documented member has every twelfth order, unless it would be the second one at a time. */
const OF_FIRST = 12;

const REJECTIONS = [
  {
    reason: "No transfer with this reference has reached our account.",
    refundNote: "If your bank did send it, it comes back to you within five working days.",
  },
  { reason: "The picture cannot be read. Please send it again.", refundNote: "" },
] as const;
/** A payment by hand has neither a picture nor a bank's transfer. */
const BY_HAND = { reason: "We have not received this money yet.", refundNote: "" } as const;
const REVERSALS = [
  "The bank took the transfer back.",
  "The member asked for the money back before the launch.",
] as const;

/** Returns a company's orders in order of creation. */
export function planOrders(
  random: Random,
  sizes: Pick<DemoCompany, "orders" | "fresh" | "open">,
  members: readonly PlannedMember[],
  now: Date,
): PlannedOrder[] {
  const [first, ...others] = members.filter(({ ended }) => ended === null);
  const suspects = others.filter(({ suspicion }) => suspicion !== null);
  const waiting = suspects.filter((_, index) => index % 2 === 0);
  /** Friends of the documented member: a payment of one waits, and an order of the other is open. */
  const friends = others.filter(({ referrer }) => referrer === first).slice(0, 2);
  const recent = later(now, -7 * DAY_MS);
  const orders: PlannedOrder[] = [];
  /** The end of each member's latest order; null while it has none. */
  const busy = new Map<PlannedMember, Date | null>();
  const isFree = (one: PlannedMember, at: Date): boolean => {
    const until = busy.get(one);
    return (
      later(one.joinedAt, HOUR_MS) < at && (until === undefined || (until !== null && until < at))
    );
  };
  const add = (createdAt: Date, outcome: Outcome, wanted: PlannedMember | undefined) => {
    const free = others.filter(
      (one) =>
        one.suspicion === null &&
        isFree(one, createdAt) &&
        !(createdAt > recent && friends.includes(one)),
    );
    // Members who came early buy more often.
    const member =
      wanted && isFree(wanted, createdAt)
        ? wanted
        : random.pickWeighted(free.map((one, at) => [one, 1 / (at + 3)] as const));
    const steps = stepsOf(random, outcome, { createdAt, place: orders.length }).filter(
      ({ at }) => at < now,
    );
    const { to, at } = steps.at(-1) ?? {};
    busy.set(member, to === undefined || to === "PENDING" || !at ? null : at);
    orders.push({
      id: random.id(createdAt),
      member,
      createdAt,
      amountPaise: makeAmount(random),
      steps,
    });
  };
  const beginning = later(historyStart(now), 5 * DAY_MS);
  const past = sizes.orders - sizes.fresh - sizes.open;
  const approved = suspects.filter((one) => !waiting.includes(one));
  const times = instants(random, past, beginning, later(now, -DAY_MS));
  let ofFirst = 0;
  for (const [index, at] of times.entries()) {
    const suspect = approved.find((one) => !busy.has(one) && isFree(one, at));
    const isOfFirst = index % OF_FIRST === 0 && at < recent && first && isFree(first, at);
    const place = isOfFirst ? ofFirst++ : index;
    const outcome = suspect ? "APPROVED" : OUTCOMES[place % OUTCOMES.length];
    add(at, outcome ?? "APPROVED", suspect ?? (isOfFirst ? first : undefined));
  }
  const within = (count: number, from: number, to: number) =>
    instants(random, count, later(now, -from * MINUTE_MS), later(now, -to * MINUTE_MS)).entries();
  for (const [index, at] of within(sizes.fresh, 20 * 60, 20)) {
    add(at, "PENDING", [first, friends[0], ...waiting][index]);
  }
  for (const [index, at] of within(sizes.open, 9, 1)) add(at, "OPEN", friends[index + 1]);
  return orders;
}

function stepsOf(
  random: Random,
  outcome: Outcome,
  { createdAt, place }: { createdAt: Date; place: number },
): Step[] {
  const expiry = { to: "EXPIRED", at: later(createdAt, HOLD_SECONDS * 1000) } as const;
  const after = (at: Date, from: number, to: number): Date =>
    openingAfter(random, later(at, random.between(from, to) * HOUR_MS));
  const submitted = (at: Date) => ({
    to: "PENDING" as const,
    at,
    payment: makePayment(random, place),
  });
  const paid = submitted(later(createdAt, random.between(1, 13) * MINUTE_MS));
  const decidedAt = after(paid.at, 0.3, 40);
  const approval = { to: "APPROVED", at: decidedAt } as const;
  const isByHand = paid.payment.method === "MANUAL";
  const doubt = random.pick(REJECTIONS);
  const rejection = { to: "REJECTED", at: decidedAt, ...(isByHand ? BY_HAND : doubt) } as const;
  switch (outcome) {
    case "OPEN":
      return [];
    case "CANCELLED":
      return [{ to: "CANCELLED", at: later(createdAt, 5 * MINUTE_MS) }];
    case "EXPIRED":
      return [expiry];
    case "LATE": {
      // The quote is valid for 24 hours after the hold.
      const late = submitted(later(expiry.at, random.between(1, 30) * HOUR_MS));
      return [expiry, late, { to: "APPROVED", at: after(late.at, 1, 30) }];
    }
    case "PENDING":
      return [paid];
    case "APPROVED":
      return [paid, approval];
    case "REVERSED": {
      const cause = random.pick(REVERSALS);
      const reason = isByHand ? REVERSALS[1] : cause;
      return [paid, approval, { to: "REVERSED", at: after(decidedAt, 24, 120), reason }];
    }
    case "REJECTED":
      return [paid, rejection];
    case "RESUBMITTED": {
      const again = submitted(after(decidedAt, 1, 30));
      return [paid, rejection, again, { to: "APPROVED", at: after(again.at, 1, 30) }];
    }
  }
}

/** Draws a payment; the place of the order tells whether it has a fault. */
function makePayment(random: Random, place: number): PlannedPayment {
  const drawn = random.pickWeighted([
    ["UPI", 44],
    ["BANK", 32],
    ["MANUAL", 24],
  ] as const);
  const isMistyped = place % 30 === 11;
  const isOdd = place % 30 === 21;
  const repeatsProof = place % 25 === 3;
  // A payment by hand has neither a number, a sum nor a proof that could be at fault.
  const isFaulty = isMistyped || isOdd || repeatsProof;
  const method = isFaulty && drawn === "MANUAL" ? "UPI" : drawn;
  const number = isMistyped
    ? random.digits(9)
    : method === "UPI"
      ? `4${random.digits(11)}`
      : `SBIN${random.digits(12)}`;
  return {
    method,
    reference: method === "MANUAL" ? null : number,
    paidBeyondTotalPaise: isOdd ? random.pick([-10_000, -100, 5_000]) : 0,
    repeatsProof,
  };
}

/** Draws an amount: mostly some thousands of rupees, round. */
function makeAmount(random: Random): number {
  if (random.percent(2)) return random.pick([2, 2.5, 3, 5]) * 100_000 * 100;
  const rupees = Math.exp(random.between(Math.log(700), Math.log(120_000)));
  const step = rupees < 5000 ? 100 : rupees < 20_000 ? 500 : 1000;
  return Math.round(rupees / step) * step * 100;
}
