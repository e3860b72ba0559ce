import fc from "fast-check";
import { expect, test } from "vitest";
import { CATALOGUES, LANGUAGES } from "@locales/languages";
import { translatorOf } from "@server/words/translators.server";
import { RULE_VALUES } from "@server/domain/rule-values";
import { type Texts, createBrowserTranslator } from "./translate";

/** The translator of a browser that has loaded every text. */
async function withAllTexts(language: (typeof LANGUAGES)[number]) {
  const translator = createBrowserTranslator(language, RULE_VALUES);
  // Only the texts of mails have lists, whose items i18next finds by their index.
  const groups = { ...(await CATALOGUES[language].all()) } as unknown as Record<string, Texts>;
  for (const [name, texts] of Object.entries(groups)) translator.add(name, texts);
  return { translator, groups };
}

/** The keys of all texts of a group, and their places. */
const leaves = (texts: Texts, before = ""): { key: string; places: string[] }[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "string"
      ? [
          {
            key: before + name,
            places: [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, one = ""]) => one),
          },
        ]
      : leaves(text, `${before}${name}.`),
  );

const anyValue = fc.oneof(
  fc.nat(),
  fc.string(),
  // What a replacement could take for a pattern.
  fc.constantFrom("$&", "$1", "{name}", "<b>&amp;</b>"),
);

test.each(LANGUAGES)("every text in %s is what i18next makes of it", async (language) => {
  const { translator, groups } = await withAllTexts(language);
  const i18next = translatorOf(language);
  const counts = fc.oneof(
    fc.constantFrom(0, 1, 2),
    fc.nat(),
    fc.double({ min: 0, max: 3, noNaN: true }),
  );
  let texts = 0;
  for (const [group, all] of Object.entries(groups)) {
    for (const { key, places } of leaves(all)) {
      texts += 1;
      const plain = key.replace(/_(?:one|other)$/, "");
      const values = fc.record(
        Object.fromEntries(places.map((place) => [place, place === "count" ? counts : anyValue])),
        { requiredKeys: [] },
      );
      fc.assert(
        fc.property(values, fc.option(counts, { nil: undefined }), (given, count) => {
          const filled = { ...given, ...(count !== undefined && { count }) };
          for (const asked of [key, plain]) {
            const expected = i18next.t(asked, { ns: group, ...filled });
            expect(translator.translate([group], asked, filled)).toBe(expected);
            expect(translator.translate(["common"], `${group}:${asked}`, filled)).toBe(expected);
          }
        }),
        { numRuns: 3 },
      );
    }
  }
  expect(texts).toBeGreaterThan(1000);
});

test("keys are tried in turn, in each group in turn, and a default is shown for none", async () => {
  const { translator } = await withAllTexts("en");
  const t = translatorOf("en").getFixedT("en", ["history", "common"]);
  for (const [keys, values] of [
    ["notAvailable", {}],
    ["common:confirm", {}],
    [["nothing.here", "people:login.submit"], {}],
    [["nothing:here", "nor.here"], {}],
    ["nothing.here", { defaultValue: "{{what}} of its own", what: "A text" }],
    ["https://a.example/b", { defaultValue: "https://a.example/b" }],
    ["people:nav.nothing.here", {}],
    ["retry.length", {}],
  ] as const) {
    expect(translator.translate(["history", "common"], keys, values)).toBe(
      t([...[keys].flat()], values),
    );
  }
});

test("no value is taken for a placeholder, and no property of an object for a text", async () => {
  const { translator } = await withAllTexts("en");
  const followed = translator.translate(["people"], "register.sentHint", {
    email: "{{codeMinutes}}",
  });
  expect(followed).toContain("to {{codeMinutes}}. It works for 10 minutes");
  for (const key of ["constructor", "toString.name", "nav.constructor", "retry.length"]) {
    expect(translator.translate(["common", "people"], key)).toBe(key);
  }
});

test("a browser without the texts of a group shows its keys", () => {
  const translator = createBrowserTranslator("en", RULE_VALUES);
  expect(translator.translate(["payment"], "title")).toBe("title");
});
