import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { bankKeys, containedKeys, hintsOf, keysToContain, typedKey } from "./keys";

const UPI = "630554043104";
const NEFT = "SBINN26307123456";
const NEFT_LONG = "CITIN52026110417691328";
const RTGS = "HDFCR52026111212345678";

describe("the key of a typed number", () => {
  test.each([
    "630554043104",
    "0000630554043104",
    "000630554043104",
    "UTR:630554043104",
    "UTR NO 630554043104",
    "UTR No. : 630554043104",
    "UTR630554043104",
    "utrno630554043104",
    "UPI Ref No. 630554043104",
    "UPI Ref. No: 0000630554043104",
    "UPI/630554043104",
    "UPI-630554043104",
    "IMPS 630554043104",
    "RRN 630554043104",
    "rrn#630554043104",
    "Transaction ID: 630554043104",
    "TXN_ID_630554043104",
    "Txn No 6305 5404 3104",
    "Reference number 6305-5404-3104",
    "6305.5404.3104",
    "6305–5404—3104",
    "630554043104 (UTR)",
    " 630554043104\t",
    "630\u200b554\u200d043\u2060104\ufeff",
    "\u202a630554043104\u202c",
    "630554043104\ufe0f",
    "६३०५५४०४३१०४",
    "UTR ६३०५५४०४३१०४",
    "௬௩௦௫௫௪௦௪௩௧௦௪",
    "৬৩০৫৫৪০৪৩১০৪",
    "૬૩૦૫૫૪૦૪૩૧૦૪",
    "੬੩੦੫੫੪੦੪੩੧੦੪",
    "౬౩౦౫౫౪౦౪౩౧౦౪",
    "೬೩೦೫೫೪೦೪೩೧೦೪",
    "൬൩൦൫൫൪൦൪൩൧൦൪",
    "୬୩୦୫୫୪୦୪୩୧୦୪",
    "۶۳۰۵۵۴۰۴۳۱۰۴",
    "６３０５５４０４３１０４",
    "𝟔𝟑𝟎𝟓𝟓𝟒𝟎𝟒𝟑𝟏𝟎𝟒",
    "०००0६३०५५४०४३१०४",
  ])("the key of the typed number %j is 630554043104", (text) => {
    expect(typedKey(text)).toBe("630554043104");
  });

  test.each([
    [NEFT, NEFT],
    [`utr: ${NEFT.toLowerCase()}`, NEFT],
    [`UTR${NEFT}`, NEFT],
    [`NEFT ${NEFT}`, NEFT],
    [`RTGS UTR NO: ${RTGS}`, RTGS],
    [`rtgsutrno${RTGS}`, RTGS],
    ["sbin n 2630 7123 456", NEFT],
    // Indian Bank's numbers begin like a label.
    ["IDIBH26307123456", "IDIBH26307123456"],
    ["UTR id ib h26307123456", "IDIBH26307123456"],
    ["NOIDA-42", "NOIDA42"],
    ["cash, slip 17", "CASHSLIP17"],
    ["UPI", "UPI"],
    ["UTR no.", "UTRNO"],
    ["0000", "0"],
    ["नकद 17", "नकद17"],
  ])("the key of the typed text %j is %j", (text, key) => {
    expect(typedKey(text)).toBe(key);
  });

  test.each(["", "   ", "-", "\u200b\u200b", "…/…"])("the typed text %j has no key", (text) => {
    expect(typedKey(text)).toBeNull();
  });

  test.each([
    `${UPI} paid`,
    `${UPI}PAID`,
    `PAYMENT:${UPI}`,
    `IMPS/P2A/${UPI}/NAME`,
    `upi/cr/${UPI}/RAHUL SH/UTIB`,
    `0000${UPI} भेज दिया`,
    `HDFCBANK${UPI}`,
    `UTR ${UPI} dt:28/11/26`,
    "६३०५५४०४३१०४ done",
  ])("the number of a payment in the typed text `%s` is its key", (typed) => {
    expect(typedKey(typed)).toBe(UPI);
    expect(typedKey(typed.replaceAll(" ", ""))).toBe(UPI);
  });

  test("a typed text with a NEFT number beside words has that number as its key", () => {
    expect(typedKey(`NEFT/${NEFT}/ANITA`)).toBe(NEFT);
    expect(typedKey(`paid ${NEFT}`)).toBe(NEFT);
  });

  test.each([`HDFC${UPI}`, `PAID:${UPI}`, `${UPI}2811`, `${UPI}28/11`, `${UPI}/630554043105`])(
    "the typed text `%s` has another key, and contains the number",
    (typed) => {
      expect(typedKey(typed)).not.toBe(UPI);
      expect(containedKeys(typed)).toContain(UPI);
    },
  );

  test.each([UPI, `${UPI} paid`, `HDFC${UPI}`, `PAID:${UPI}`, `${UPI}2811`, `${UPI}/630554043105`])(
    "a longer key that contains the number of the typed text `%s` is searched",
    (typed) => {
      expect(keysToContain(typed)).toContain(UPI);
    },
  );

  test("a number of NEFT or RTGS is searched as a whole, since others share the day in it", () => {
    const RTGS = "HDFCR52026112800123456";
    expect(keysToContain(RTGS)).toEqual([RTGS]);
    expect(keysToContain(NEFT)).toEqual([NEFT]);
    expect(keysToContain("N332263456789012")).toEqual(["N332263456789012"]);
    expect(keysToContain("26307123456")).toEqual(["26307123456"]);
    expect(keysToContain("CASH 12")).toEqual([]);
  });

  test("a text that contains another one of them is not searched", () => {
    expect(keysToContain(`PAID1${UPI}`)).toEqual([`1${UPI.slice(0, -1)}`, UPI]);
  });

  test("a number of a payment alone contains no other", () => {
    expect(containedKeys(UPI)).toEqual([]);
    expect(containedKeys(`0000${UPI}`)).toEqual([]);
    expect(containedKeys("PAID BY ME")).toEqual([]);
  });

  test(
    "the key of a typed number does not change when it is taken again",
    { tags: ["full"] },
    () => {
      const labels = fc.constantFrom(
        "UTR",
        "RRN",
        "NO",
        "REF",
        "UPI",
        "TXN",
        "ID",
        "0",
        "00",
        " ",
        ":",
      );
      const piece = fc.oneof(labels, fc.constantFrom("7", "63", NEFT, "A"), fc.string());
      const typed = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
      );
      fc.assert(
        fc.property(typed, (text) => {
          const key = typedKey(text);
          expect(key === null ? null : typedKey(key)).toBe(key);
        }),
        { numRuns: 2_000 },
      );
    },
  );
});

