import { expect, test } from "vitest";
import { dueMail } from "./launch-mails";
import { ALL_AT_LAUNCH } from "./unlock-plan";

const launch = new Date("2027-01-31T12:00:00+05:30");
const plain = { bought: ALL_AT_LAUNCH, earned: ALL_AT_LAUNCH };
const monthly = { ...plain, bought: { atLaunchBps: 2_500, pauseMonths: 0, months: 2 } };
const at = (iso: string, plans = plain) => dueMail(launch, plans, new Date(iso));

test("a wallet is asked for 30, 7 and 1 days before the launch", () => {
  expect(at("2026-12-31T12:00:00+05:30")).toBeNull();
  expect(at("2027-01-01T13:00:00+05:30")).toEqual({ kind: "PROVE_30", day: "2027-01-31" });
  expect(at("2027-01-24T12:00:00+05:30")).toEqual({ kind: "PROVE_7", day: "2027-01-31" });
  expect(at("2027-01-31T11:59:00+05:30")).toEqual({ kind: "PROVE_1", day: "2027-01-31" });
});

test("a day on which a part unlocks is told then, or on the day after it", () => {
  expect(at("2027-01-31T12:00:00+05:30")).toEqual({ kind: "FREE", day: "2027-01-31" });
  expect(at("2027-02-01T23:00:00+05:30")).toEqual({ kind: "FREE", day: "2027-01-31" });
  expect(at("2027-02-02T00:00:00+05:30")).toBeNull();
  expect(at("2027-02-28T00:00:00+05:30")).toBeNull();
  expect(at("2027-02-28T00:00:00+05:30", monthly)).toEqual({ kind: "FREE", day: "2027-02-28" });
});
