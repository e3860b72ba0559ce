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
import { moreInFull, rounds } from "@server/testing/rounds";
import { identityOf, type KnownLine, newLines } from "./line-keys";
import type { StatementRow } from "@server/payments/rules/statements/row";

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

const row = (change: Partial<StatementRow> = {}): StatementRow => ({
  row: 1,
  bookedOn: "2026-11-02",
  valueOn: "2026-11-01",
  amountPaise: 500,
  side: "CREDIT",
  narration: "CASH DEPOSIT BY 919876543210",
  reference: null,
  balancePaise: 100,
  ...change,
});

/** An account that imports files, each of one part. */
function account() {
  const known: KnownLine[] = [];
  return {
    known,
    imports(rows: readonly StatementRow[]): number {
      const added = newLines([rows.map(identityOf)], known);
      known.push(...added.map(({ line, occurrence }) => ({ ...line, occurrence })));
      return added.length;
    },
  };
}

describe("entries without a number", () => {
  test("entries without a number are told apart by account, value date, sum, the whole text, and balance", () => {
    const own = account();
    expect(own.imports([row()])).toBe(1);
    expect(own.imports([row({ bookedOn: "2026-11-03" })])).toBe(0);
    for (const other of [
      { balancePaise: 600 },
      { amountPaise: 501 },
      { valueOn: "2026-11-02" },
      { narration: "CASH DEPOSIT BY 919876543210 AGAIN" },
      { side: "DEBIT" as const },
    ]) {
      expect(own.imports([row(other)]), JSON.stringify(other)).toBe(1);
    }
  });

  test("entries of one payer and day are not lost where a file begins with the second one", () => {
    const [first, second] = [row(), row({ balancePaise: 600 })];
    const own = account();
    expect(own.imports([first])).toBe(1);
    expect(own.imports([second])).toBe(1);
    expect(own.imports([second, first])).toBe(0);
  });

  test("entries without a number are the same in a file that states no balances", () => {
    const bare = [row({ balancePaise: null }), row({ balancePaise: null })];
    const own = account();
    expect(own.imports([row(), row({ balancePaise: 600 })])).toBe(2);
    expect(own.imports(bare)).toBe(0);
    expect(own.imports([...bare, row({ balancePaise: null })])).toBe(1);
  });

  test(
    "entries without a number are stored once each, however files are ordered and overlap",
    moreInFull,
    () => {
      const entries = fc.array(
        fc.record({ day: fc.nat(2), paise: fc.integer({ min: 1, max: 2 }), isOut: fc.boolean() }),
        { minLength: 1, maxLength: 12 },
      );
      const cuts = fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.boolean()), { maxLength: 6 });
      fc.assert(
        fc.property(entries, cuts, (moved, files) => {
          // No balance occurs twice: no file tells entries apart that are the same in everything.
          let balancePaise = 0;
          const all = moved.map(({ day, paise }, at) => {
            balancePaise += paise;
            const date = `2026-11-0${1 + Math.floor((at + day) / 12)}`;
            return row({ bookedOn: date, valueOn: date, amountPaise: paise, balancePaise });
          });
          const own = account();
          let added = 0;
          for (const [from, count, isTurned] of files) {
            const file = all.slice(from, from + count);
            added += own.imports(isTurned ? file.toReversed() : file);
          }
          added += own.imports(all);
          expect(added).toBe(all.length);
          expect(own.imports(all.toReversed())).toBe(0);
        }),
        { numRuns: rounds(200, 2000) },
      );
    },
  );
});

describe("entries with a number", () => {
  const numbered = (change: Partial<StatementRow> = {}) =>
    row({ narration: "UPI/CR/630512345678/ASHA", ...change });

  test("entries with a number are the same whatever their text, day and balance in another file", () => {
    const own = account();
    expect(own.imports([numbered()])).toBe(1);
    expect(
      own.imports([
        numbered({ narration: "UPI-ASHA-x@y-SBIN0001234-630512345678-", balancePaise: 7 }),
      ]),
    ).toBe(0);
    expect(own.imports([numbered({ valueOn: null, balancePaise: null })])).toBe(0);
    expect(own.imports([numbered({ amountPaise: 501 })])).toBe(1);
  });

  test("entries with a number that a sheet repeats are one, and twice in one sheet are two", () => {
    const lines = [numbered()].map(identityOf);
    expect(newLines([lines, lines], [])).toHaveLength(1);
    expect(newLines([[...lines, ...lines]], []).map(({ occurrence }) => occurrence)).toEqual([
      1, 2,
    ]);
  });
});
