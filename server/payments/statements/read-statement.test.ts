import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { MAX_FILE_BYTES } from "@server/platform/rules/file-size";
import { isRefusal } from "@server/platform/rules/refusals/refuse";
import { createFileReaders } from "@server/testing/test-file-processes";
import { referenceKeys } from "@server/payments/rules/statements/tokens";
import { moreInFull, rounds } from "@server/testing/rounds";
import { readStatement } from "./read-statement";

const sample = (name: string): Buffer =>
  readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), "samples", name));

const text = (content: string): Buffer => Buffer.from(content, "utf8");

/** Reads a statement; returns the code of a refusal, or "read". */
function outcome(bytes: Uint8Array): string {
  try {
    readStatement(bytes);
    return "read";
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

/** The entries that every sample states: day, sum in paise, side, reference. */
const ENTRIES = [
  ["2026-11-01", 10_250_000, "CREDIT", "630512345678"],
  ["2026-11-01", 10_250_000, "CREDIT", "630512345699"],
  ["2026-11-02", 59_000, "DEBIT", null],
  ["2026-11-03", 512_550, "CREDIT", "SBINN26307123456"],
  ["2026-11-12", 102_500_000, "CREDIT", "HDFCR52026111212345678"],
  ["2026-11-13", 100, "CREDIT", "631712345678"],
] as const;

const BALANCES = [20_250_000, 30_500_000, 30_441_000, 30_953_550, 133_453_550, 133_453_650];

const HEAD = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";
const one = (row: string) => text(`${HEAD}\n${row}\n`);

interface Sheet {
  rows: string;
  parts?: Record<string, string>;
}

const CONTENT = "application/vnd.openxmlformats";
/** An XLSX file with the one sheet whose rows are given as markup; style 1 is a date. */
const xlsx = ({ rows, parts = {} }: Sheet): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}-officedocument.spreadsheetml.styles+xml"/></Types>`,
        "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
        "xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Statement" sheetId="1" r:id="r1"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
        "xl/styles.xml": `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
        "xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
        ...parts,
      }).map(([name, content]) => [name, strToU8(content)]),
    ),
  );

const cell = (address: string, content: string | number, style = ""): string =>
  typeof content === "number"
    ? `<c r="${address}"${style}><v>${content}</v></c>`
    : `<c r="${address}" t="inlineStr"><is><t>${content.replace(/&/g, "&amp;")}</t></is></c>`;

const rowOf = (number: number, contents: readonly (string | number | null)[]): string =>
  `<row r="${number}">${contents
    .map((content, at) =>
      content === null
        ? ""
        : cell(
            `${"ABCDEFG"[at] ?? ""}${number}`,
            content,
            at === 0 && typeof content === "number" ? ' s="1"' : "",
          ),
    )
    .join("")}</row>`;

const HEADINGS = ["Date", "Narration", "Ref No", "Value Date", "Debit", "Credit", "Balance"];

describe("the samples of the usual banks", () => {
  test.each([
    ["hdfc.csv", "CSV", "HDFC Bank", "50100123456789"],
    ["icici.csv", "CSV", "ICICI Bank", "000405123456"],
    ["sbi.tsv", "CSV", "State Bank of India", "00000031234567890"],
    ["axis.csv", "CSV", "Axis Bank", "920020012345678"],
    ["kotak.csv", "CSV", "Kotak Mahindra Bank", "7412345678"],
  ])(
    "the sample of %s states the same entries as the other samples",
    (name, format, bank, accountNumber) => {
      const read = readStatement(sample(name));
      expect(read).toMatchObject({ format, bank, accountNumbers: [accountNumber], unread: [] });
      expect(read.balances).toMatchObject([{ openingPaise: 10_000_000, differencePaise: 0 }]);
      expect(
        read.rows.map(({ row, bookedOn, amountPaise, side }) => [row, bookedOn, amountPaise, side]),
      ).toEqual(ENTRIES.map(([day, paise, side], at) => [at + 1, day, paise, side]));
      for (const [at, { reference, narration }] of read.rows.entries()) {
        const expected = ENTRIES[at]?.[3];
        if (expected)
          expect([...referenceKeys(`${reference ?? ""} ${narration}`)]).toContain(expected);
      }
      if (format === "CSV")
        expect(read.rows.map(({ balancePaise }) => balancePaise)).toEqual(BALANCES);
    },
  );

  test("CP-1252 and UTF-16 give the same signs as UTF-8", () => {
    const { rows } = readStatement(sample("sbi.tsv"));
    expect(rows[5]?.narration).toContain("O’BRIEN CAFÉ");
    expect(rows[2]?.narration).toContain("CHARGES – OCT26");
    const content = new TextDecoder("latin1").decode(sample("axis.csv"));
    for (const bytes of [
      Buffer.from(`\ufeff${content}`, "utf16le"),
      Buffer.from(content, "utf16le"),
      Buffer.from(`\ufeff${content}`, "utf16le").swap16(),
      Buffer.from(`\ufeff${content}`, "utf8"),
    ]) {
      expect(readStatement(bytes).rows).toEqual(readStatement(sample("axis.csv")).rows);
    }
  });

  test("an XLSX file has dates and numbers as they are, without their rounding", () => {
    const read = readStatement(
      xlsx({
        rows: [
          rowOf(1, ["Account No", "50100123456789"]),
          rowOf(3, HEADINGS),
          rowOf(4, [
            46_327,
            "UPI & co PUR-283045",
            630_512_345_678,
            null,
            null,
            5125.499999999999,
            0.30000000000000004,
          ]),
          rowOf(5, ["02/11/2026", "fee", null, null, "1,00,000.00", null, "-99,999.70"]),
          rowOf(6, [46_328, "rounded by nobody", null, null, null, 10.005, null]),
        ].join(""),
      }),
    );
    expect(read).toMatchObject({ format: "XLSX", bank: null });
    expect(read.accountNumbers).toEqual(["50100123456789"]);
    expect(read.rows).toMatchObject([
      {
        bookedOn: "2026-11-01",
        amountPaise: 512_550,
        side: "CREDIT",
        balancePaise: 30,
        narration: "UPI & co PUR-283045",
        reference: "630512345678",
      },
      { bookedOn: "2026-11-02", amountPaise: 10_000_000, side: "DEBIT", balancePaise: -9_999_970 },
    ]);
    expect(read.unread).toMatchObject([{ row: 3, fault: "AMOUNT_UNREADABLE" }]);
  });
});

describe("a row that cannot be read", () => {
  test.each([
    ["31/11/26,no such day,,,,100.00,", "DATE_UNREADABLE"],
    ["soon,no day,,,,100.00,", "DATE_UNREADABLE"],
    ['01/11/26,misgrouped,,,,"1,0000.00",', "AMOUNT_UNREADABLE"],
    ["01/11/26,three decimals,,,,1.005,", "AMOUNT_UNREADABLE"],
    ["01/11/26,a word,,,,hundred,", "AMOUNT_UNREADABLE"],
    ["01/11/26,no sum,,,,,", "AMOUNT_MISSING"],
    ["01/11/26,zero,,,0.00,0.00,", "AMOUNT_MISSING"],
    ["01/11/26,both,,,1.00,1.00,", "SIDE_UNCLEAR"],
    ["01/11/26,a negative deposit,,,,-1.00,", "SIDE_UNCLEAR"],
  ])("an unreadable row fails alone and says why: %s", (row, fault) => {
    const read = readStatement(
      text(`${HEAD}\n01/11/26,before,,,,10.00,\n${row}\n02/11/26,after,,,,20.00,\n`),
    );
    expect(read.rows.map(({ row: number, amountPaise }) => [number, amountPaise])).toEqual([
      [1, 1000],
      [3, 2000],
    ]);
    expect(read.unread).toMatchObject([{ row: 2, fault }]);
  });

  test("an unreadable last row is not taken for the footer", () => {
    const read = readStatement(text(`${HEAD}\n01/11/26,a,,,,10.00,\n32/11/26,b,,,,20.00,\n`));
    expect(read.unread).toMatchObject([{ row: 2, fault: "DATE_UNREADABLE" }]);
  });

  test(
    "a text in a sum's place never becomes an amount that it does not state",
    { tags: ["full"] },
    () => {
      const cells = fc.stringMatching(/^[0-9.,₹ ()CrDd+-]{0,12}$/);
      fc.assert(
        fc.property(cells, (typed) => {
          const read = readStatement(one(`01/11/26,x,,,,"${typed}",\n01/11/26,y,,,,5.00,`));
          const [first] = read.rows;
          if (first?.narration !== "x") return read.unread[0]?.fault !== undefined;
          const digits = typed.replace(/[^0-9.]/g, "").replace(/\.$/, "");
          return first.amountPaise > 0 && Math.round(Number(digits) * 100) === first.amountPaise;
        }),
        { numRuns: rounds(80, 300) },
      );
    },
  );
});

test("months come first only where every date says so", () => {
  const read = (...days: string[]) =>
    readStatement(one(days.map((day) => `${day},x,,,,5.00,`).join("\n"))).rows.map(
      ({ bookedOn }) => bookedOn,
    );
  expect(read("11/02/26", "11/21/26")).toEqual(["2026-11-02", "2026-11-21"]);
  expect(read("11/02/26", "10/03/26")).toEqual(["2026-02-11", "2026-03-10"]);
  expect(read("21/11/26", "11/22/26")).toEqual(["2026-11-21"]);
});

test("a mapping of headings reads a table that no bank's layout fits", () => {
  const bytes = text("Wann,Was,Wieviel,Woher\n01/11/26,PUR-283045,5.00,+\n02/11/26,x,6.00,-\n");
  const refused = {
    code: "STATEMENT_LAYOUT_UNKNOWN",
    fields: {
      headings: ["Wann", "Was", "Wieviel", "Woher"],
      samples: ["01/11/26", "PUR-283045", "5.00", "+"],
    },
  };
  expect(() => readStatement(bytes)).toThrow(expect.objectContaining(refused));
  const mapping = {
    bank: null,
    headings: { bookedOn: ["Wann"], narration: ["Was"], amount: ["wieviel"], side: ["Woher"] },
  };
  expect(readStatement(bytes, { mapping }).rows).toMatchObject([
    { bookedOn: "2026-11-01", amountPaise: 500, side: "CREDIT", narration: "PUR-283045" },
    { bookedOn: "2026-11-02", amountPaise: 600, side: "DEBIT" },
  ]);
});

describe("in a process of its own", () => {
  const { limits } = readConfig({ NODE_ENV: "test" });
  const processes = (change: Partial<typeof limits> = {}) =>
    createFileReaders({ ...limits, ...change }, pino({ level: "silent" }));
  const usual = processes();
  const slow = processes({ pictureProcesses: 1, pictureSeconds: 0.01 });
  afterAll(() => [usual, slow].forEach((one) => one.close()));
  const readAside = (bytes: Uint8Array, by = usual) =>
    by.readStatement({ bytes, options: {} }, { person: "asha", company: "a" });

  test(
    "a process of its own reads a statement alike, and refuses with the same texts",
    { tags: ["full"] },
    async () => {
      expect(await readAside(sample("hdfc.csv"))).toEqual(readStatement(sample("hdfc.csv")));
      await expect(readAside(text("a,b,c\n1,2,3\n"))).rejects.toMatchObject({
        code: "STATEMENT_LAYOUT_UNKNOWN",
        isPrelaunchRefusal: true,
        fields: { headings: ["a", "b", "c"] },
      });
    },
  );

  test(
    "a file that takes too long ends with its process, and the next one is read",
    { tags: ["full"] },
    async () => {
      // A short one may be read before this process looks at its timers.
      const long = text(`${HEAD}\n${"01/11/26,x,,,,5.00,\n".repeat(20_000)}`);
      const [late, next] = await Promise.allSettled([
        readAside(long, slow),
        readAside(sample("axis.csv")),
      ]);
      expect(late).toMatchObject({ status: "rejected", reason: { code: "FILE_UNREADABLE" } });
      expect(slow.pids()).toEqual([]);
      expect(next).toMatchObject({ status: "fulfilled", value: { bank: "Axis Bank" } });
    },
  );
});

describe("files that are no statement are refused", () => {
  const rows = (count: number) => `${HEAD}\n${"01/11/26,x,,,,5.00,\n".repeat(count)}`;
  test.each<[string, () => Uint8Array, string]>([
    ["nothing", () => text(""), "FILE_EMPTY"],
    ["more than 10 MB", () => new Uint8Array(MAX_FILE_BYTES + 1).fill(44), "FILE_TOO_LARGE"],
    ["10 MB of commas", () => new Uint8Array(MAX_FILE_BYTES).fill(44), "STATEMENT_TOO_WIDE"],
    [
      "10 MB of line breaks",
      () => new Uint8Array(MAX_FILE_BYTES).fill(10),
      "STATEMENT_UNSUPPORTED",
    ],
    ["a million columns", () => text(`${"a,".repeat(1_000_000)}\n`), "STATEMENT_TOO_WIDE"],
    ["100 columns", () => text(`${"a,".repeat(100)}\n`), "STATEMENT_TOO_WIDE"],
    ["headings alone", () => text(`${HEAD}\n`), "STATEMENT_EMPTY"],
    ["a letter", () => text("Dear bank,\nplease send the statement.\n"), "STATEMENT_UNSUPPORTED"],
    ["a web page", () => text("<html><table><tr><td>Date</table></html>"), "STATEMENT_UNSUPPORTED"],
    [
      "MT940",
      () => text(":20:A\n:60F:C261101INR0,\n:61:2611011101C1,00NTRF\n"),
      "STATEMENT_UNSUPPORTED",
    ],
    ["CAMT.053", () => text("<Document><BkToCstmrStmt/></Document>"), "STATEMENT_UNSUPPORTED"],
    ["a PDF", () => text("%PDF-1.7\n1 0 obj"), "STATEMENT_UNSUPPORTED"],
    [
      "noise",
      () => Buffer.from(Array.from({ length: 999 }, (_, n) => (n * n) % 251)),
      "STATEMENT_ENCODING_UNKNOWN",
    ],
    [
      "UTF-32",
      () => Buffer.from("fffe0000440000006100000074000000", "hex"),
      "STATEMENT_ENCODING_UNKNOWN",
    ],
    ["half a sign of UTF-16", () => Buffer.from("fffe00d8", "hex"), "STATEMENT_ENCODING_UNKNOWN"],
    [
      "an archive of something else",
      () => zipSync({ "a.csv": strToU8(HEAD) }),
      "STATEMENT_UNSUPPORTED",
    ],
    [
      "half an archive",
      () => xlsx({ rows: rowOf(1, HEADINGS) }).subarray(0, 700),
      "FILE_UNREADABLE",
    ],
    [
      "a cell in column XFD",
      () => xlsx({ rows: `<row r="1">${cell("XFD1", "x")}</row>` }),
      "STATEMENT_TOO_WIDE",
    ],
    [
      "a cell in row 1048576",
      () => xlsx({ rows: `<row r="1048576">${cell("A1048576", "x")}</row>` }),
      "STATEMENT_TOO_LONG",
    ],
    [
      "a formula in XLSX",
      () =>
        xlsx({ rows: `${rowOf(1, HEADINGS)}<row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>` }),
      "STATEMENT_HAS_FORMULAS",
    ],
  ])("a file that is no statement is refused: %s", (_, file, code) => {
    expect(outcome(file())).toBe(code);
  });

  test.each<[string, () => Uint8Array, string]>([
    ["10 MB of lines of commas", () => text(",,,,,\n".repeat(1_700_000)), "STATEMENT_TOO_LONG"],
    ["10 MB of quotes", () => new Uint8Array(MAX_FILE_BYTES).fill(34), "STATEMENT_UNSUPPORTED"],
    ["too many entries", () => text(rows(20_400)), "STATEMENT_TOO_LONG"],
    ["a sheet of a bomb", () => xlsx({ rows: "0".repeat(70 * 1024 * 1024) }), "FILE_TOO_LARGE"],
  ])("a large file that is no statement is refused: %s", { tags: ["full"] }, (_, file, code) => {
    expect(outcome(file())).toBe(code);
  });

  test(
    "an archive that lies about its sizes unpacks to no more than it states",
    { tags: ["full"] },
    () => {
      const bytes = Buffer.from(xlsx({ rows: " ".repeat(5_000_000) }));
      const name = Buffer.from("xl/worksheets/sheet1.xml");
      // The central directory: the size is 22 bytes before the name.
      const at = bytes.lastIndexOf(name);
      bytes.writeUInt32LE(1000, at - 22);
      expect(outcome(bytes)).toBe("FILE_UNREADABLE");
    },
  );

  test("any bytes end with rows or a refusal", moreInFull, () => {
    const start = fc.constantFrom("", HEAD, "PK\u0003\u0004");
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 300 }), (head, rest) => {
        outcome(Buffer.concat([text(head), rest]));
      }),
      { numRuns: rounds(100, 500) },
    );
  });
});
