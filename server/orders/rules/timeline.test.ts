import { describe, expect, test } from "vitest";
import { ORDER_STATUSES } from "@db/vocabulary";
import { type TimelineFacts, timelineOf } from "./timeline";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));

const order = (change: Partial<TimelineFacts>): TimelineFacts => ({
  status: "OPEN",
  createdAt: at(0),
  holdEndsAt: at(15),
  submittedAt: null,
  holdReleasedAt: null,
  restAskedAt: null,
  decidedAt: null,
  reversedAt: null,
  cancelled: null,
  keptAt: null,
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
      { status: "EXPIRED", keptAt: at(50) },
      "KEPT 10:00, ENDED 10:15!, SENT 10:50, ON_RECORD now, ALLOCATED next | COMPANY",
    ],
    [
      "that never held tokens, with a payment on record",
      { status: "EXPIRED", holdEndsAt: at(0), keptAt: at(0) },
      "SENT 10:00, ON_RECORD now, ALLOCATED next | COMPANY",
    ],
    [
      "that was rejected and paid again, on record",
      { status: "REJECTED", submittedAt: at(4), decidedAt: at(20), keptAt: at(50) },
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
      for (const keptAt of [null, at(50)]) {
        const { steps } = timelineOf(
          order({ status, keptAt, submittedAt: at(4), decidedAt: at(20), reversedAt: at(40) }),
          at(60),
        );
        const order_ = steps.map(({ state }) => ({ DONE: 0, STOPPED: 0, NOW: 1, NEXT: 2 })[state]);
        expect(order_).toEqual(order_.toSorted());
        expect(order_.filter((one) => one === 1).length).toBeLessThanOrEqual(1);
      }
    }
  });
});
