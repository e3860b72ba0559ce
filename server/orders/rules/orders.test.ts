import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assertMayBuy,
  assertMayDecide,
  assertWithinAllowance,
  remainingAllowance,
  unverifiedHoldTokens,
} from "@server/companies/rules/allowance";
import {
  flagsOf,
  flagsOfRest,
  type SubmissionFacts,
  checkSubmission,
  consentRefusal,
  isReference,
  isUnusualReference,
  needsSingleDecision,
  normaliseReference,
} from "./submission";
import { normaliseOrderNumber, orderNumber } from "./order-number";
import {
  HOLD_SECONDS,
  holdEndsAt,
  holdSecondsLeft,
  isHoldOver,
  isLate,
  quoteStandsUntil,
} from "@server/platform/rules/hold-times";

const noon = new Date("2026-11-21T12:00:00.123Z");
const after = (date: Date, ms: number) => new Date(date.getTime() + ms);

describe("order numbers", () => {
  test("order numbers are PUR- and the last six digits of the clock", () => {
    expect(orderNumber(new Date(1_763_719_283_045))).toBe("PUR-283045");
    expect(orderNumber(new Date(1_763_719_000_007))).toBe("PUR-000007");
  });

  test("order numbers take more digits of the clock when the number is used", () => {
    const now = new Date(1_763_719_283_045);
    expect(orderNumber(now, 1)).toBe("PUR-9283045");
    expect(orderNumber(now, 7)).toBe("PUR-1763719283045");
    expect(orderNumber(now, 8)).toBe("PUR-1763719283046");
    expect(() => orderNumber(now, 1_000)).toThrow("ORDER_NUMBER_UNAVAILABLE");
  });

  test("two hundred order numbers of one instant are all different and all parse", () => {
    const numbers = Array.from({ length: 200 }, (_, attempt) => orderNumber(noon, attempt));
    expect(new Set(numbers).size).toBe(200);
    for (const number of numbers)
      expect(normaliseOrderNumber(` ${number.toLowerCase()} `)).toBe(number);
  });

  test("any other text is an invalid order number", () => {
    for (const text of ["", "PUR-12345", "PUR-12345a", "ORD-123456", "PUR-123456'"]) {
      expect(normaliseOrderNumber(text)).toBeNull();
    }
  });
});

describe("the hold", () => {
  const order = { holdEndsAt: holdEndsAt(noon) };

  test("a hold lasts exactly 15 minutes", () => {
    expect(HOLD_SECONDS).toBe(900);
    expect(isHoldOver(order, after(noon, 899_999))).toBe(false);
    expect(isHoldOver(order, after(noon, 900_000))).toBe(true);
    expect(holdSecondsLeft(order, noon)).toBe(900);
    expect(holdSecondsLeft(order, after(noon, 899_001))).toBe(1);
    expect(holdSecondsLeft(order, after(noon, 5_000_000))).toBe(0);
  });

  test("a hold ends, and the quote is valid for 24 hours after it", () => {
    const end = quoteStandsUntil(order);
    expect(end.getTime() - noon.getTime()).toBe((900 + 86_400) * 1_000);
    expect(isLate(order, end)).toBe(false);
    expect(isLate(order, after(end, 1))).toBe(true);
  });
});

describe("references", () => {
  test("references are normalised", () => {
    expect(normaliseReference("  sbin-r5 2024 0101\t12345678 ")).toBe("SBINR52024010112345678");
    expect(normaliseReference("4123–4567\u200b8901")).toBe("412345678901");
    expect(normaliseReference("४१२३ 4567 8901")).toBe("412345678901");
    expect(normaliseReference(" - ")).toBe("");
  });

  test("normalising a reference is idempotent", { tags: ["full"] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = normaliseReference(text);
        return normaliseReference(once) === once;
      }),
    );
  });

  test("spaces, hyphens and case of a reference are not significant", () => {
    const spelled = fc.array(
      fc.tuple(fc.constantFrom(..."ABZ059"), fc.constantFrom("", " ", "-", " - ")),
    );
    fc.assert(
      fc.property(spelled, (pieces) => {
        const plain = pieces.map(([sign]) => sign).join("");
        const loose = pieces.map(([sign, gap]) => sign.toLowerCase() + gap).join("");
        return normaliseReference(loose) === plain;
      }),
    );
  });

  test("references are Latin letters, digits and a few signs", () => {
    expect(isReference("UTR/123.4")).toBe(true);
    expect(isReference("...")).toBe(false);
    expect(isReference("<B>1")).toBe(false);
    expect(isReference("A".repeat(65))).toBe(false);
  });

  test.each([
    ["UPI", "412345678901", false],
    ["UPI", "41234567890", true],
    ["UPI", "ABCDEFGHIJKL", true],
    ["BANK", "SBIN524123456789", false],
    ["BANK", "SBINR52024010112345678", false],
    ["BANK", "412345678901", false],
    ["BANK", "HELLO", true],
    ["UPI", "UTRNO412345678901", false],
    ["UPI", "UPI Ref No. ४१२३४५६७८९०१", false],
    ["UPI", "asha@okaxis", true],
    ["UPI", "-", false],
    ["BANK", "UTR: SBINN26307123456", false],
    ["BANK", "50200034218363", true],
    ["MANUAL", null, false],
    ["MANUAL", "X", false],
    ["CRYPTO", "0XABC", false],
  ] as const)("the %s reference %j is unusual: %s", (method, reference, unusual) => {
    expect(isUnusualReference(method, reference)).toBe(unusual);
  });
});

