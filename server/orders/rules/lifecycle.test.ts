import fc from "fast-check";
import { expect, test, describe } from "vitest";
import { ORDER_STATUSES } from "@db/vocabulary";
import { REFUSAL_KINDS } from "@server/platform/rules/refusals/kinds";
import { isRefusal } from "@server/platform/rules/refusals/refuse";
import type { OrderStatus } from "@db/vocabulary";
import { assertCan, can, holdsSupply, NEXT } from "./lifecycle";
import { presentTerms, type QuotedOrder, STANDING_QUOTES } from "./standing-quote";
import { submissionChanges, type SubmittedFacts } from "./submission-changes";
import { type TimelineFacts, timelineOf } from "./timeline";

const status = fc.constantFrom(...ORDER_STATUSES);

test("an order can be rejected, submitted again, approved and reversed", () => {
  const life = ["OPEN", "PENDING", "REJECTED", "PENDING", "APPROVED", "REVERSED"] as const;
  for (const [index, to] of life.slice(1).entries()) {
    expect(() => assertCan(life[index] ?? "OPEN", to)).not.toThrow();
  }
});

test("an expired or cancelled order can still be paid", () => {
  expect(can("EXPIRED", "PENDING")).toBe(true);
  expect(can("CANCELLED", "PENDING")).toBe(true);
});

test.each([
  ["APPROVED", "APPROVED", "ORDER_ALREADY_DECIDED"],
  ["REJECTED", "APPROVED", "ORDER_ALREADY_DECIDED"],
  ["APPROVED", "REJECTED", "ORDER_ALREADY_DECIDED"],
  ["REVERSED", "APPROVED", "ORDER_ALREADY_DECIDED"],
  ["OPEN", "APPROVED", "ORDER_NOT_SUBMITTED"],
  ["EXPIRED", "REJECTED", "ORDER_NOT_SUBMITTED"],
  ["PENDING", "PENDING", "ORDER_ALREADY_SUBMITTED"],
  ["APPROVED", "PENDING", "ORDER_ALREADY_DECIDED"],
  ["PENDING", "REVERSED", "ORDER_NOT_APPROVED"],
  ["REVERSED", "REVERSED", "ORDER_ALREADY_REVERSED"],
  ["CANCELLED", "CANCELLED", "ORDER_ALREADY_CANCELLED"],
  ["PENDING", "CANCELLED", "ORDER_ALREADY_SUBMITTED"],
  ["APPROVED", "CANCELLED", "ORDER_ALREADY_DECIDED"],
  ["EXPIRED", "CANCELLED", "ORDER_NOT_OPEN"],
  ["PENDING", "EXPIRED", "ORDER_NOT_OPEN"],
] as const)("a transition from %s to %s is refused: %s", (from, to, code) => {
  expect(() => assertCan(from, to)).toThrow(code);
});

test("a transition not in the table is refused with a conflict", () => {
  fc.assert(
    fc.property(status, status, (from, to) => {
      const next: readonly OrderStatus[] = NEXT[from];
      if (next.includes(to)) {
        assertCan(from, to);
        return true;
      }
      expect(kindOfRefusal(() => assertCan(from, to))).toBe("conflict");
      return true;
    }),
  );
});

function kindOfRefusal(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return isRefusal(error) ? REFUSAL_KINDS[error.code] : null;
  }
}

test("no sequence of transitions approves an order twice", () => {
  fc.assert(
    fc.property(fc.array(status, { maxLength: 60 }), (wishes) => {
      let now: OrderStatus = "OPEN";
      let approvals = 0;
      for (const wish of wishes) {
        if (!can(now, wish)) continue;
        now = wish;
        if (now === "APPROVED") approvals += 1;
      }
      return approvals <= 1;
    }),
  );
});

test("no transition ends in OPEN, and none starts in REVERSED", () => {
  const statusesBefore = (to: OrderStatus) => ORDER_STATUSES.filter((from) => can(from, to));
  expect(statusesBefore("OPEN")).toEqual([]);
  expect(NEXT.REVERSED).toEqual([]);
  expect(statusesBefore("PENDING").toSorted()).toEqual([
    "CANCELLED",
    "EXPIRED",
    "OPEN",
    "REJECTED",
  ]);
  expect(statusesBefore("APPROVED")).toEqual(["PENDING"]);
});

test("tokens are held in OPEN and PENDING", () => {
  expect(ORDER_STATUSES.filter(holdsSupply)).toEqual(["OPEN", "PENDING"]);
});

