import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasVisibleText, plainTyped } from "./typed";

test.each([
  ["Devanagari", "०१२३४५६७८९"],
  ["Bengali and Assamese", "০১২৩৪৫৬৭৮৯"],
  ["Gurmukhi", "੦੧੨੩੪੫੬੭੮੯"],
  ["Gujarati", "૦૧૨૩૪૫૬૭૮૯"],
  ["Odia", "୦୧୨୩୪୫୬୭୮୯"],
  ["Tamil", "௦௧௨௩௪௫௬௭௮௯"],
  ["Telugu", "౦౧౨౩౪౫౬౭౮౯"],
  ["Kannada", "೦೧೨೩೪೫೬೭೮೯"],
  ["Malayalam", "൦൧൨൩൪൫൬൭൮൯"],
  ["Urdu", "۰۱۲۳۴۵۶۷۸۹"],
  ["Arabic", "٠١٢٣٤٥٦٧٨٩"],
  ["Meitei Mayek", "꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹"],
  ["Ol Chiki", "᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙"],
  ["full width", "０１２３４５６７８９"],
  ["a mathematical alphabet that follows another", "𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡"],
])("the digits of %s are 0 to 9", (_script, digits) => {
  expect(plainTyped(digits)).toBe("0123456789");
});

describe("a character that is not seen", () => {
  test.each([
    ["a zero-width space", "\u200b"],
    ["a joiner", "\u200d"],
    ["a non-joiner", "\u200c"],
    ["a mark of direction", "\u200e"],
    ["an embedding", "\u202a"],
    ["an isolate", "\u2066"],
    ["a byte order mark", "\ufeff"],
    ["a soft hyphen", "\u00ad"],
    ["a word joiner", "\u2060"],
    ["a variation selector", "\ufe0f"],
    ["a Hangul filler", "\u3164"],
    ["an empty Braille cell", "\u2800"],
    ["a tag", "\u{e0041}"],
    ["a control character", "\u0000"],
  ])("a character that is not seen is ignored: %s", (_name, unseen) => {
    expect(plainTyped(`98${unseen}76`)).toBe("9876");
    expect(hasVisibleText(unseen)).toBe(false);
    expect(hasVisibleText(` ${unseen} `)).toBe(false);
    expect(hasVisibleText(`${unseen}क`)).toBe(true);
  });
});

test("letters, signs, blanks and numbers that are no digits stay as they are", () => {
  for (const text of ["₹5,000", "a b\tc\nd", "½", "5²", "Ⅷ", "आशा", "asha@example.in"]) {
    expect(plainTyped(text)).toBe(text);
  }
});

test("reading a typed text twice changes nothing", { tags: ["full"] }, () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(plainTyped(plainTyped(text))).toBe(plainTyped(text));
    }),
    { numRuns: 1_000 },
  );
});
