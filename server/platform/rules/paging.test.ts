import fc from "fast-check";
import { expect, test, describe } from "vitest";
import { ADMIN_PAGER, INVESTOR_PAGER, lastPageOf, offsetOf, pagerItems, rowNumber } from "./paging";
import { digitsCell, mobileCell, momentCell, priceCell, rupeesCell } from "./cells";
import { containsPattern, escapeLike } from "./like";

test("pages start at 1 and have an offset", () => {
  expect(offsetOf({ page: 1, limit: 10 })).toBe(0);
  expect(offsetOf({ page: 3, limit: 25 })).toBe(50);
  expect(rowNumber({ page: 3, limit: 25 }, 0)).toBe(51);
});

test("the last page holds the last row, and an empty list has one page", () => {
  expect(lastPageOf(0, 10)).toBe(1);
  expect(lastPageOf(10, 10)).toBe(1);
  expect(lastPageOf(11, 10)).toBe(2);
});

test("the investor's pager shows three pages in range and two at each edge", () => {
  expect(pagerItems(10, 20, INVESTOR_PAGER)).toEqual([1, 2, "gap", 9, 10, 11, "gap", 19, 20]);
  expect(pagerItems(1, 20, INVESTOR_PAGER)).toEqual([1, 2, 3, "gap", 19, 20]);
  expect(pagerItems(20, 20, INVESTOR_PAGER)).toEqual([1, 2, "gap", 18, 19, 20]);
  expect(pagerItems(5, 20, INVESTOR_PAGER)).toEqual([1, 2, 3, 4, 5, 6, "gap", 19, 20]);
});

test("the admin's pager shows three and one", () => {
  expect(pagerItems(10, 20, ADMIN_PAGER)).toEqual([1, "gap", 9, 10, 11, "gap", 20]);
  expect(pagerItems(1, 1, ADMIN_PAGER)).toEqual([1]);
  expect(pagerItems(99, 4, ADMIN_PAGER)).toEqual([1, 2, 3, 4]);
});

test("a pager ascends, includes the current page and both ends, and no gap hides a single page", () => {
  const pages = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }));
  fc.assert(
    fc.property(pages, fc.constantFrom(INVESTOR_PAGER, ADMIN_PAGER), ([page, lastPage], shape) => {
      const items = pagerItems(page, lastPage, shape);
      expect(items[0]).toBe(1);
      expect(items.at(-1)).toBe(lastPage);
      expect(items).toContain(Math.min(page, lastPage));
      items.forEach((item, index) => {
        const before = items[index - 1];
        const after = items[index + 1];
        if (item === "gap") expect(Number(after) - Number(before)).toBeGreaterThan(2);
        else if (typeof before === "number") expect(item).toBe(before + 1);
      });
    }),
  );
});

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

test("wildcards of LIKE are escaped", () => {
  expect(escapeLike("100%_\\")).toBe("100\\%\\_\\\\");
  expect(containsPattern(" a_b ")).toBe("%a\\_b%");
});

test("an empty search has no pattern", () => {
  for (const nothing of ["", "   ", "\0", null, undefined])
    expect(containsPattern(nothing)).toBeNull();
});

test("unescaping restores the text, and no wildcard is unescaped", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "%", "_", "\\", "é") });
  fc.assert(
    fc.property(text, (plain) => {
      const escaped = escapeLike(plain);
      expect(escaped.replace(/\\(.)/g, "$1")).toBe(plain);
      return !/[%_]/.test(escaped.replace(/\\./g, ""));
    }),
  );
});
