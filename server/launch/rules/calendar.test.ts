import { expect, test } from "vitest";
import { calendarOf } from "./calendar";
import { ALL_AT_LAUNCH } from "./unlock-plan";

const plans = {
  bought: { atLaunchBps: 5_000, pauseMonths: 0, months: 2 },
  earned: ALL_AT_LAUNCH,
};
const bought = (quantity: number) => ({ isBought: true, quantity });
const earned = (quantity: number) => ({ isBought: false, quantity });

test("the calendar adds up what unlocks on each day, by the plan of each allocation", () => {
  expect(calendarOf([bought(101), bought(10), earned(7)], plans, "2027-01-31")).toEqual([
    { day: "2027-01-31", amount: 62n },
    { day: "2027-02-28", amount: 27n },
    { day: "2027-03-31", amount: 29n },
  ]);
});

test("what was reversed is in no day", () => {
  expect(calendarOf([bought(101), bought(-101)], plans, "2027-01-31")).toEqual([]);
  expect(calendarOf([bought(101), earned(5), bought(-101)], plans, "2027-01-31")).toEqual([
    { day: "2027-01-31", amount: 5n },
  ]);
});