const noon = new Date("2026-11-21T12:00:00.000Z");
const after = (ms: number) => new Date(noon.getTime() + ms);
const DAY_MS = 86_400_000;
const company = { priceMicroRupees: 50_000_000, feeBps: 250 };
const quoted: QuotedOrder = {
  status: "EXPIRED",
  holdEndsAt: noon,
  newerOrders: 0,
  priceMicroRupees: 10_000_000,
  feeBps: 250,
};
const flagged = (change: Partial<QuotedOrder>, at = after(1)) =>
  presentTerms({ ...quoted, ...change }, company, at) !== null;

describe("a quote stands", () => {
  test("a quote stands while the hold lasts, however many orders are newer", () => {
    expect(flagged({ status: "OPEN", newerOrders: 9 }, after(-1))).toBe(false);
    expect(flagged({ status: "OPEN", newerOrders: 9 }, noon)).toBe(true);
  });

  test("a quote stands for 24 hours after the hold's end, to the millisecond, swept or not", () => {
    for (const status of ["OPEN", "EXPIRED"] as const) {
      expect(flagged({ status }, after(DAY_MS))).toBe(false);
      expect(flagged({ status }, after(DAY_MS + 1))).toBe(true);
    }
  });

  test("a quote stands for the member's newest orders only", () => {
    expect(flagged({ newerOrders: STANDING_QUOTES - 1 })).toBe(false);
    expect(flagged({ newerOrders: STANDING_QUOTES })).toBe(true);
  });

  test("a quote stands only for open and expired orders", () => {
    const standing = ORDER_STATUSES.filter((status) => !flagged({ status }, after(-1)));
    expect(standing).toEqual(["OPEN", "EXPIRED"]);
  });
});

describe("the present terms", () => {
  const ended = { ...quoted, status: "CANCELLED" } as const;

  test("the present terms are the company's, with its price or fee changed", () => {
    expect(presentTerms(ended, company, noon)).toEqual(company);
    const dearer = { ...company, priceMicroRupees: quoted.priceMicroRupees, feeBps: 300 };
    expect(presentTerms(ended, dearer, noon)).toEqual(dearer);
  });

  test("the present terms are null while they are those of the order", () => {
    expect(presentTerms(ended, { priceMicroRupees: 10_000_000, feeBps: 250 }, noon)).toBeNull();
  });

  test("the present terms have no price if the company has none", () => {
    const none = { priceMicroRupees: null, feeBps: 250 };
    expect(presentTerms(ended, none, noon)).toEqual(none);
  });
});

const FIRST: SubmittedFacts = {
  method: "BANK",
  reference: "SBIN1",
  paidAmountPaise: 100_00,
  proofSha256: "aa",
  account: "50100",
};

test("equal submissions differ in nothing", () => {
  expect(submissionChanges(FIRST, { ...FIRST })).toEqual([]);
});

test("every differing fact is named with both values", () => {
  const second: SubmittedFacts = {
    method: "MANUAL",
    reference: null,
    paidAmountPaise: null,
    proofSha256: null,
    account: "x@okbank",
  };
  expect(submissionChanges(FIRST, second)).toEqual([
    { field: "method", before: "BANK", after: "MANUAL" },
    { field: "reference", before: "SBIN1", after: null },
    { field: "paidAmount", before: 100_00, after: null },
    { field: "proof", change: "removed" },
    { field: "account", before: "50100", after: "x@okbank" },
  ]);
  expect(submissionChanges(second, FIRST)).toContainEqual({ field: "proof", change: "added" });
});

test("a submission with another file replaces the proof, and an unknown account is not compared", () => {
  expect(
    submissionChanges({ ...FIRST, account: undefined }, { ...FIRST, proofSha256: "bb" }),
  ).toEqual([{ field: "proof", change: "replaced" }]);
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));

const order = (change: Partial<TimelineFacts>): TimelineFacts => ({
  status: "OPEN",
  createdAt: at(0),
  holdEndsAt: at(15),
  submittedAt: null,
  holdReleasedAt: null,
  restAskedAt: null,
  totalPaise: 357_000,
  receivedPaise: null,
  decidedAt: null,
  reversedAt: null,
  cancelled: null,
  onRecordAt: null,
  ...change,
});

/** "KEPT 10:00, SENT now": the steps in short, and who is waited for. */
function told(change: Partial<TimelineFacts>, now = at(5)): string {
  const { steps, waitsFor } = timelineOf(order(change), now);
  const words = steps.map(({ step, at: when, state }) => {
    const mark = { DONE: "", STOPPED: "!", NOW: " now", NEXT: " next" }[state];
    return `${step}${when ? ` ${when.toISOString().slice(11, 16)}` : ""}${mark}`;
  });
  return `${words.join(", ")} | ${waitsFor ?? "nobody"}`;
}

