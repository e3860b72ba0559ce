import type { OrderStatus, SubmittableMethod } from "@db/vocabulary";
import { HOLD_SECONDS } from "@server/platform/rules/hold-times";
import { DAY_MS, HOUR_MS, MINUTE_MS, later, openingAfter } from "@ops/demo/calendar";
import type { Random } from "@ops/demo/random";

/** The planned outcome of an order, as far as the time until now allows it. */
export type PlannedOutcome =
  | "OPEN"
  | "PENDING"
  | "APPROVED"
  | "REJECTED"
  | "RESUBMITTED"
  | "REVERSED"
  | "EXPIRED"
  | "CANCELLED";

export interface PlannedPayment {
  method: SubmittableMethod;
  /** It is null for a manual payment. */
  reference: string | null;
  /** Paise that were paid beyond the order's total. */
  paidBeyondTotalPaise: number;
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

const REJECTIONS = [
  {
    reason: "No transfer with this reference has reached our account.",
    refundNote: "If your bank did send it, it comes back to you within five working days.",
  },
  {
    reason: "The amount that arrived is less than the total of this order.",
    refundNote: "It was sent back to the account that it came from.",
  },
  { reason: "The picture cannot be read. Please send it again.", refundNote: "" },
  { reason: "The transfer came from somebody else’s account.", refundNote: "It was sent back." },
] as const;

const REVERSALS = [
  "The bank took the transfer back.",
  "Approved by mistake: the transfer belongs to another order.",
  "The member asked for the money back before the launch.",
] as const;

/** Hours after the hold at which late payments come; the quote is valid for 24 hours. */
const LATE_HOURS = [1, 30] as const;

/** Returns the steps of an order that was created at an instant, up to `now`. */
export function planSteps(
  random: Random,
  outcome: PlannedOutcome,
  createdAt: Date,
  now: Date,
): Step[] {
  return stepsOf(random, outcome, createdAt).filter(({ at }) => at < now);
}

function stepsOf(random: Random, outcome: PlannedOutcome, createdAt: Date): Step[] {
  if (outcome === "OPEN") return [];
  if (outcome === "CANCELLED") {
    return [{ to: "CANCELLED", at: later(createdAt, random.between(0.5, 12) * MINUTE_MS) }];
  }
  const expiry = {
    to: "EXPIRED" as const,
    at: later(createdAt, HOLD_SECONDS * 1000 + random.below(MINUTE_MS)),
  };
  if (outcome === "EXPIRED") return [expiry];
  const isLate = outcome === "APPROVED" && random.percent(6);
  const submitted = submission(
    random,
    isLate
      ? later(expiry.at, random.between(...LATE_HOURS) * HOUR_MS)
      : later(createdAt, random.between(1, 13) * MINUTE_MS),
  );
  const steps: Step[] = isLate ? [expiry, submitted] : [submitted];
  if (outcome === "PENDING") return steps;
  const decidedAt = decisionAfter(random, submitted.at);
  if (outcome === "APPROVED") return [...steps, { to: "APPROVED", at: decidedAt }];
  if (outcome === "REVERSED") {
    const at = openingAfter(random, later(decidedAt, random.between(1, 5) * DAY_MS));
    return [
      ...steps,
      { to: "APPROVED", at: decidedAt },
      { to: "REVERSED", at, reason: random.pick(REVERSALS) },
    ];
  }
  steps.push({ to: "REJECTED", at: decidedAt, ...random.pick(REJECTIONS) });
  if (outcome === "REJECTED") return steps;
  const again = submission(random, later(decidedAt, random.between(1, 30) * HOUR_MS));
  return [...steps, again, { to: "APPROVED", at: decisionAfter(random, again.at) }];
}

/** Draws the time of a decision: most are made on the same day, some after two. */
const decisionAfter = (random: Random, at: Date): Date =>
  openingAfter(random, later(at, Math.exp(random.between(-1.5, 3.9)) * HOUR_MS));

function submission(random: Random, at: Date): Step {
  return { to: "PENDING", at, payment: makePayment(random) };
}

function makePayment(random: Random): PlannedPayment {
  const method = random.pickWeighted([
    ["UPI", 48],
    ["BANK", 34],
    ["MANUAL", 18],
  ] as const);
  return {
    method,
    reference: method === "MANUAL" ? null : makeReference(random, method),
    paidBeyondTotalPaise: random.percent(2.5) ? random.pick([-10_000, -100, 5_000]) : 0,
  };
}

/** Draws a reference in a bank's format; one in forty is mistyped. */
function makeReference(random: Random, method: "UPI" | "BANK"): string {
  if (random.percent(2.5)) return random.digits(9);
  const imps = `4${random.digits(11)}`;
  if (method === "UPI") return imps;
  return random.pick([imps, `SBIN${random.digits(12)}`, `HDFCR5${random.digits(16)}`]);
}
