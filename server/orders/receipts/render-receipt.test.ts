import sharp from "sharp";
import PDFDocument from "pdfkit";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import type { Language } from "@db/vocabulary";
import type { Receipt } from "@server/orders/contracts/orders";
import { riskNotice } from "@server/platform/words/translators.server";
import { BUILT_IN_BRANDS, builtInBrand } from "@themes/registry";
import { drawPaperLogo, renderReceipt } from "./render-receipt";
import { renderStatement } from "./render-statement";
import { buffer } from "node:stream/consumers";
import { drawText, heightOfText } from "./draw-text";
import { fontOf, runsOf } from "./receipt-fonts";

const HASH = "a1b2c3d4".repeat(8);
const SALT = "5e6f7a8b".repeat(8);

const approved: Receipt = {
  transaction: {
    id: "0199aaaa-0000-7000-8000-000000000001",
    transactionId: "PUR-123456",
    orderNumber: "PUR-123456",
    createdAt: "2026-11-20T06:00:00.000Z",
    submittedAt: "2026-11-20T06:05:00.000Z",
    decidedAt: "2026-11-20T08:00:00.000Z",
    paymentMethod: "UPI",
    referenceNumber: "412345678901",
    priceMicroRupees: 7_000_000,
    totalQuantity: 1_42_857,
    bonusTokens: 5,
    amountPaise: 1_00_00_000_00,
    feeBps: 200,
    feePaise: 2_00_000_00,
    finalAmountPaise: 1_02_00_000_00,
    missingPaise: null,
    toldPaise: null,
    status: "APPROVED",
    receiptId: null,
    receipt: null,
    user: { referralCode: "RSGN1001", name: "आशा Rao", mobile: "+919876543210" },
    rejectionReason: null,
    refundNote: null,
  },
  company: {
    name: "Resurgence Labs",
    email: "hello@rsgn.example",
    mobile: "+919800000001",
    tokenName: "Resurgence",
    unlockPlans: null,
    tokenSymbol: "RSGN",
    seller: "Resurgence Labs Private Limited, 12 MG Road, Pune 411001",
  },
  paidTo: { label: "Resurgence Labs, ICICI Bank", accountNumber: null, upi: "rsgn@okbank" },
  proof: null,
  transactionHash: HASH,
  termsSalt: SALT,
  checkpoint: { number: 12, size: 345, root: "ab".repeat(32), leafIndex: 344 },
  consent: { at: "2026-11-20T06:04:00.000Z", version: "f".repeat(64), isKept: true },
};

const brandOf = (symbol: string) => {
  const brand = builtInBrand(symbol);
  if (!brand) throw new Error(`There is no brand ${symbol}.`);
  return brand;
};

async function read(
  receipt: Receipt,
  language: Language,
  symbol = "RSGN",
  uploaded: Uint8Array | null = null,
) {
  const brand = brandOf(symbol);
  const bytes = await renderReceipt({
    logo: await drawPaperLogo({ brand, uploaded, icon: null }),
    receipt,
    language,
    brand,
    riskNotice: riskNotice(language, undefined),
  });
  // The PDF reader takes ownership of the bytes.
  const pdf = await getDocumentProxy(bytes.slice());
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { bytes, text: text.replace(/\s+/g, " "), totalPages };
}

