import fc from "fast-check";
import { expect, test } from "vitest";

import { containsPattern, escapeLike } from "./like";

test("wildcards of LIKE are escaped", () => {
  expect(escapeLike("100%_\\")).toBe("100\\%\\_\\\\");
  expect(containsPattern(" a_b ")).toBe("%a\\_b%");
});

test("an empty search has no pattern", () => {
  for (const nothing of ["", "   ", "\0", null, undefined])
    expect(containsPattern(nothing)).toBeNull();
});

test("unescaping restores the text, and no wildcard is unescaped", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "%", "_", "\\", "é") });
  fc.assert(
    fc.property(text, (plain) => {
      const escaped = escapeLike(plain);
      expect(escaped.replace(/\\(.)/g, "$1")).toBe(plain);
      return !/[%_]/.test(escaped.replace(/\\./g, ""));
    }),
  );
});
