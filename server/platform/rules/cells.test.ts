import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digitsCell, mobileCell, momentCell, priceCell, rupeesCell } from "./cells";

describe("spreadsheet cells", () => {
  test("an instant is in India's local time", () => {
    expect(momentCell("2026-11-20T18:30:00.000Z")).toBe("2026-11-21 00:00:00");
    expect(momentCell("2026-11-21T08:35:33.999Z")).toBe("2026-11-21 14:05:33");
    expect(momentCell(null)).toBe("");
  });

  test("an amount is exact to the paisa, for any value", () => {
    expect(rupeesCell(10_000_000)).toBe("100000.00");
    expect(rupeesCell(5)).toBe("0.05");
    expect(rupeesCell(-1)).toBe("-0.01");
    expect(rupeesCell(null)).toBe("");
    fc.assert(
      fc.property(fc.maxSafeInteger(), (paise) => {
        expect(rupeesCell(paise)).toMatch(/^-?\d+\.\d\d$/);
        expect(BigInt(rupeesCell(paise).replace(".", ""))).toBe(BigInt(paise));
      }),
    );
  });

  test("a price keeps fractions of a paisa", () => {
    expect(priceCell(7_000_000)).toBe("7.00");
    expect(priceCell(19_500_000)).toBe("19.50");
    expect(priceCell(125)).toBe("0.000125");
    expect(priceCell(10_000_000)).toBe("10.00");
    expect(priceCell(null)).toBe("");
  });

  test("a number that a spreadsheet would round is text, a shorter one stays a number", () => {
    expect(digitsCell("345673984608")).toBe("345673984608");
    expect(digitsCell("123456789012345678")).toBe("'123456789012345678");
    expect(digitsCell("00123456789")).toBe("'00123456789");
    expect(digitsCell("SBIN123")).toBe("SBIN123");
    expect(mobileCell("+919876543210")).toBe("98765 43210");
    expect(mobileCell("+4420123456")).toBe("+4420123456");
  });
});
