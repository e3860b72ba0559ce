import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { drawText, heightOfText } from "./draw-text";
import { fontOf, runsOf } from "./receipt-fonts";

/** Names of members, with the conjuncts, marks and joiners of each script. */
const NAMES = [
  ["Devanagari", "श्रीलक्ष्मी त्र्यंबक ज्ञानेश्वर कुर्र्‍याळकर"],
  ["Bengali", "রবীন্দ্রনাথ ক্ষিতীশ চট্টোপাধ্যায়"],
  ["Assamese", "ৰাজ্যৱৰ্ধন শৰ্মা"],
  ["Gurmukhi", "ਗੁਰਪ੍ਰੀਤ ਸ਼ੁਭਦੀਪ ਸਿੰਘ ਲ਼ੂੰਬਾ"],
  ["Gujarati", "ક્ષમા જ્ઞાનેશ્વરી શ્રીમાળી"],
  ["Odia", "ଶ୍ରୀଲକ୍ଷ୍ମୀ ଗୋପବନ୍ଧୁ ଜ୍ଞାନେନ୍ଦ୍ର"],
  ["Tamil", "தமிழ்ச்செல்வி ஸ்ரீ க்ஷேத்ரா"],
  ["Telugu", "శ్రీనివాస్ క్రిష్ణ లక్ష్మీ"],
  ["Kannada", "ಶ್ರೀಕಾಂತ್ ಕ್ಷೇಮಾ ಜ್ಞಾನೇಶ್ವರ"],
  ["Malayalam", "ശ്രീകുമാർ ലക്ഷ്മി നമ്പൂതിരിപ്പാട്"],
  ["Urdu", "محمد احمد ٹھاکر گھوڑے"],
  ["Latin with diacritics", "Kṛṣṇā Ṭhākur Nguyễn Đức Łukasz Ğül saṃskṛtaṁ"],
  ["Greek and Cyrillic", "Ελένη Анна"],
] as const;

const glyphsOf = (text: string, weight: "text" | "bold") =>
  runsOf(text, weight).flatMap(({ file, text: piece }) =>
    [...piece].map((sign) => ({
      sign,
      glyph: fontOf(file).glyphForCodePoint(sign.codePointAt(0) ?? 0),
    })),
  );

async function printed(text: string, width = 400) {
  const doc = new PDFDocument({ size: "A4", margin: 40 });
  const whole = buffer(doc);
  drawText(doc, text, { weight: "bold", size: 12, width, x: 40, y: 40 });
  const bottom = doc.y;
  doc.end();
  const pdf = await getDocumentProxy(new Uint8Array(await whole));
  return { bottom, text: (await extractText(pdf, { mergePages: true })).text };
}

const UNDRAWN = /[\p{Default_Ignorable_Code_Point}]/u;

describe.each(NAMES)("a name in %s", (script, name) => {
  test.each(["text", "bold"] as const)(
    `a name in ${script} has a glyph for each sign (%s)`,
    (weight) => {
      const missing = glyphsOf(name, weight).filter(
        ({ sign, glyph }) => glyph.id === 0 && !UNDRAWN.test(sign),
      );
      expect(missing.map(({ sign }) => sign)).toEqual([]);
      // No shaped glyph is the empty box.
      for (const { file, text } of runsOf(name, weight)) {
        const features = { abvm: false, blwm: false, mark: false, mkmk: false };
        const { glyphs } = fontOf(file).layout(text, features);
        expect(glyphs.every(({ id }) => id !== 0)).toBe(true);
      }
    },
  );

  test(`a name in ${script} is printed, and can be copied from the paper`, async () => {
    const { text } = await printed(name);
    const letters = (of: string) => new Set(of.match(/\p{L}/gu));
    const [wanted, found] = [letters(name.normalize("NFC")), letters(text.normalize("NFC"))];
    const kept = [...wanted].filter((letter) => found.has(letter)).length;
    // A conjunct may be one glyph, which names some of its letters.
    expect(kept / wanted.size).toBeGreaterThan(0.7);
  });
});

test("a text of several scripts is in the font of each, and plain text in one", () => {
  const files = runsOf("Asha আশা, ஆஷா (आशा)", "text").map(({ file, text }) => [
    file.split("/").at(-1)?.split("_")[0],
    text,
  ]);
  expect(files).toEqual([
    ["Mukta", "Asha "],
    ["NotoSansBengali", "আশা"],
    ["Mukta", ", "],
    ["MuktaMalar", "ஆஷா"],
    ["Mukta", " (आशा)"],
  ]);
  expect(runsOf("₹1,02,00,000.00 – Asha Rao", "bold")).toHaveLength(1);
});

test("right-to-left words stay together, in the order of their script", () => {
  expect(
    runsOf("Dr. محمد احمد Khan", "text").map(({ text, isRightToLeft }) => [text, isRightToLeft]),
  ).toEqual([
    ["Dr. ", false],
    ["محمد احمد", true],
    [" Khan", false],
  ]);
});

test("a long text is broken at blanks, a long word within, and the height is that of its lines", async () => {
  const words = "Sentence after sentence রবীন্দ্রনাথ about this payment. ".repeat(12).trim();
  const doc = new PDFDocument({ size: "A4", margin: 40 });
  const style = { weight: "bold", size: 12, width: 200 } as const;
  const one = heightOfText(doc, "A", style);
  expect(heightOfText(doc, "A\nB", style)).toBeCloseTo(2 * one);
  expect(heightOfText(doc, "a".repeat(300), style)).toBeGreaterThan(5 * one);
  const { bottom, text } = await printed(words, 200);
  expect(bottom).toBeCloseTo(40 + heightOfText(doc, words, style));
  expect(text.replace(/\s+/g, " ")).toContain("Sentence after sentence");
});
