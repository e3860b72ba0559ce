import { expect, test } from "vitest";
import { areValidReasons, reasonsIn, REJECT_REASONS } from "./reject-reasons";

test("reasons of a rejection are the lines of a text, each once and without blanks", () => {
  expect(reasonsIn(" No credit \r\n\n  Wrong sum\rNo credit")).toEqual(["No credit", "Wrong sum"]);
  expect(reasonsIn(" \n ")).toEqual([]);
});

test("too many and too long reasons of a rejection are not kept", () => {
  const { most, length } = REJECT_REASONS;
  const many = Array.from({ length: most }, (_, at) => String(at).padEnd(length, "x"));
  expect(areValidReasons(many)).toBe(true);
  expect(areValidReasons([...many, "one more"])).toBe(false);
  expect(areValidReasons(["x".repeat(length + 1)])).toBe(false);
});