describe("a printed receipt", () => {
  test(
    "a receipt shows the company's uploaded logo, of any type and shape",
    { tags: ["full"] },
    async () => {
      const plain = await read(approved, "en");
      for (const [format, width] of [
        ["avif", 900],
        ["webp", 20],
      ] as const) {
        const logo = await sharp({
          create: { width, height: 60, channels: 3, background: "#e11d48" },
        })
          .toFormat(format)
          .toBuffer();
        const own = await read(approved, "en", "RSGN", logo);
        expect(own.text).toBe(plain.text);
        expect(Buffer.compare(own.bytes, plain.bytes)).not.toBe(0);
      }
    },
  );

  test(
    "a receipt shows the order, its sums, reference, hash and consent",
    { tags: ["full"] },
    async () => {
      const { text, totalPages } = await read(approved, "en");
      for (const said of [
        "Payment receipt",
        "Approved",
        "PUR-123456",
        "412345678901",
        "1,42,857 RSGN",
        "₹7.00",
        "₹1,00,00,000.00",
        "Platform fees (2%)",
        "₹2,00,000.00",
        "₹1,02,00,000.00",
        "20/11/2026, 11:35 AM",
        "RSGN1001",
        "UPI ID",
        "version ffffffffffff",
        "hello@rsgn.example",
        "unregulated and can be highly risky",
        "Issued by Resurgence Labs Private Limited, 12 MG Road, Pune 411001.",
        "Bonus tokens 5 RSGN Tokens in all 1,42,862 RSGN",
      ]) {
        expect(text).toContain(said);
      }
      for (const hex of [HASH, SALT]) expect(text.replaceAll(" ", "")).toContain(hex);
      expect(totalPages).toBe(1);
    },
  );

  test("a receipt tells a plan of when tokens unlock", { tags: ["full"] }, async () => {
    const quarter = { atLaunchBps: 2500, pauseMonths: 0, months: 3 };
    const company = { ...approved.company, unlockPlans: { bought: quarter, earned: quarter } };
    const { text } = await read({ ...approved, company }, "en");
    expect(text.replaceAll(/\s+/g, " ")).toContain("Unlocks Tokens unlock 25% at the launch");
    expect((await read(approved, "en")).text).not.toContain("Unlocks");
  });

  test("a receipt states first that a payment is not valid", { tags: ["full"] }, async () => {
    const { transaction } = approved;
    const rejected = {
      ...approved,
      transactionHash: null,
      transaction: {
        ...transaction,
        status: "REJECTED" as const,
        rejectionReason: "The money never came.",
        refundNote: "Nothing to refund.",
      },
    };
    const { text } = await read(rejected, "en");
    // A rejected payment has a letter, and no account that it was "paid to".
    expect(text).toContain("About your payment");
    expect(text).toContain("Sent to, as you stated");
    expect(text).not.toMatch(/Payment receipt|Paid to/);
    expect(text).toContain("No tokens were allocated for it.");
    expect(text).toContain("The money never came.");
    expect(text).not.toContain("Transaction hash");
    const waiting = { ...transaction, status: "PENDING" as const, decidedAt: null };
    const pending = (await read({ ...approved, transaction: waiting }, "en")).text;
    expect(pending).toContain("No tokens are allocated until Resurgence Labs has seen the money.");
    expect(pending).not.toContain("Paid to");
    expect((await read(approved, "en")).text).toContain("Paid to");
  });

  test(
    "a receipt prints a name, a reason and a company in any script of India",
    { tags: ["full"] },
    async () => {
      const { transaction, company } = approved;
      const { text, totalPages } = await read(
        {
          ...approved,
          company: { ...company, name: "ரிசர்ஜன்ஸ்" },
          transaction: {
            ...transaction,
            status: "REJECTED",
            user: { ...transaction.user, name: "গুরুপ্রীত ਗੁਰਪ੍ਰੀਤ شکیل Kṛṣṇā" },
            rejectionReason: "ಹಣ ಬಂದಿಲ್ಲ.",
          },
        },
        "en",
      );
      for (const letters of ["গ", "ਗ", "ش", "Kṛṣṇā", "ಹಣ", "ர"]) expect(text).toContain(letters);
      expect(totalPages).toBe(1);
    },
  );

  test(
    "a receipt is in Hindi for Hindi readers, with the rupee sign",
    { tags: ["full"] },
    async () => {
      const { text } = await read(approved, "hi");
      expect(text).toContain("भुगतान");
      expect(text).toContain("₹1,02,00,000.00");
    },
  );

  test(
    "a receipt is deterministic, and fits its page with the longest texts",
    { tags: ["full"] },
    async () => {
      expect(Buffer.from((await read(approved, "en")).bytes)).toEqual(
        Buffer.from((await read(approved, "en")).bytes),
      );
      const long = "Sentence after sentence about what happened to this payment. ".repeat(8);
      const { transaction } = approved;
      const wordy = {
        ...transaction,
        rejectionReason: long,
        refundNote: long,
        status: "REJECTED" as const,
      };
      const { text, totalPages } = await read({ ...approved, transaction: wordy }, "en");
      expect(text).toContain(long.trim());
      expect(totalPages).toBeLessThanOrEqual(2);
    },
  );

  test.each(BUILT_IN_BRANDS.map(({ symbol }) => symbol))(
    "a receipt is available from %s",
    { tags: ["full"] },
    async (symbol) => {
      expect((await read(approved, "en", symbol)).totalPages).toBe(1);
    },
  );
});

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

  test(
    `a name in ${script} is printed, and can be copied from the paper`,
    { tags: ["full"] },
    async () => {
      const { text } = await printed(name);
      const letters = (of: string) => new Set(of.match(/\p{L}/gu));
      const [wanted, found] = [letters(name.normalize("NFC")), letters(text.normalize("NFC"))];
      const kept = [...wanted].filter((letter) => found.has(letter)).length;
      // A conjunct may be one glyph, which names some of its letters.
      expect(kept / wanted.size).toBeGreaterThan(0.7);
    },
  );
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

