import fc from "fast-check";
import { expect, test } from "vitest";

import { ADMIN_PAGER, INVESTOR_PAGER, lastPageOf, offsetOf, pagerItems, rowNumber } from "./paging";

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
