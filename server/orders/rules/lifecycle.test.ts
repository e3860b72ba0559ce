import fc from "fast-check";
import { expect, test } from "vitest";

import { ORDER_STATUSES } from "@db/vocabulary";
import type { OrderStatus } from "@db/vocabulary";
import { assertCan, can, holdsSupply, NEXT } from "./lifecycle";

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
      expect(() => assertCan(from, to)).toThrow(expect.objectContaining({ kind: "conflict" }));
      return true;
    }),
  );
});

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
