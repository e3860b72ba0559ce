import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  isAccountNumber,
  isIfsc,
  isUpiId,
  normaliseAccountNumber,
  normaliseIfsc,
  normaliseUpiId,
} from "@server/companies/rules/bank-details";
import { UPI_USUAL_LIMIT_PAISE, upiAppLinks, upiLink } from "./upi-link";

const payment = {
  upiId: "rsgn.sale@okbank",
  payeeName: "Rising & Sons + Co",
  totalPaise: 102_500,
  orderNumber: "PUR-283045",
};

describe("a UPI link", () => {
  test("a UPI link has this exact form", () => {
    expect(upiLink(payment)).toBe(
      "upi://pay?pa=rsgn.sale@okbank&pn=Rising%20%26%20Sons%20%2B%20Co&am=1025.00&cu=INR&tn=Order%20PUR-283045&tr=PUR-283045",
    );
  });

  test("a UPI link never contains a plus, and its values round-trip", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.integer({ min: 1, max: 9e12 }),
        (name, totalPaise) => {
          const link = upiLink({ ...payment, payeeName: name, totalPaise });
          const values = new URLSearchParams(link.slice(link.indexOf("?")));
          expect(link).not.toContain("+");
          expect([...values.keys()]).toEqual(["pa", "pn", "am", "cu", "tn", "tr"]);
          expect(values.get("am")).toMatch(/^\d+\.\d{2}$/);
          expect(values.get("pa")).toBe(payment.upiId);
          return values.get("pn") === name.trim();
        },
      ),
    );
  });

  test("a UPI link opens in each app with the same values", () => {
    const query = upiLink(payment).split("?")[1];
    const links = upiAppLinks(payment);
    expect(links.map((link) => link.name)).toEqual(["PhonePe", "Google Pay", "Paytm"]);
    for (const link of links) expect(link.href.split("?")[1]).toBe(query);
  });

  test("the usual UPI limit is one lakh", () => {
    expect(UPI_USUAL_LIMIT_PAISE).toBe(10_000_000);
  });
});

describe("bank details", () => {
  test("UPI ids are normalised, and invalid ones refused", () => {
    expect(normaliseUpiId(" Sale.RSGN@OkBank ")).toBe("sale.rsgn@okbank");
    for (const good of ["a@ybl", "9876543210@paytm", "rsgn-sale_1@okhdfcbank"]) {
      expect(isUpiId(good), good).toBe(true);
    }
    for (const bad of ["", "name", "@bank", "name@", "a b@ybl", "name@b@c", "name@9", "n@m?x=1"]) {
      expect(isUpiId(bad), bad).toBe(false);
    }
  });

  test("IFSC codes are normalised, and invalid ones refused", () => {
    expect(normaliseIfsc(" sbin 0001234 ")).toBe("SBIN0001234");
    expect(isIfsc("HDFC0ABC123")).toBe(true);
    for (const bad of ["SBIN1001234", "SBI00012345", "SBIN000123", "SBIN00012345"]) {
      expect(isIfsc(bad), bad).toBe(false);
    }
  });

  test("account numbers are normalised, and invalid ones refused", () => {
    expect(normaliseAccountNumber("1234 5678-9012")).toBe("123456789012");
    expect(isAccountNumber("123456789")).toBe(true);
    for (const bad of ["12345678", "1".repeat(19), "12345678A", "१२३४५६७८९"]) {
      expect(isAccountNumber(bad), bad).toBe(false);
    }
  });
});
