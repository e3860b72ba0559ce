import { expect, test } from "vitest";
import { searchWith } from "~/lib/lists/list-query";
import { afterDecision, neighboursOf } from "./one-by-one-address";

const [ONE, TWO, THREE] = ["1", "2", "3"].map(
  (digit) => `${digit.repeat(8)}-0000-7000-8000-000000000000`,
) as [string, string, string];
const records = [ONE, TWO, THREE].map((id) => ({ id }));
const middle = { records, page: 2, lastPage: 3, pageName: "page" };
const address = new URLSearchParams("search1=asha&sort=-total&method=UPI&limit=10&view=x&page=2");
const link = (changes: Parameters<typeof searchWith>[1] | null) =>
  changes && searchWith(address, changes);
const LIST = "?search1=asha&sort=-total&method=UPI&limit=10";

test("next and previous keep the list's sorting and filters", () => {
  const { previous, next } = neighboursOf(middle, TWO);
  expect(link(previous)).toBe(`${LIST}&view=${ONE}&page=2`);
  expect(link(next)).toBe(`${LIST}&view=${THREE}&page=2`);
});

test("next and previous lead over the ends of a page, and no further than the list", () => {
  expect(link(neighboursOf(middle, ONE).previous)).toBe(`${LIST}&page=1&at=last`);
  expect(link(neighboursOf(middle, THREE).next)).toBe(`${LIST}&page=3`);
  const only = { ...middle, page: 1, lastPage: 1 };
  expect(neighboursOf(only, ONE).previous).toBeNull();
  expect(neighboursOf(only, THREE).next).toBeNull();
});

test("the decided orders have a page number of their own", () => {
  const history = { ...middle, pageName: "historyPage" };
  expect(neighboursOf(history, THREE).next).toMatchObject({ historyPage: 3, view: null });
});

test("the page's first payment follows one that is not listed", () => {
  const { previous, next, then } = neighboursOf(middle, "elsewhere");
  expect([previous, next?.["view"], then]).toEqual([null, ONE, ONE]);
});

test.each([
  ["the one that follows", middle, TWO, `${LIST}&view=${THREE}&page=2`],
  ["what moves up from the next page", middle, THREE, `${LIST}&page=2&at=last`],
  [
    "the one before the last of the list",
    { ...middle, lastPage: 2 },
    THREE,
    `${LIST}&view=${TWO}&page=2`,
  ],
  [
    "the list where nothing is left",
    { ...middle, records: [{ id: ONE }], page: 1, lastPage: 1 },
    ONE,
    `${LIST}&page=2`,
  ],
])("a decision is followed by %s", (_, page, id, expected) => {
  expect(link(afterDecision(neighboursOf(page, id).then))).toBe(expected);
});
