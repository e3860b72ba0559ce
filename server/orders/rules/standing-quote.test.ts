import { describe, expect, test } from "vitest";
import { ORDER_STATUSES } from "@db/vocabulary";
import { presentTerms, type QuotedOrder, STANDING_QUOTES } from "./standing-quote";

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
