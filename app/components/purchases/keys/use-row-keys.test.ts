import { expect, test } from "vitest";
import { rowAfter } from "./use-row-keys";

const LIST = ["a", "b", "c", "d"];

test.each([
  ["stays on its row", "b", ["new", "b", "a"], "b"],
  ["goes to the row that followed", "b", ["a", "c", "d"], "c"],
  ["passes over rows that are gone as well", "b", ["a", "d", "e"], "d"],
  ["goes to what moves up from the next page after the last row", "d", ["a", "b", "c", "e"], "e"],
  ["goes to the last row where nothing follows", "d", ["new", "a", "c"], "c"],
  ["begins another list at its first row", "b", ["x", "y"], "x"],
  ["is nowhere in an empty list", "b", [], null],
])("the cursor %s", (_, at, after, expected) => {
  expect(rowAfter(at, LIST, after)).toBe(expected);
});
