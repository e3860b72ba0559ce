import { expect, test } from "vitest";
import { justTyped, keepJustTyped } from "./just-typed";

test("a number is shown whole only where it is the one that is kept", () => {
  expect(justTyped("pan", "XXXXXX234F")).toBe("XXXXXX234F");
  keepJustTyped("pan", "abcpe 1234 f");
  expect(justTyped("pan", "XXXXXX234F")).toBe("ABCPE1234F");
  // Another one was kept meanwhile, or none.
  expect(justTyped("pan", "XXXXXX999K")).toBe("XXXXXX999K");
  expect(justTyped("pan", null)).toBeNull();
});
