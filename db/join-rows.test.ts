import type pg from "pg";
import { expect, test } from "vitest";
import { joinRows, type Waiting } from "./join-rows";

const SELECT = { text: "SELECT the rows", takesRows: true };

function waiting(statement: Waiting["statement"], values: unknown[]) {
  const answers: unknown[] = [];
  const one: Waiting = {
    statement,
    values,
    resolve: ({ rows }) => answers.push(rows),
    reject: (error) => answers.push(error),
  };
  return { one, answers };
}

const answer = (columns: string[], rows: unknown[]) =>
  ({ fields: columns.map((name) => ({ name })), rows }) as unknown as pg.QueryResult;

test("statements that differ only in their arrays are sent once, in the first one's place", () => {
  const [a, other, b] = [
    waiting(SELECT, ["company", ["1", "2"]]),
    waiting({ text: "SELECT something" }, [["3"]]),
    waiting(SELECT, ["company", ["4"]]),
  ];
  const sent = joinRows([a.one, other.one, b.one]);
  expect(sent.map(({ values }) => values)).toEqual([["company", ["1", "2", "4"]], [["3"]]]);
});

test("another company's, another text's and those that do not take rows stay apart", () => {
  const all = [
    waiting(SELECT, ["company", ["1"]]),
    waiting(SELECT, ["another", ["2"]]),
    waiting({ ...SELECT, text: "SELECT others" }, ["company", ["3"]]),
    waiting({ text: SELECT.text }, ["company", ["4"]]),
  ].map(({ one }) => one);
  expect(joinRows(all)).toEqual(all);
});

test("each caller gets the rows of its own places, as objects or as arrays", () => {
  const objects = [waiting(SELECT, [["a", "b"]]), waiting(SELECT, [["c"]])];
  const [joined] = joinRows(objects.map(({ one }) => one));
  const rows = [
    { name: "C", place: "3" },
    { name: "A", place: "1" },
  ];
  joined?.resolve(answer(["name", "place"], rows));
  expect(objects.map(({ answers }) => answers)).toEqual([[[rows[1]]], [[rows[0]]]]);

  const arrays = [waiting(SELECT, [["a"]]), waiting(SELECT, [["b"]])];
  const [two] = joinRows(arrays.map(({ one }) => one));
  two?.resolve(answer(["name", "place"], [["B", 2]]));
  expect(arrays.map(({ answers }) => answers)).toEqual([[[]], [[["B", 2]]]]);
});

test("without places all get the whole answer, and all fail together", () => {
  const all = [waiting(SELECT, [["a"]]), waiting(SELECT, [["b"]])];
  const [joined] = joinRows(all.map(({ one }) => one));
  joined?.resolve(answer(["key"], [{ key: "a" }]));
  const failure = new Error("The server said no.");
  joined?.reject(failure);
  for (const { answers } of all) expect(answers).toEqual([[{ key: "a" }], failure]);
});
