import { expect, test } from "vitest";
import { extendRange, startRangeAt } from "./use-selection";
import { rowAfter } from "./use-row-keys";

const LIST = ["a", "b", "c", "d", "e"];
const sorted = (ids: ReadonlySet<string>) => [...ids].sort().join("");
const none = startRangeAt(new Set(), null);

test("Shift selects from the row picked last to another, in both directions", () => {
  expect(sorted(extendRange(startRangeAt(new Set("b"), "b"), LIST, "d").ids)).toBe("bcd");
  expect(sorted(extendRange(startRangeAt(new Set("d"), "d"), LIST, "a").ids)).toBe("abcd");
});

test("a selected range becomes shorter again, and keeps what was selected before it", () => {
  const long = extendRange(startRangeAt(new Set(["a", "c"]), "c"), LIST, "e");
  expect(sorted(long.ids)).toBe("acde");
  const short = extendRange(long, LIST, "d");
  expect(sorted(short.ids)).toBe("acd");
  expect(sorted(extendRange(short, LIST, "b").ids)).toBe("abc");
});

test("a range selected by key begins at the cursor once that has moved elsewhere", () => {
  const first = extendRange(none, LIST, "b", "a");
  expect(sorted(first.ids)).toBe("ab");
  expect(sorted(extendRange(first, LIST, "c", "b").ids)).toBe("abc");
  expect(sorted(extendRange(first, LIST, "e", "d").ids)).toBe("abde");
});

test("Shift without a row picked before selects the row itself, and no row that cannot be selected", () => {
  expect(sorted(extendRange(none, LIST, "c").ids)).toBe("c");
  expect(sorted(extendRange(startRangeAt(new Set(), "gone"), LIST, "c").ids)).toBe("c");
  expect(extendRange(none, LIST, "decided")).toBe(none);
});

const BEFORE = ["a", "b", "c", "d"];

test.each([
  ["stays on its row", "b", ["new", "b", "a"], "b"],
  ["goes to the row that followed", "b", ["a", "c", "d"], "c"],
  ["passes over rows that are gone as well", "b", ["a", "d", "e"], "d"],
  ["goes to what moves up from the next page after the last row", "d", ["a", "b", "c", "e"], "e"],
  ["goes to the last row where nothing follows", "d", ["new", "a", "c"], "c"],
  ["begins another list at its first row", "b", ["x", "y"], "x"],
  ["is nowhere in an empty list", "b", [], null],
])("the cursor %s", (_, at, after, expected) => {
  expect(rowAfter(at, BEFORE, after)).toBe(expected);
});
