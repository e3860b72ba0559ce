import { expect, test } from "vitest";
import { bankStatement } from "@server/testing/bank-statements";
import { judgeStatement } from "@server/testing/judge-statement";
import { rounds } from "@server/testing/rounds";

test("in statements of six banks with damaged rows, no sum is wrong and no order falsely certain", () => {
  const made = Array.from({ length: rounds(60, 500) }, (_, at) => bankStatement(70_000 + at));
  const judged = made.map(judgeStatement);
  expect(made.flatMap(({ damages }) => damages).length).toBeGreaterThan(made.length);
  expect(judged.flatMap(({ lost }) => lost)).toEqual([]);
  expect(judged.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(judged.filter((one) => one.false > 0)).toEqual([]);
  const sum = (of: (one: (typeof judged)[number]) => number) =>
    judged.reduce((total, one) => total + of(one), 0);
  expect(sum(({ certain }) => certain) / sum(({ payable }) => payable)).toBeGreaterThan(0.95);
});
