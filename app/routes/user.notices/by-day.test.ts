import { expect, test } from "vitest";
import type { Notice } from "@server/members/contracts/notices";
import { byDay, wholeGroups } from "./by-day";

const reward = (at: string, tokens: number, isUnread = false): Notice => ({
  kind: "REWARD",
  at,
  isUnread,
  tokens,
});

test("the rewards of a day, and older ones of a month, are one notice with their sum", () => {
  const joined = { kind: "JOINED", at: "2026-11-29T05:00:00.000000Z", isUnread: false } as const;
  expect(
    byDay(
      [
        reward("2026-11-29T06:00:00.000000Z", 50, true),
        joined,
        reward("2026-11-29T04:00:00.000000Z", 328, true),
        // Still the 28th in UTC, and already the 29th in India.
        reward("2026-11-28T19:00:00.000000Z", 1),
        reward("2026-11-28T04:00:00.000000Z", 7),
        reward("2026-11-20T04:00:00.000000Z", 2),
        reward("2026-11-02T04:00:00.000000Z", 3),
        reward("2026-10-31T04:00:00.000000Z", 4),
      ],
      "2026-11-22",
    ),
  ).toEqual([
    {
      of: "2026-11-29",
      rows: [
        { ...reward("2026-11-29T06:00:00.000000Z", 379, true), of: 3 },
        { ...joined, of: 1 },
      ],
    },
    { of: "2026-11-28", rows: [{ ...reward("2026-11-28T04:00:00.000000Z", 7), of: 1 }] },
    { of: "2026-11", rows: [{ ...reward("2026-11-20T04:00:00.000000Z", 5), of: 2 }] },
    { of: "2026-10", rows: [{ ...reward("2026-10-31T04:00:00.000000Z", 4), of: 1 }] },
  ]);
});

test("notices about orders are told one by one", () => {
  const expired = (orderNumber: string): Notice => ({
    kind: "EXPIRED",
    at: "2026-11-29T06:00:00.000000Z",
    isUnread: false,
    orderNumber,
    reason: "",
  });
  expect(byDay([expired("PUR-1"), expired("PUR-2")], "2026-11-22")[0]?.rows).toHaveLength(2);
});

test("a full page leaves its last day to the next, unless it has no other", () => {
  const today = reward("2026-11-29T06:00:00.000000Z", 1);
  const before = [
    reward("2026-11-28T06:00:00.000000Z", 2),
    reward("2026-11-28T05:00:00.000000Z", 3),
  ];
  expect(wholeGroups([today, ...before], "2026-11-22")).toEqual([today]);
  expect(wholeGroups(before, "2026-11-22")).toEqual(before);
  const month = [
    reward("2026-11-20T06:00:00.000000Z", 4),
    reward("2026-11-02T06:00:00.000000Z", 5),
  ];
  expect(wholeGroups([today, ...month], "2026-11-22")).toEqual([today]);
});
