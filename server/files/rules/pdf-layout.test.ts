import { expect, test } from "vitest";
import { MOST_PAGES, pdfLayout } from "./pdf-layout";

const all = (width: number, height: number) => () => ({ width, height });

test("a page of A4 is drawn at 150 dots an inch, upright or turned", () => {
  const { width, height, pages } = pdfLayout(1, all(595, 842), 0);
  expect([width, height]).toEqual([1240, 1755]);
  expect((pages[0]?.scale ?? 0) * 595).toBeCloseTo(1239);
  expect(pdfLayout(1, all(595, 842), 90)).toMatchObject({ width: 1240, height: 876 });
});

test("drawn pages stand below each other, at most ten of them", () => {
  const { height, pages } = pdfLayout(3, all(100, 100), 0);
  expect(pages.map(({ top }) => top)).toEqual([0, 1252, 2504]);
  expect(height).toBe(3744);
  expect(pdfLayout(10_000, all(595, 842), 0).pages).toHaveLength(MOST_PAGES);
});

test.each([
  ["huge", 2e9, 2e9],
  ["long", 1, 2e9],
  ["flat", 2e9, 1],
  ["tiny", 0.001, 0.001],
])("a %s page stays within the pixels of a strip", (_, width, height) => {
  for (const turn of [0, 90]) {
    const strip = pdfLayout(10, all(width, height), turn);
    expect(strip.width * strip.height).toBeLessThan(12_500_000);
    expect(strip.height).toBeLessThanOrEqual(16_383);
    for (const { scale } of strip.pages) {
      const side = turn === 0 ? width : height;
      expect(scale * side).toBeLessThanOrEqual(strip.width);
    }
  }
});
