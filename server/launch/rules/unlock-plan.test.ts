import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ALL_AT_LAUNCH,
  freeBy,
  isNeverLater,
  MAX_PAUSE_MONTHS,
  MAX_PLAN_MONTHS,
  monthsLater,
  partsOf,
  planOf,
  plansOf,
} from "./unlock-plan";

const amount = fc.bigInt({ min: 1n, max: 9_000_000_000_000_000n });
const day = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const plan = fc.oneof(
  fc.constant(ALL_AT_LAUNCH),
  fc.record({
    atLaunchBps: fc.integer({ min: 0, max: 9_999 }),
    pauseMonths: fc.integer({ min: 0, max: MAX_PAUSE_MONTHS }),
    months: fc.integer({ min: 1, max: MAX_PLAN_MONTHS }),
  }),
);

describe("partsOf", () => {
  test("without a plan of its own, a company's tokens all unlock on the day of the launch", () => {
    const { bought, earned } = plansOf({ unlockPlans: null });
    for (const one of [bought, earned]) {
      expect(partsOf(1_050n, one, "2027-01-31")).toEqual([{ day: "2027-01-31", amount: 1_050n }]);
    }
  });

  test("a part unlocks at the launch, then equal ones each month after the pause, the remainder last", () => {
    const quarter = { atLaunchBps: 2_500, pauseMonths: 2, months: 3 };
    expect(partsOf(103n, quarter, "2027-01-31")).toEqual([
      { day: "2027-01-31", amount: 25n },
      { day: "2027-04-30", amount: 26n },
      { day: "2027-05-31", amount: 26n },
      { day: "2027-06-30", amount: 26n },
    ]);
    expect(partsOf(105n, quarter, "2027-01-31").at(-1)?.amount).toBe(27n);
  });

  test("fewer tokens than months unlock with the last part", () => {
    const parts = partsOf(2n, { atLaunchBps: 0, pauseMonths: 0, months: 3 }, "2027-05-10");
    expect(parts.map((part) => part.amount)).toEqual([0n, 0n, 0n, 2n]);
  });

  test("the parts of every plan add up to the amount, none is negative, and days rise", () => {
    fc.assert(
      fc.property(amount, plan, day, (tokens, one, launch) => {
        const parts = partsOf(tokens, one, launch);
        expect(parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(tokens);
        expect(parts.every((part) => part.amount >= 0n)).toBe(true);
        expect(parts.every((part, at) => at === 0 || part.day > (parts[at - 1]?.day ?? ""))).toBe(
          true,
        );
        const monthly = parts.slice(1, -1).map((part) => part.amount);
        expect(new Set(monthly).size).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("freeBy", () => {
  test("what is free never falls, and is all after the last part", () => {
    fc.assert(
      fc.property(amount, plan, day, day, day, (tokens, one, launch, a, b) => {
        const [earlier = a, later = b] = [a, b].sort();
        expect(freeBy(tokens, one, launch, earlier) <= freeBy(tokens, one, launch, later)).toBe(
          true,
        );
        expect(freeBy(tokens, one, launch, "2099-12-31")).toBe(tokens);
      }),
    );
  });

  test("a reversal takes back exactly what its allocation has free", () => {
    fc.assert(
      fc.property(amount, plan, day, day, (tokens, one, launch, on) => {
        expect(freeBy(-tokens, one, launch, on)).toBe(-freeBy(tokens, one, launch, on));
      }),
    );
  });

  test("nothing is free before the launch, and nothing without its day", () => {
    expect(freeBy(100n, ALL_AT_LAUNCH, "2027-01-31", "2027-01-30")).toBe(0n);
    expect(freeBy(100n, ALL_AT_LAUNCH, "2027-01-31", "2027-01-31")).toBe(100n);
    expect(freeBy(100n, ALL_AT_LAUNCH, null, "2099-12-31")).toBe(0n);
  });
});

test("a month later is the same day, or the last of a month that lacks it", () => {
  expect(monthsLater("2027-01-31", 1)).toBe("2027-02-28");
  expect(monthsLater("2028-01-31", 1)).toBe("2028-02-29");
  expect(monthsLater("2027-01-31", 2)).toBe("2027-03-31");
  expect(monthsLater("2026-11-30", 3)).toBe("2027-02-28");
  expect(monthsLater("2026-12-15", 0)).toBe("2026-12-15");
});

test("rewards and bonus have a plan of their own", () => {
  const plans = {
    bought: ALL_AT_LAUNCH,
    earned: { atLaunchBps: 0, pauseMonths: 0, months: 6 },
  };
  expect(planOf("PURCHASE", plans)).toBe(plans.bought);
  expect(planOf("REFERRAL", plans)).toBe(plans.earned);
  expect(planOf("BONUS", plans)).toBe(plans.earned);
});

describe("isNeverLater", () => {
  test("it tells exactly whether an amount has fewer free tokens on some day", () => {
    const tokens = fc.integer({ min: 1, max: 300 });
    const small = fc.record({
      atLaunchBps: fc.integer({ min: 0, max: 9_999 }),
      pauseMonths: fc.integer({ min: 0, max: 3 }),
      months: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(tokens, small, small, (count, before, after) => {
        const days = Array.from({ length: 12 }, (_, month) => monthsLater("2027-01-15", month));
        const isKept = days.every(
          (on) =>
            freeBy(BigInt(count), after, "2027-01-15", on) >=
            freeBy(BigInt(count), before, "2027-01-15", on),
        );
        if (isNeverLater(before, after, [count])) expect(isKept).toBe(true);
        if (isNeverLater(before, after, [])) {
          expect(isNeverLater(before, after, [count])).toBe(isKept);
        }
      }),
    );
  });

  test("more at the launch, a shorter pause or fewer months are not later; the opposite is", () => {
    const before = { atLaunchBps: 2_500, pauseMonths: 2, months: 12 };
    expect(isNeverLater(before, ALL_AT_LAUNCH, [100])).toBe(true);
    expect(isNeverLater(ALL_AT_LAUNCH, before, [])).toBe(false);
    expect(isNeverLater(before, { ...before, pauseMonths: 1 }, [1_000])).toBe(true);
    expect(isNeverLater(before, { ...before, months: 11 }, [1_000])).toBe(true);
    expect(isNeverLater(before, { ...before, atLaunchBps: 2_499 }, [])).toBe(false);
  });

  test("a whole token that would move to the last part is later", () => {
    const before = { atLaunchBps: 0, pauseMonths: 0, months: 3 };
    const after = { atLaunchBps: 3_400, pauseMonths: 0, months: 3 };
    expect(isNeverLater(before, after, [])).toBe(true);
    expect(isNeverLater(before, after, [3])).toBe(false);
  });
});