describe("flags for review", () => {
  const clean: SubmissionFacts = {
    method: "UPI",
    reference: "412345678901",
    duePaise: 102_500,
    paidAmountPaise: 102_500,
    holdEndsAt: noon,
    submittedAt: noon,
    isProofRepeated: false,
    isReferenceReused: false,
    isReferenceRecorded: false,
    isBankSumOther: false,
    isPaidByAnother: false,
    isQuoteEnded: false,
  };

  test("a plain submission has no flags, and a missing paid amount is no difference", () => {
    expect(flagsOf(clean)).toEqual([]);
    expect(flagsOf({ ...clean, paidAmountPaise: null })).toEqual([]);
  });

  test("each fact raises its flag", () => {
    expect(flagsOf({ ...clean, paidAmountPaise: 102_499 })).toEqual(["AMOUNT_DIFFERS"]);
    expect(flagsOf({ ...clean, submittedAt: after(noon, 86_400_001) })).toEqual(["LATE_PAYMENT"]);
    expect(flagsOf({ ...clean, reference: "X" })).toEqual(["UNUSUAL_REFERENCE"]);
    expect(flagsOf({ ...clean, isProofRepeated: true, reference: "X" })).toEqual([
      "REPEATED_PROOF",
      "UNUSUAL_REFERENCE",
    ]);
    expect(flagsOf({ ...clean, isReferenceReused: true })).toEqual(["REUSED_REFERENCE"]);
    expect(flagsOf({ ...clean, isReferenceRecorded: true })).toEqual(["RECORDED_REFERENCE"]);
    expect(flagsOf({ ...clean, isQuoteEnded: true })).toEqual(["QUOTE_ENDED"]);
  });

  test("a told rest keeps what concerns its order, and has its own payment's flags alone", () => {
    const before = ["REPEATED_PROOF", "LATE_PAYMENT", "QUOTE_ENDED", "HOLD_RELEASED"] as const;
    const late = { ...clean, submittedAt: after(noon, 86_400_001), reference: "X" };
    expect(flagsOfRest(before, late)).toEqual([
      "LATE_PAYMENT",
      "UNUSUAL_REFERENCE",
      "QUOTE_ENDED",
      "HOLD_RELEASED",
    ]);
    expect(flagsOfRest([], late)).toEqual(["UNUSUAL_REFERENCE"]);
  });

  test("a bulk approval leaves out orders whose price or tokens have changed, or whose money is on record", () => {
    expect(needsSingleDecision(["LATE_PAYMENT", "UNUSUAL_REFERENCE"])).toBe(false);
    expect(needsSingleDecision(["REUSED_REFERENCE"], { isSumKnown: true })).toBe(true);
    expect(needsSingleDecision(["LATE_PAYMENT", "QUOTE_ENDED"])).toBe(true);
    expect(needsSingleDecision(["HOLD_RELEASED"])).toBe(true);
    expect(needsSingleDecision(["RECORDED_REFERENCE"], { isSumKnown: true })).toBe(true);
    expect(needsSingleDecision(["AMOUNT_DIFFERS"])).toBe(true);
    expect(needsSingleDecision(["AMOUNT_DIFFERS"], { isSumKnown: true })).toBe(false);
  });
});

