import { RISK_RULES, type RiskRule } from "@db/vocabulary";
import { DEFAULT_MAX_PENDING_ORDERS } from "@server/companies/rules/allowance";
import { HOLD_SECONDS } from "@server/platform/rules/hold-times";
import { HOUR_MS, MINUTE_MS, instantBetween, later } from "@ops/demo/calendar";
import type { DemoCompany } from "@ops/demo/companies";
import { type PlannedOutcome, type Step, planSteps } from "./plan-steps";
import type { PlannedMember } from "./plan-members";
import type { Random } from "@ops/demo/random";

export interface PlannedOrder {
  id: string;
  member: PlannedMember;
  createdAt: Date;
  amountPaise: number;
  /** Status changes, in order. */
  steps: Step[];
}

type Sizes = Pick<DemoCompany, "orders" | "fresh" | "open">;

/** The time and outcome of an order to plan. */
interface Slot {
  createdAt: Date;
  outcome: PlannedOutcome;
  /** A member, the documented one, one whom they invited, or any; the latter two below the limits. */
  buyer: PlannedMember | "FIRST" | "FRIEND" | "ANY";
}

/** The least and greatest age of the payments of the last day, in minutes. */
const FRESH_MINUTES = [20, 20 * 60] as const;
const MOST_ATTEMPTS = 100;

/** Outcomes of the documented member's other orders, in turn. */
const OF_FIRST: readonly PlannedOutcome[] = [
  "APPROVED",
  "APPROVED",
  "REJECTED",
  "CANCELLED",
  "APPROVED",
  "REVERSED",
  "APPROVED",
  "EXPIRED",
];
/** Outcomes that the first orders of a company have once each. */
const EACH: readonly PlannedOutcome[] = [
  "APPROVED",
  "REJECTED",
  "REVERSED",
  "EXPIRED",
  "CANCELLED",
];
const LIVES = [
  ["APPROVED", 73],
  ["EXPIRED", 9],
  ["REJECTED", 6],
  ["CANCELLED", 6],
  ["REVERSED", 3],
  ["RESUBMITTED", 3],
] as const satisfies readonly (readonly [PlannedOutcome, number])[];

/** Rules of risk that find an order whose payment waits; the others find approved ones. */
const WAITING: ReadonlySet<RiskRule> = new Set([
  "SHARED_NETWORK",
  "SHARED_PROOF",
  "SHARED_IDENTITY",
  "DISPOSABLE_EMAIL",
]);
const BY_PAYMENT: ReadonlySet<RiskRule> = new Set(["SHARED_PROOF", "SHARED_PAYER"]);
/** The least amount of a burst's order, whose reward waits for an unverified referrer. */
const LEAST_OF_BURST_PAISE = 25_000 * 100;

/** Returns a company's orders in order of creation. */
export function planOrders(
  random: Random,
  sizes: Sizes,
  members: readonly PlannedMember[],
  now: Date,
): PlannedOrder[] {
  const [first, ...others] = members;
  const beginning = others[5]?.joinedAt;
  if (!first || !beginning) throw new Error("A company of the demo has more members.");
  const calendar = new Map<PlannedMember, PlannedOrder[]>();
  const weighted = others.map((member) => [member, member.eagerness] as const);
  let known = 0;
  const suspects = RISK_RULES.flatMap(
    (rule) => members.find(({ suspicion }) => suspicion === rule) ?? [],
  );
  return slotsOf(random, sizes, suspects, later(beginning, HOUR_MS), now).map(
    ({ createdAt, outcome, buyer }) => {
      known = joinedBefore(others, createdAt, known);
      const there = weighted.slice(0, known);
      const from = buyer === "FRIEND" ? there.filter(([one]) => one.referrer === first) : there;
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const member =
          typeof buyer === "object" ? buyer : buyer === "FIRST" ? first : random.pickWeighted(from);
        const earlier = calendar.get(member) ?? [];
        const order: PlannedOrder = {
          id: random.id(createdAt),
          member,
          createdAt,
          amountPaise: makeAmount(random),
          steps: planSteps(random, outcome, createdAt, now),
        };
        if (!hasRoom(earlier, order, now) || !isFound(order)) continue;
        calendar.set(member, [...earlier, order]);
        return order;
      }
      throw new Error("No member of the demo has room for an order.");
    },
  );
}