/** Numbers of each rail; those of UPI and IMPS begin with the last digit of the year and the day. */
const digits = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789"), { minLength: length, maxLength: length })
    .map((all) => all.join(""));
const upiNumber = fc
  .tuple(fc.integer({ min: 1, max: 366 }), digits(8), fc.constantFrom(..."0123456789"))
  .map(([day, rest, year]) => year + String(day).padStart(3, "0") + rest);
const bankCode = fc.constantFrom("SBIN", "HDFC", "ICIC", "UTIB", "KKBK", "PUNB", "IDIB", "UTBI");
const neftNumber = fc.oneof(
  fc.tuple(bankCode, fc.constantFrom("N", "H", "P", "3"), digits(11)).map((all) => all.join("")),
  fc.tuple(bankCode, digits(17)).map(([code, rest]) => `${code}N${rest}`),
  digits(14).map((rest) => `IN${rest}`),
);
const rtgsNumber = fc.tuple(bankCode, digits(17)).map(([code, rest]) => `${code}R${rest}`);
const anyNumber = fc.oneof(upiNumber, neftNumber, rtgsNumber);

describe("spellings", () => {
  const devanagari = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
  const tamil = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(0xbe6 + Number(digit)));
  const script = fc.constantFrom((text: string) => text, devanagari, tamil);
  const casing = fc.constantFrom(
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
  );
  const label = fc.constantFrom(
    "",
    "UTR:",
    "UTR NO ",
    "UPI Ref No. ",
    "RRN-",
    "Ref#",
    "Txn ID ",
    "UTR",
    "Reference no: ",
  );
  const gap = fc.constantFrom("", "", "", " ", "-", ".", "\u200b", "\u00ad", " – ");

  test(
    "spellings of one number have one key, and those of two numbers have two",
    { tags: ["full"] },
    () => {
      const spelling = fc.tuple(
        label,
        script,
        casing,
        fc.array(gap, { minLength: 22, maxLength: 22 }),
      );
      const spelled = (
        number: string,
        [word, fold, cased, gaps]: [
          string,
          (text: string) => string,
          (text: string) => string,
          string[],
        ],
      ) => fold(cased(word + [...number].map((sign, at) => sign + (gaps[at] ?? "")).join("")));
      fc.assert(
        fc.property(anyNumber, anyNumber, spelling, spelling, (one, other, first, second) => {
          const key = typedKey(spelled(one, first));
          expect(key).toBe(typedKey(one));
          expect(key === typedKey(spelled(other, second))).toBe(
            one.replace(/^0+/, "") === other.replace(/^0+/, ""),
          );
        }),
        { numRuns: 1_000 },
      );
    },
  );
});

