import fc from "fast-check";
import { expect, test } from "vitest";

import { containsPattern, escapeLike } from "@server/domain/search/like";

test("wildcards of LIKE are searched for as they are", () => {
  expect(escapeLike("100%_\\")).toBe("100\\%\\_\\\\");
  expect(containsPattern(" a_b ")).toBe("%a\\_b%");
});

test("nothing to look for is no pattern", () => {
  for (const nothing of ["", "   ", "\0", null, undefined])
    expect(containsPattern(nothing)).toBeNull();
});

test("taking the escapes away gives the text again, and no wildcard is left bare", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "%", "_", "\\", "é") });
  fc.assert(
    fc.property(text, (plain) => {
      const escaped = escapeLike(plain);
      expect(escaped.replace(/\\(.)/g, "$1")).toBe(plain);
      return !/[%_]/.test(escaped.replace(/\\./g, ""));
    }),
  );
});