/** Tells that an order of a suspect has what its rule finds: another order needs nothing. */
function isFound({ member: { suspicion }, amountPaise, steps }: PlannedOrder): boolean {
  if (suspicion === null) return true;
  if (suspicion === "BURST" && amountPaise < LEAST_OF_BURST_PAISE) return false;
  const isDecided = WAITING.has(suspicion) || steps.at(-1)?.to === "APPROVED";
  const [{ to, payment } = {}] = steps;
  return isDecided && to === "PENDING" && (!BY_PAYMENT.has(suspicion) || payment?.method === "UPI");
}

/** Returns the number of members, in order of registration, who can place an order by then. */
function joinedBefore(members: readonly PlannedMember[], at: Date, known: number): number {
  const next = members.findIndex(
    ({ joinedAt }, index) => index >= known && later(joinedAt, 10 * MINUTE_MS) >= at,
  );
  return next === -1 ? members.length : next;
}

function slotsOf(
  random: Random,
  { orders, fresh, open }: Sizes,
  suspects: readonly PlannedMember[],
  beginning: Date,
  now: Date,
): Slot[] {
  const waits = ({ suspicion }: PlannedMember) => suspicion !== null && WAITING.has(suspicion);
  const waiting = suspects.filter(waits);
  const approved = suspects
    .filter((one) => !waits(one))
    .map((buyer): Slot => ({
      createdAt: later(buyer.joinedAt, HOUR_MS),
      outcome: "APPROVED",
      buyer,
    }));
  const times = (count: number, time: () => Date) =>
    Array.from({ length: count }, time).sort((a, b) => a.getTime() - b.getTime());
  const past = times(orders - fresh - open - approved.length, () =>
    instantBetween(random, beginning, later(now, -24 * HOUR_MS)),
  );
  const every = Math.max(12, Math.floor(past.length / 14));
  const decided = [
    ...approved,
    ...past.map((createdAt, index): Slot => {
      const isOfFirst = index % every === EACH.length;
      const outcome = isOfFirst
        ? OF_FIRST[Math.floor(index / every) % OF_FIRST.length]
        : (EACH[index] ?? random.pickWeighted(LIVES));
      return { createdAt, outcome: outcome ?? "APPROVED", buyer: isOfFirst ? "FIRST" : "ANY" };
    }),
  ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return [
    ...decided,
    ...times(fresh, () => later(now, -random.between(...FRESH_MINUTES) * MINUTE_MS)).map(
      (createdAt, index): Slot => ({
        createdAt,
        outcome: "PENDING",
        buyer: index === 0 ? "FIRST" : index === 1 ? "FRIEND" : (waiting[index - 2] ?? "ANY"),
      }),
    ),
    ...times(open, () => later(now, -random.between(1, 9) * MINUTE_MS)).map(
      (createdAt, index): Slot => ({
        createdAt,
        outcome: "OPEN",
        buyer: index === 0 ? "FRIEND" : "ANY",
      }),
    ),
  ];
}

/** Tells that the limits allow this order beside the member's earlier ones. */
function hasRoom(earlier: readonly PlannedOrder[], order: PlannedOrder, now: Date): boolean {
  const opened = order.createdAt;
  const isOpenBeside = earlier.some((one) => opened < later(one.createdAt, HOLD_SECONDS * 1000));
  if (isOpenBeside) return false;
  return order.steps
    .filter(({ to }) => to === "PENDING")
    .every(({ at }) => {
      const waiting = earlier.filter((one) => isPending(one, at, now));
      return waiting.length + 1 < DEFAULT_MAX_PENDING_ORDERS;
    });
}

/** Tells that an order is pending at an instant or in the day after it. */
function isPending({ steps }: PlannedOrder, at: Date, now: Date): boolean {
  return steps.some((step, index) => {
    if (step.to !== "PENDING") return false;
    const decidedAt = steps[index + 1]?.at ?? now;
    return step.at <= later(at, 24 * HOUR_MS) && decidedAt >= at;
  });
}

/** Draws an amount: mostly some thousands of rupees, mainly round. */
function makeAmount(random: Random): number {
  const rupees = Math.exp(random.between(Math.log(700), Math.log(120_000)));
  if (random.percent(2)) return random.pick([2, 2.5, 3, 5]) * 100_000 * 100;
  if (random.percent(12)) return Math.round(rupees) * 100 + random.pick([0, 0, 50]);
  const step = rupees < 5000 ? 100 : rupees < 20_000 ? 500 : 1000;
  return Math.max(step, Math.round(rupees / step) * step) * 100;
}
