import { expect, test } from "vitest";
import { faultsOf, typesOf } from "./texts.mjs";

const ENGLISH = {
  "buy.json": {
    title: "Buy for {{price}}",
    read: ["I agree to the <terms>terms</terms>"],
    left_one: "{{count}} token",
    left_other: "{{count}} tokens",
  },
};

/** Returns what is wrong with a translation that has `changes`. */
const faults = (changes: object, language = "hi") =>
  faultsOf(ENGLISH, { "buy.json": { ...ENGLISH["buy.json"], ...changes } }, language);

test("texts of another language have the keys, placeholders and tags of the English ones", () => {
  expect(faults({ title: "{{price}} में खरीदें" })).toEqual([]);
});

test.each([
  ["a missing key", { title: {} }, "buy.json.title is missing."],
  ["another key", { titel: "" }, "buy.json.titel is no key of the English texts."],
  [
    "a missing placeholder",
    { title: "खरीदें" },
    'buy.json.title has the placeholders "" and not "{{price}}".',
  ],
  [
    "a misspelt placeholder",
    { title: "{{prise}} में खरीदें" },
    'buy.json.title has the placeholders "{{prise}}" and not "{{price}}".',
  ],
  [
    "a tag that does not end",
    { read: ["<terms>शर्तें"] },
    'buy.json.read.0 has the placeholders "<terms>" and not "</terms> <terms>".',
  ],
  ["a missing plural form", { left_one: {} }, "buy.json.left_one is missing."],
])("a translation with %s is named", (_name, changes, fault) => {
  expect(faults(changes)).toEqual([`locales/hi/${fault}`]);
});

test("a language has the plural forms of its own rules", () => {
  const forms = ["few", "many", "two", "zero"];
  expect(faults({}, "ar").toSorted()).toEqual(
    forms.map((form) => `locales/ar/buy.json.left_${form} is missing.`),
  );
});

test("the type of a refusal has the placeholders of its text", () => {
  const types = typesOf({ NOT_FOUND: "None.", THROTTLED: "Try {{host}} again in {{wait}}." });
  expect(types).toContain('  NOT_FOUND: never;\n  THROTTLED: "host" | "wait";\n');
});
