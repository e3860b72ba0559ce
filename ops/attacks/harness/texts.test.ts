import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contractTexts, reasonAgainst, TYPED } from "./texts";

const typed = Object.entries(TYPED).flatMap(([name, fields]) =>
  fields.map((field) => `${name} ${field}` as const),
);

describe("texts that a person can type", () => {
  test("are each typed with canaries, or nothing of them is stored", () => {
    const missing = contractTexts().filter(
      (field) => !typed.includes(field) && reasonAgainst(field) === null,
    );
    expect(missing).toEqual([]);
  });

  test("are fields of a contract", () => {
    const known = new Set<string>(contractTexts());
    expect(typed.filter((field) => !known.has(field))).toEqual([]);
  });

  test("a new field would be missed", () => {
    expect(contractTexts()).toContain("orders.reject reason");
    expect(reasonAgainst("orders.reject remark")).toBeNull();
    expect(z.toJSONSchema(z.object({ a: z.string() })).properties).toHaveProperty("a");
  });
});