test(
  "a long text is broken at blanks, a long word within, and the height is that of its lines",
  { tags: ["full"] },
  async () => {
    const words = "Sentence after sentence রবীন্দ্রনাথ about this payment. ".repeat(12).trim();
    const doc = new PDFDocument({ size: "A4", margin: 40 });
    const style = { weight: "bold", size: 12, width: 200 } as const;
    const one = heightOfText(doc, "A", style);
    expect(heightOfText(doc, "A\nB", style)).toBeCloseTo(2 * one);
    expect(heightOfText(doc, "a".repeat(300), style)).toBeGreaterThan(5 * one);
    const { bottom, text } = await printed(words, 200);
    expect(bottom).toBeCloseTo(40 + heightOfText(doc, words, style));
    expect(text.replace(/\s+/g, " ")).toContain("Sentence after sentence");
  },
);

describe("a statement of rewards", () => {
  const company = {
    name: "Resurgence Labs",
    email: "a@b.example",
    mobile: "1",
    tokenSymbol: "RSGN",
  };
  const days = Array.from({ length: 80 }, (_, at) => ({
    day: `2026-05-${String((at % 30) + 1).padStart(2, "0")}`,
    isTakenBack: false,
    count: 2,
    tokens: 1500,
    valuePaise: 1_05_000_00,
  }));
  const taken = {
    day: "2026-06-01",
    isTakenBack: true,
    count: 1,
    tokens: -50,
    valuePaise: -35_000,
  };

  const printed = async (language: Language, lines: (typeof taken)[]) => {
    const brand = brandOf("RSGN");
    const bytes = await renderStatement({
      language,
      brand,
      riskNotice: "Risk.",
      logo: await drawPaperLogo({ brand, uploaded: null, icon: null }),
      statement: {
        year: 2026,
        member: { name: "आशा Rao", memberId: "RSGN1001" },
        company,
        lines,
        tokens: 89_950,
        valuePaise: 62_96_500_00,
      },
    });
    const pdf = await getDocumentProxy(bytes);
    const { text, totalPages } = await extractText(pdf, { mergePages: true });
    return { text: text.replace(/\s+/g, " "), totalPages };
  };

  test(
    "a statement names the year, each day's rewards and reversals, the totals, and heads each page",
    { tags: ["full"] },
    async () => {
      const { text, totalPages } = await printed("en", [...days, taken]);
      expect(totalPages).toBe(3);
      expect(text.match(/Tokens \(RSGN\)/g)).toHaveLength(totalPages);
      for (const part of [
        "Financial year 2026-27: 1 April 2026 to 31 March 2027",
        "RSGN1001",
        "01/05/2026 2 rewards 1,500 ₹1,05,000.00",
        "01/06/2026 1 taken back -50",
        "Total 89,950 ₹62,96,500.00",
      ]) {
        expect(text).toContain(part);
      }
    },
  );

  test(
    "a statement of a year without rewards says so, in Hindi too",
    { tags: ["full"] },
    async () => {
      expect((await printed("en", [])).text).toContain("No rewards in this year");
      expect((await printed("hi", [])).text).toContain("2026-27");
    },
  );
});