describe("the keys of a bank's entry", () => {
  test.each([
    // HDFC Bank
    [`UPI-RAHUL SHARMA-RAHUL@OKAXIS-UTIB0001234-${UPI}-PUR-283045`, `0000${UPI}`, [UPI]],
    [`UPI-RAHUL SHARMA-RAHUL@OKAXIS-UTIB0001234-${UPI}-PUR-283045`, null, [UPI]],
    [`UPI-R K-9876543210@YBL-UTIB0001234-${UPI}-630599999999`, null, [UPI]],
    [`NEFT CR-SBIN0001234-ANITA DESAI-PRELAUNCH-${NEFT} PUR 9283046`, NEFT, [NEFT]],
    [`NEFT CR-SBIN0001234-ANITA DESAI-PRELAUNCH-${NEFT} PUR 9283046`, null, [NEFT]],
    ["NEFT CR-SBIN0001234-ANITA DESAI-PRELAUNCH-SBIN N26307123456", NEFT, [NEFT]],
    ["NEFT CR-SBIN0001234-ANITA DESAI-PRELAUNCH-SBIN N26307123456", null, [NEFT]],
    ["NEFT CR-SBIN0001234-ANITA DESAI-PRELAUNCH-SBINN263 07123456 PUR-283045", null, [NEFT]],
    ["UPI-R K-9876543210@YBL-UTIB0001234-630554 043104-630599999999", null, [UPI]],
    [`NEFT CR-CITI0000002-OGS (INDIA) PVT LTD (G3-2)-ANITA DESAI-${NEFT_LONG}`, null, [NEFT_LONG]],
    [`RTGS CR-HDFC0000001-MEHTA & SONS-${RTGS}`, null, [RTGS]],
    [`RTGS CR-${RTGS}-HDFC0000240-MEHTA & SONS`, null, [RTGS]],
    [`IMPS-${UPI}-O'BRIEN CAFE-KKBK-XXXX1234`, UPI, [UPI]],
    // ICICI Bank
    [`UPI/${UPI}/PUR-283045/rahul@okaxis/Axis Bank`, "-", [UPI]],
    [`UPI/rahul.sharma@y/PUR283045/HDFC BANK LTD/${UPI}/YBL0fc960651b634122bc6`, null, [UPI]],
    [`UPI/630599999999-me@ybl/PUR1/HDFC BANK LTD/${UPI}/YBL0fc960651b`, null, [UPI]],
    [`UPI/BIGFOOT RETAIL/ICIC/${UPI}/Shipping`, null, [UPI]],
    [`NEFT-${NEFT}-ANITA DESAI-PUR 9283046`, null, [NEFT]],
    [`RTGS-${RTGS}-MEHTA & SONS`, null, [RTGS]],
    [`MMT/IMPS/${UPI}/O'BRIEN CAFE/KKBK`, null, [UPI]],
    ["INF/NEFT/IN42615451081832/SBIN0003000/AZAD/AZADSALARY", null, ["IN42615451081832"]],
    // State Bank of India
    [`BY TRANSFER-UPI/CR/${UPI}/RAHUL SH/UTIB/rahul@okax/x`, "TRANSFER FROM 4897691162095", [UPI]],
    [
      `DEP TFR UPI/CR/${UPI}/RAHUL SH/UTIB/rahul@okax/PUR-1`,
      "TRANSFER FROM 4897691162095 /",
      [UPI],
    ],
    [`BY TRANSFER-NEFT*SBIN0001234*${NEFT}*ANITA DESAI--`, "PUR 9283046", [NEFT]],
    [`BY TRANSFER-RTGS UTR NO: ${RTGS}--MEHTA & SONS`, null, [RTGS]],
    [
      `BY TRANSFER-INB IMPS${UPI}/O'BRIEN CAF/XX1234/KKBK`,
      "MAOO00202938007 MAOO00202938007",
      [UPI],
    ],
    [`BY TRANSFER-INBIMPS${UPI}/9890160567/XX8237/Son-`, null, [UPI]],
    [`BY TRANSFER-INB IMPS/P2A/${UPI}/hsb-XX004-Amazon S/PCXQD6WPA--`, null, [UPI]],
    // Axis Bank
    [`UPI/P2A/${UPI}/RAHUL SHARMA/UTIB/PUR-283045`, "-", [UPI]],
    [`NEFT/${NEFT}/ANITA DESAI/STATE BANK OF INDIA/PUR 9283046`, "-", [NEFT]],
    [`RTGS/${RTGS}/HDFC BANK/MEHTA & SONS`, "-", [RTGS]],
    [`IMPS/P2A/${UPI}/O'BRIEN CAFE/KOTAKMAH/SW5/9199999999999485000`, "-", [UPI]],
    // Kotak Mahindra Bank
    [`UPI/RAHUL SHARMA/${UPI}/PUR-283045`, `UPI-${UPI}`, [UPI]],
    [`NEFT ${NEFT} ANITA DESAI PUR 9283046`, "NEFTINW-0123456789", [NEFT]],
    [`RTGS ${RTGS} MEHTA & SONS`, "RTGSINW-0012345678", [RTGS]],
    ["RECEIVED FROM O'BRIEN CAFE KKBK IMPS", `IMPS-${UPI}`, [UPI]],
    [`Recd:IMPS/${UPI}/VPAY/KKBK/X3613/VPAY`, `IMPS-${UPI}`, [UPI]],
    // Punjab National Bank
    [`UPI/CR/${UPI}/RAJESH B/SBIN/rajesh100/`, null, [UPI]],
    [`IMPS-IN/${UPI}/7259033210/AIRWALLE`, null, [UPI]],
    [`IMPS- IN/${UPI}/917259033210/AIRWALLE`, null, [UPI]],
    [`NEFT_IN:34${NEFT}SBIN0100000//${NEFT}/ANITA DESAI`, null, [NEFT]],
    // A label marks these.
    [`AMOUNT RECEIVED UTR ${NEFT} FROM ANITA`, null, [NEFT]],
    [`TRF FROM ANITA RRN: ${UPI}`, null, [UPI]],
    [`CREDIT REF NO ${UPI}`, null, [UPI]],
    [`CREDIT UTR${UPI}`, null, [UPI]],
    ["credit utr 6305-5404-3104", null, [UPI]],
    ["PAYMENT", `UTR: ${RTGS}`, [RTGS]],
    ["PAYMENT", "UPI Ref No. ६३०५५४०४३१०४", [UPI]],
    ["PAYMENT", "000630554043104", [UPI]],
    ["50200034218363-TPT-P-JV INDUSTRIES", "000320870221", ["320870221"]],
  ])(
    "the keys of the entry `%s | %s` are those of its bank's own numbers",
    (narration, reference, keys) => {
      expect(bankKeys({ reference, narration })).toEqual(keys);
    },
  );

  test.each([
    ["NEFT CHARGES OCT26, GST INCL", "000000000000000"],
    ["BY TRANSFER-", "TRANSFER FROM 4897691162095"],
    ["TRANSFER FROM 489769116209 ANITA", "TRANSFER FROM 489769116209"],
    ["CHQ DEP 123456 SBIN0001234", "0000000000123456"],
    ["CASH DEP BY ANITA SLIP 00012345", "00012345"],
    ["NEFT FROM ANITA 000405123456", "NEFTINW-0123456789"],
    ["CREDIT FROM 000405123456", null],
    ["NEFT-AMIT-630512345678-PAYMENT", null],
    ["NEFT CR-ANITA KUMAR 12345678901", null],
    ["UPI-ANITA-919876543210@YBL-PAYMENT", null],
    ["UPI/ANITA/9876543210/PAYMENT", null],
    ["IFSC SBIN0001234 MOBILE 9876543210", "SBIN0001234"],
    ["INTEREST PAID TILL 31122026", "00000031234567890"],
  ])("the entry `%s | %s` has no keys", (narration, reference) => {
    expect(bankKeys({ reference, narration })).toEqual([]);
  });

  test("the keys of an entry are not chosen between two numbers without a place of their own", () => {
    const entry = {
      reference: null,
      narration: `UPI/anita@ybl/630599999999/HDFC BANK/${UPI}/YBL0`,
    };
    expect(bankKeys(entry)).toEqual([]);
    expect(hintsOf(entry)).toEqual(["630599999999", UPI]);
  });

  test("the keys of an entry are not taken from a payer's remark", () => {
    const remark = "630599999999";
    for (const narration of [
      `UPI/CR/${UPI}/ANITA/SBIN/anita@ybl/${remark}`,
      `UPI/CR/${UPI}/ANITA/SBIN/anita@ybl/UTR ${remark}`,
      `UPI-ANITA-ANITA@YBL-SBIN0001234-${UPI}-UTR NO ${remark}`,
      `UPI-ANITA-ANITA@YBL-SBIN0001234-${UPI}-UPI/${remark}`,
    ]) {
      expect(bankKeys({ reference: null, narration })).toEqual([UPI]);
      expect(hintsOf({ reference: null, narration })).toEqual([remark]);
    }
  });

  test("the keys of an entry contain the typed key of the number that the rail's text or the column shows", () => {
    const byUpi = upiNumber.chain((number) =>
      fc.constantFrom(
        {
          number,
          narration: `UPI-ANITA DESAI-ANITA@YBL-SBIN0001234-${number}-PUR-1`,
          reference: null,
        },
        { number, narration: `UPI/${number}/PUR-1/anita@ybl/Axis Bank`, reference: null },
        { number, narration: `BY TRANSFER-UPI/CR/${number}/ANITA/SBIN/a@ybl/x--`, reference: null },
        { number, narration: `UPI/ANITA DESAI/${number}/PUR-1`, reference: `UPI-${number}` },
        { number, narration: `IMPS/P2A/${number}/ANITA/SBIN`, reference: "-" },
        { number, narration: `IMPS-IN/${number}/9876543210/ANITA`, reference: null },
        { number, narration: "ANITA DESAI", reference: `0000${number}` },
      ),
    );
    const byBank = fc
      .oneof(neftNumber, rtgsNumber)
      .chain((number) =>
        fc.constantFrom(
          { number, narration: `NEFT CR-SBIN0001234-ANITA DESAI-${number}`, reference: null },
          { number, narration: `NEFT-${number}-ANITA DESAI`, reference: null },
          { number, narration: `BY TRANSFER-NEFT*SBIN0001234*${number}*ANITA--`, reference: null },
          { number, narration: `BY TRANSFER-RTGS UTR NO: ${number}--ANITA`, reference: null },
          { number, narration: `RTGS/${number}/SBI/ANITA`, reference: "-" },
          { number, narration: "ANITA DESAI", reference: number.toLowerCase() },
        ),
      );
    fc.assert(
      fc.property(fc.oneof(byUpi, byBank), ({ number, ...entry }) => {
        expect(bankKeys(entry)).toEqual([typedKey(number)]);
        expect(hintsOf(entry)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
