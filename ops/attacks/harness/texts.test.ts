import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contractTexts, reasonNotTyped, TYPED } from "./texts";

const typed = Object.entries(TYPED).flatMap(([name, fields]) =>
  fields.map((field) => `${name} ${field}` as const),
);

describe("texts that a person can type", () => {
  test("every text field is typed with canaries, or its text is not stored", () => {
    const missing = contractTexts().filter(
      (field) => !typed.includes(field) && reasonNotTyped(field) === null,
    );
    expect(missing).toEqual([]);
  });

  test("every typed text field is a field of a contract", () => {
    const known = new Set<string>(contractTexts());
    expect(typed.filter((field) => !known.has(field))).toEqual([]);
  });

  test("a new text field that is not typed with canaries fails the test", () => {
    expect(contractTexts()).toContain("orders.reject reason");
    expect(reasonNotTyped("orders.reject remark")).toBeNull();
    expect(z.toJSONSchema(z.object({ a: z.string() })).properties).toHaveProperty("a");
  });
});
