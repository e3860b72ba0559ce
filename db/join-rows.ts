import type pg from "pg";
import type { Statement } from "./statement";

/** A statement that is to be sent, and what it settles. */
export interface Waiting {
  statement: Statement;
  values: unknown[];
  resolve: (result: pg.QueryResult) => void;
  reject: (error: unknown) => void;
}

/** The column of a row of the answer that names the row it belongs to, from 1. */
export const PLACE = "place";

/**
 * Joins statements that take rows (`Statement.takesRows`), have the same text and differ only in their
 * arrays: they are sent once, in the place of the first one, with the elements of all. If the answer's last
 * column is `place`, each caller gets the rows of its own elements, else all get the whole answer.
 */
export function joinRows(waiting: readonly Waiting[]): Waiting[] {
  const alike = new Map<unknown, [Waiting, ...Waiting[]]>();
  for (const one of waiting) {
    const key = joinedBy(one);
    const known = alike.get(key);
    if (known) known.push(one);
    else alike.set(key, [one]);
  }
  return [...alike.values()].map((all) => (all.length > 1 ? joined(all) : all[0]));
}

/** The same for statements that are joined. */
const joinedBy = (one: Waiting): unknown =>
  one.statement.takesRows
    ? JSON.stringify([one.statement.text, ...one.values.filter((value) => !Array.isArray(value))])
    : one;

function joined(all: readonly [Waiting, ...Waiting[]]): Waiting {
  const [{ statement, values: firstValues }] = all;
  const countOf = ({ values }: Waiting): number =>
    values.find((value): value is unknown[] => Array.isArray(value))?.length ?? 0;
  return {
    statement,
    values: firstValues.map((value, place) =>
      Array.isArray(value) ? all.flatMap(({ values }) => values[place]) : value,
    ),
    resolve(result) {
      const isPlaced = result.fields?.at(-1)?.name === PLACE;
      let before = 0;
      for (const one of all) {
        const count = countOf(one);
        one.resolve(isPlaced ? { ...result, rows: placed(result.rows, before, count) } : result);
        before += count;
      }
    },
    reject(error) {
      for (const { reject } of all) reject(error);
    },
  };
}

/** The rows whose place is one of the `count` behind `before`. */
const placed = (rows: readonly unknown[], before: number, count: number) =>
  rows.filter((row) => {
    const place = Number(Array.isArray(row) ? row.at(-1) : Reflect.get(Object(row), PLACE));
    return place > before && place <= before + count;
  });