describe("a statement of purchases", () => {
  const purchase = {
    day: "2026-05-02",
    orderNumber: "PUR-100001",
    isReversed: false,
    tokens: 1050,
    bonusTokens: 50,
    amountPaise: 7_000_00,
    feePaise: 140_00,
    totalPaise: 7_140_00,
  };
  const reversal = {
    ...purchase,
    day: "2026-06-01",
    isReversed: true,
    tokens: -1050,
    bonusTokens: -50,
    amountPaise: -7_000_00,
    feePaise: -140_00,
    totalPaise: -7_140_00,
  };
  const printed = async (language: Language, purchases: (typeof purchase)[]) => {
    const brand = brandOf("RSGN");
    const bytes = await renderStatement({
      language,
      brand,
      riskNotice: "Risk.",
      logo: await drawPaperLogo({ brand, uploaded: null, icon: null }),
      statement: {
        year: 2026,
        member: { name: "आशा Rao", memberId: "RSGN1001" },
        company: {
          name: "Resurgence Labs",
          email: "a@b.example",
          mobile: "1",
          tokenSymbol: "RSGN",
          seller: "Resurgence Labs Private Limited, 12 MG Road, Pune 411001",
        },
        purchases,
      },
    });
    const pdf = await getDocumentProxy(bytes);
    const { text } = await extractText(pdf, { mergePages: true });
    return text.replace(/\s+/g, " ");
  };

  test(
    "a statement of purchases has the seller's address, each purchase with its bonus, fee and total, and takes reversed ones off",
    { tags: ["full"] },
    async () => {
      const other = { ...purchase, day: "2026-07-01", orderNumber: "PUR-100002" };
      const text = await printed("en", [purchase, reversal, other]);
      for (const part of [
        "Statement of purchases",
        "Financial year 2026-27: 1 April 2026 to 31 March 2027",
        "Resurgence Labs Private Limited, 12 MG Road, Pune 411001",
        "02/05/2026 PUR-100001 50 of them bonus 1,050 ₹7,000.00 ₹140.00 ₹7,140.00",
        "01/06/2026 PUR-100001 reversed -1,050 -₹7,000.00 -₹140.00 -₹7,140.00",
        "Total 1,050 ₹7,000.00 ₹140.00 ₹7,140.00",
      ]) {
        expect(text).toContain(part);
      }
    },
  );

  test(
    "a statement of a year without purchases says so, in Hindi too",
    { tags: ["full"] },
    async () => {
      expect(await printed("en", [])).toContain("No purchases in this year");
      expect(await printed("hi", [])).toContain("2026-27");
    },
  );
});

describe("signs that no font has", () => {
  const drawn = (text: string) =>
    runsOf(text, "text")
      .map((run) => run.text)
      .join("");

  test.each([
    ["Asha 😀 Sharma", "Asha  Sharma"],
    ["👨‍👩‍👧‍👦Family", "Family"],
    ["Ravi 🇮🇳", "Ravi "],
    ["No. 1️⃣", "No. 1"],
    ["👍🏽 आशा", " आशा"],
    ["王小明", "???"],
  ])("%s is drawn as %j, without an empty box", (text, expected) => {
    expect(drawn(text)).toBe(expected);
    for (const run of runsOf(text, "bold")) {
      const glyphs = fontOf(run.file).layout(run.text).glyphs;
      expect(glyphs.filter(({ id }) => id === 0)).toEqual([]);
    }
  });
});
