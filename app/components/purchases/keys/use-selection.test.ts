import { expect, test } from "vitest";
import { extended, pickedAt } from "./use-selection";

const LIST = ["a", "b", "c", "d", "e"];
const sorted = (ids: ReadonlySet<string>) => [...ids].sort().join("");
const none = pickedAt(new Set(), null);

test("Shift selects from the row picked last to another, in both directions", () => {
  expect(sorted(extended(pickedAt(new Set("b"), "b"), LIST, "d").ids)).toBe("bcd");
  expect(sorted(extended(pickedAt(new Set("d"), "d"), LIST, "a").ids)).toBe("abcd");
});

test("a range becomes shorter again, and keeps what was selected before it", () => {
  const long = extended(pickedAt(new Set(["a", "c"]), "c"), LIST, "e");
  expect(sorted(long.ids)).toBe("acde");
  const short = extended(long, LIST, "d");
  expect(sorted(short.ids)).toBe("acd");
  expect(sorted(extended(short, LIST, "b").ids)).toBe("abc");
});

test("by key it begins at the cursor, once that has moved elsewhere", () => {
  const first = extended(none, LIST, "b", "a");
  expect(sorted(first.ids)).toBe("ab");
  expect(sorted(extended(first, LIST, "c", "b").ids)).toBe("abc");
  expect(sorted(extended(first, LIST, "e", "d").ids)).toBe("abde");
});

test("without a beginning it selects the row itself, and no row that cannot be selected", () => {
  expect(sorted(extended(none, LIST, "c").ids)).toBe("c");
  expect(sorted(extended(pickedAt(new Set(), "gone"), LIST, "c").ids)).toBe("c");
  expect(extended(none, LIST, "decided")).toBe(none);
});
