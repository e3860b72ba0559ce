import { expect, test } from "vitest";
import { textIn } from "./form-frame";

test("a stored text, number or choice is what its field holds", () => {
  const values = { name: "Asha", days: 30, isOn: false };
  expect(["name", "days", "isOn"].map((name) => textIn(values, name))).toEqual([
    "Asha",
    "30",
    "false",
  ]);
});

test("a field is empty where nothing is stored, or no text", () => {
  const values = { none: null, list: ["a"], nested: { name: "Asha" } };
  const names = ["none", "list", "nested", "absent", "toString"];
  expect(names.map((name) => textIn(values, name))).toEqual(names.map(() => undefined));
});