const PART = { receivedPaise: 200_000, restAskedAt: at(20) };

describe("the timeline of an order", () => {
  test.each([
    ["that is open", {}, "KEPT 10:00, SENT now, CHECKING next, ALLOCATED next | MEMBER"],
    [
      "that has expired",
      { status: "EXPIRED" },
      "KEPT 10:00, ENDED 10:15!, SENT now, CHECKING next, ALLOCATED next | MEMBER",
    ],
    [
      "that was cancelled",
      { status: "CANCELLED", cancelled: { at: at(3), isReplaced: false } },
      "KEPT 10:00, CANCELLED 10:03! | nobody",
    ],
    [
      "that was replaced",
      { status: "CANCELLED", cancelled: { at: at(3), isReplaced: true } },
      "KEPT 10:00, REPLACED 10:03! | nobody",
    ],
    [
      "that waits for its decision",
      { status: "PENDING", submittedAt: at(4) },
      "KEPT 10:00, SENT 10:04, CHECKING now, ALLOCATED next | COMPANY",
    ],
    [
      "whose tokens were given back undecided",
      { status: "PENDING", submittedAt: at(4), holdReleasedAt: at(30) },
      "KEPT 10:00, SENT 10:04, RELEASED 10:30!, CHECKING now, ALLOCATED next | COMPANY",
    ],
    [
      "whose rest is asked for",
      { status: "PENDING", submittedAt: at(4), ...PART },
      "KEPT 10:00, SENT 10:04, PART 10:20, REST now, ALLOCATED next | MEMBER",
    ],
    [
      "whose rest was told",
      { status: "PENDING", submittedAt: at(30), ...PART },
      "KEPT 10:00, PART 10:20, SENT 10:30, CHECKING now, ALLOCATED next | COMPANY",
    ],
    [
      "whose told rest did not arrive",
      { status: "PENDING", submittedAt: at(30), ...PART, decidedAt: at(40) },
      "KEPT 10:00, PART 10:20, SENT 10:30, MISSING 10:40!, REST now, ALLOCATED next | MEMBER",
    ],
    [
      "that was approved",
      { status: "APPROVED", submittedAt: at(4), decidedAt: at(20) },
      "KEPT 10:00, SENT 10:04, ALLOCATED 10:20 | nobody",
    ],
    [
      "that was rejected",
      { status: "REJECTED", submittedAt: at(4), decidedAt: at(20) },
      "KEPT 10:00, SENT 10:04, REJECTED 10:20! | MEMBER",
    ],
    [
      "whose approval was reversed",
      { status: "REVERSED", submittedAt: at(4), decidedAt: at(20), reversedAt: at(40) },
      "KEPT 10:00, SENT 10:04, ALLOCATED 10:20, REVERSED 10:40! | nobody",
    ],
    [
      "that expired, with a payment on record",
      { status: "EXPIRED", onRecordAt: at(50) },
      "KEPT 10:00, ENDED 10:15!, SENT 10:50, ON_RECORD now, ALLOCATED next | COMPANY",
    ],
    [
      "that never held tokens, with a payment on record",
      { status: "EXPIRED", holdEndsAt: at(0), onRecordAt: at(0) },
      "SENT 10:00, ON_RECORD now, ALLOCATED next | COMPANY",
    ],
    [
      "that was rejected and paid again, on record",
      { status: "REJECTED", submittedAt: at(4), decidedAt: at(20), onRecordAt: at(50) },
      "KEPT 10:00, SENT 10:04, REJECTED 10:20!, SENT 10:50, ON_RECORD now, ALLOCATED next | COMPANY",
    ],
  ] as const)("the timeline shows each step of an order %s", (_which, change, expected) => {
    expect(told(change)).toBe(expected);
  });

  test("an open order whose time is over is told as expired, before a sweep has marked it", () => {
    expect(told({}, at(15))).toBe(told({ status: "EXPIRED" }));
    expect(told({}, at(14))).not.toContain("ENDED");
  });

  test("a timeline has at most one present step in any state, and none before a past one", () => {
    for (const status of ORDER_STATUSES) {
      for (const onRecordAt of [null, at(50)]) {
        const { steps } = timelineOf(
          order({ status, onRecordAt, submittedAt: at(4), decidedAt: at(20), reversedAt: at(40) }),
          at(60),
        );
        const order_ = steps.map(({ state }) => ({ DONE: 0, STOPPED: 0, NOW: 1, NEXT: 2 })[state]);
        expect(order_).toEqual(order_.toSorted());
        expect(order_.filter((one) => one === 1).length).toBeLessThanOrEqual(1);
      }
    }
  });
});