describe("submitting", () => {
  test("bank and UPI payments need a reference and a file", () => {
    for (const method of ["BANK", "UPI"] as const) {
      expect(() => checkSubmission({ method, receiptId: "f" })).toThrow("REFERENCE_REQUIRED");
      expect(() => checkSubmission({ method, reference: " - ", receiptId: "f" })).toThrow(
        "REFERENCE_REQUIRED",
      );
      expect(() => checkSubmission({ method, reference: "₹", receiptId: "f" })).toThrow(
        "REFERENCE_INVALID",
      );
      expect(() => checkSubmission({ method, reference: "1" })).toThrow("RECEIPT_REQUIRED");
      expect(
        checkSubmission({ method, reference: "ab-1", receiptId: "f", paidAmountPaise: 5 }),
      ).toEqual({
        method,
        reference: "AB1",
        receiptId: "f",
        paidAmountPaise: 5,
      });
    }
  });

  test("a manual payment needs no reference and file, and stores none", () => {
    expect(checkSubmission({ method: "MANUAL", reference: "x", receiptId: "f" })).toEqual({
      method: "MANUAL",
      reference: null,
      receiptId: null,
      paidAmountPaise: null,
    });
  });

  test("the first fault of a submission is the refusal's code, and every field has its own", () => {
    expect(() => checkSubmission({ method: "UPI", paidAmountPaise: 0 })).toThrow(
      expect.objectContaining({
        code: "REFERENCE_REQUIRED",
        fields: {
          referenceNumber: ["REFERENCE_REQUIRED"],
          paidAmount: ["PAID_AMOUNT_INVALID"],
          receiptId: ["RECEIPT_REQUIRED"],
        },
      }),
    );
  });

  test("the consent refusal depends on the method", () => {
    expect(consentRefusal("UPI")).toBe("CONSENT_REQUIRED_UPI");
    expect(consentRefusal("BANK")).toBe("CONSENT_REQUIRED");
    expect(consentRefusal("MANUAL")).toBe("CONSENT_REQUIRED");
  });
});

describe("allowance", () => {
  const five = {
    pendingOrders: 4,
    pendingTokens: 90,
    quantity: 10,
    maxPendingOrders: 5,
    maxHeldTokens: 100,
    unproved: null,
  };

  test("a fifth pending order is accepted, a sixth refused", () => {
    expect(() => assertWithinAllowance(five)).not.toThrow();
    expect(() => assertWithinAllowance({ ...five, pendingOrders: 5 })).toThrow(
      "TOO_MANY_PENDING_ORDERS",
    );
  });

  test("a member's cap in tokens is exact", () => {
    expect(() => assertWithinAllowance({ ...five, quantity: 11 })).toThrow("TOKEN_CAP_REACHED");
    expect(() =>
      assertWithinAllowance({ ...five, quantity: 11, maxHeldTokens: null }),
    ).not.toThrow();
  });

  test("an unverified member holds without a proof at most a share of the pool", () => {
    const held = (heldTokens: number, quantity: number) => () =>
      assertWithinAllowance({
        ...five,
        maxHeldTokens: null,
        quantity,
        unproved: { heldTokens, maxTokens: 10 },
      });
    expect(held(0, 10)).not.toThrow();
    expect(held(9, 1)).not.toThrow();
    expect(held(0, 11)).toThrow("UNVERIFIED_CAP_REACHED");
    expect(held(10, 1)).toThrow("UNVERIFIED_CAP_REACHED");
  });

  test("the share of unverified members is rounded down, at least one token, and exact for large pools", () => {
    expect(unverifiedHoldTokens(3009, 1000)).toBe(300);
    expect(unverifiedHoldTokens(9, 1000)).toBe(1);
    expect(unverifiedHoldTokens(0, 1000)).toBe(1);
    expect(unverifiedHoldTokens(3009, 10_000)).toBe(3009);
    expect(unverifiedHoldTokens(8_999_999_999_999_999, 9_999)).toBe(8_999_099_999_999_999);
  });

  test("the limits accept the amount that Buy Token shows beforehand", () => {
    const cap = fc.option(fc.nat(50), { nil: null });
    fc.assert(
      fc.property(
        fc.nat(6),
        fc.nat(60),
        cap,
        fc.nat(60),
        cap,
        (pendingOrders, taken, most, held, unprovedMost) => {
          const allowance = {
            pendingOrders,
            pendingTokens: taken,
            maxPendingOrders: 5,
            maxHeldTokens: most,
            unproved: unprovedMost === null ? null : { heldTokens: held, maxTokens: unprovedMost },
          };
          const { isFull, mostTokens, limit } = remainingAllowance(allowance);
          const accepts = (quantity: number) => () =>
            assertWithinAllowance({ ...allowance, quantity });
          if (isFull) {
            expect(accepts(1)).toThrow();
            return;
          }
          expect(accepts(mostTokens ?? 1_000_000)).not.toThrow();
          if (mostTokens !== null) expect(accepts(mostTokens + 1)).toThrow(limit?.code);
        },
      ),
    );
  });

  test("the company decides whether unverified members can buy", () => {
    expect(() => assertMayBuy({ isApproved: false }, { unverifiedMayBuy: true })).not.toThrow();
    expect(() => assertMayBuy({ isApproved: true }, { unverifiedMayBuy: false })).not.toThrow();
    expect(() => assertMayBuy({ isApproved: false }, { unverifiedMayBuy: false })).toThrow(
      "UNVERIFIED_MAY_NOT_BUY",
    );
  });

  test("admins cannot decide on their own orders", () => {
    expect(() => assertMayDecide({ memberId: "a" }, { id: "a" })).toThrow("OWN_ORDER");
    expect(() => assertMayDecide({ memberId: "a" }, { id: "b" })).not.toThrow();
  });
});
