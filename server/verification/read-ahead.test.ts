import { expect, test } from "vitest";
import { readAhead } from "./read-ahead";

const rows = [1, 2, 3, 4, 5].map((sequence) => ({ sequence }));
const pageOf = ({ after, limit }: { after: number; limit: number }) =>
  rows.filter(({ sequence }) => sequence > after).slice(0, limit);

test.each([1, 2, 4, 5, 6])("read-ahead reads every row once, in pages of %i", async (limit) => {
  const read: number[] = [];
  for await (const page of readAhead((range) => Promise.resolve(pageOf(range)), limit)) {
    read.push(...page.map(({ sequence }) => sequence));
  }
  expect(read).toEqual([1, 2, 3, 4, 5]);
});

test("read-ahead requests the next page before the caller is done with one", async () => {
  let asked = 0;
  const pages = readAhead((range) => {
    asked += 1;
    return Promise.resolve(pageOf(range));
  }, 2);
  await pages.next();
  expect(asked).toBe(2);
  await pages.return(undefined);
});

test("a caller that stops early learns that the page after it failed", async () => {
  const pages = readAhead(
    (range) =>
      range.after > 0 ? Promise.reject(new Error("impossible")) : Promise.resolve(pageOf(range)),
    2,
  );
  await pages.next();
  await expect(pages.return(undefined)).rejects.toThrow("impossible");
});
