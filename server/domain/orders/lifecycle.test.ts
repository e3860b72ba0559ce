import fc from "fast-check";
import { expect, test } from "vitest";

import { ORDER_STATUSES } from "@db/vocabulary";
import type { OrderStatus } from "@db/vocabulary";
import {
  assertCan,
  can,
  holdsSupply,
  keepsReference,
  NEXT,
  statusesBefore,
  transition,
} from "@server/domain/orders/lifecycle";

const status = fc.constantFrom(...ORDER_STATUSES);

test("the life of an approved order, and of one that came back after a rejection", () => {
  const open: { id: string; status: OrderStatus } = { id: "1", status: "OPEN" };
  const again = transition(transition(transition(open, "PENDING"), "REJECTED"), "PENDING");
  expect(transition(transition(again, "APPROVED"), "REVERSED")).toEqual({
    id: "1",
    status: "REVERSED",
  });
  expect(open.status).toBe("OPEN");
});

test("an expired or cancelled order still takes its payment", () => {
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
] as const)("from %s to %s is refused: %s", (from, to, code) => {
  expect(() => assertCan(from, to)).toThrow(code);
});

test("a step is either in the table or refused with a conflict, never silent", () => {
  fc.assert(
    fc.property(status, status, (from, to) => {
      const next: readonly OrderStatus[] = NEXT[from];
      if (next.includes(to)) return transition({ status: from }, to).status === to;
      expect(() => assertCan(from, to)).toThrow(expect.objectContaining({ kind: "conflict" }));
      return true;
    }),
  );
});

test("no walk through the table approves an order twice without a reversal between", () => {
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

test("nothing leads back to OPEN, and nothing leaves REVERSED", () => {
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

test("tokens are held while an order waits, references until it is given up", () => {
  expect(ORDER_STATUSES.filter(holdsSupply)).toEqual(["OPEN", "PENDING"]);
  expect(ORDER_STATUSES.filter(keepsReference)).toEqual(["OPEN", "PENDING", "APPROVED", "EXPIRED"]);
});
