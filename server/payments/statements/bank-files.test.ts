import { utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { bankKeys, hintsOf } from "@server/payments/rules/keys";
import type { Mend } from "@server/payments/rules/statements/row";
import { isRefusal } from "@server/platform/rules/refusals/refuse";
import { readStatement } from "./read-statement";
import { bankStatement } from "@server/testing/bank-statements";
import { judgeStatement } from "@server/testing/judge-statement";
import { rounds } from "@server/testing/rounds";

const HEADINGS = [
  "Date",
  "Narration",
  "Chq./Ref.No.",
  "Value Dt",
  "Withdrawal Amt.",
  "Deposit Amt.",
  "Closing Balance",
];
const HEAD = HEADINGS.join(",");

/** An account with ₹1,000.00 before these lines, and the sums that are read of them. */
const read = (lines: readonly string[], mends: readonly Mend[] = []) =>
  readStatement(Buffer.from([HEAD, ...lines].join("\n")), { mends });
const paiseOf = (lines: readonly string[], mends: readonly Mend[] = []) => {
  const { rows, unread } = read(lines, mends);
  return {
    read: rows.map(({ row, side, amountPaise }) => [
      row,
      side === "CREDIT" ? amountPaise : -amountPaise,
    ]),
    unread: unread.map(({ row, fault }) => [row, fault]),
  };
};

const sheet = (rows: readonly (readonly (string | number | null)[])[]) =>
  utils.aoa_to_sheet(rows.map((row) => [...row]));
const book = (sheets: Record<string, ReturnType<typeof sheet>>, bookType: "biff8" | "xlsx") => {
  const made = utils.book_new();
  for (const [name, one] of Object.entries(sheets)) utils.book_append_sheet(made, one, name);
  return new Uint8Array(write(made, { type: "buffer", bookType }) as Buffer);
};

const TWO = [
  ["01/11/2026", "UPI/CR/630512345678/ASHA", "", "01/11/2026", null, 1025, 2025],
  ["02/11/2026", "CHARGES", "", "02/11/2026", 25, null, 2000],
] as const;
const TWO_READ = [
  { bookedOn: "2026-11-01", amountPaise: 102_500, side: "CREDIT", balancePaise: 202_500 },
  { bookedOn: "2026-11-02", amountPaise: 2_500, side: "DEBIT", balancePaise: 200_000 },
];

describe("a file named .xls", () => {
  test("a file named .xls is read as BIFF, HTML and text with tabs", () => {
    const rows = [HEADINGS, ...TWO];
    const html = `<html><body><table>${rows
      .map((row) => `<tr>${row.map((cell) => `<td>${cell ?? ""}</td>`).join("")}</tr>`)
      .join("")}</table></body></html>`;
    const tabs = rows.map((row) => row.join("\t")).join("\r\n");
    const files = [
      ["XLS", book({ a: sheet(rows) }, "biff8")],
      ["HTML", Buffer.from(html)],
      ["CSV", Buffer.from(tabs)],
    ] as const;
    for (const [format, bytes] of files) {
      expect(readStatement(bytes)).toMatchObject({ format, bank: "HDFC Bank", rows: TWO_READ });
    }
  });

  test("a file named .xls keeps numbers as they are stored, and texts that begin like a formula as texts", () => {
    const dated = sheet([HEADINGS, [46_327, "=1+1 for you", 630_512_345_678, null, null, 5, 1005]]);
    const bytes = book({ a: dated }, "biff8");
    expect(readStatement(bytes).rows).toMatchObject([
      { bookedOn: "2026-11-01", narration: "=1+1 for you", reference: "630512345678" },
    ]);
  });

  test("an unreadable file named .xls is refused in bounded time", () => {
    const bytes = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(5000, 7)]);
    try {
      readStatement(bytes);
      expect.unreachable();
    } catch (error) {
      expect(isRefusal(error) && error.code).toMatch(/^FILE_UNREADABLE|^STATEMENT_/);
    }
  });
});

describe("sheets", () => {
  test("all sheets with headings are read, and the others are named", () => {
    const more = [["03/11/2026", "NEXT", "", "03/11/2026", null, 10, 2010]] as const;
    const bytes = book(
      {
        Info: sheet([["Dear customer", "hello"]]),
        Nov1: sheet([HEADINGS, ...TWO]),
        Nov2: sheet([HEADINGS, ...more]),
      },
      "xlsx",
    );
    const { rows, leftOut, sheetStarts } = readStatement(bytes);
    expect(rows.map(({ row, amountPaise }) => [row, amountPaise])).toEqual([
      [1, 102_500],
      [2, 2_500],
      [3, 1_000],
    ]);
    expect(leftOut).toEqual(["Info"]);
    expect(sheetStarts).toEqual([1, 3]);
  });
});

describe("a text file", () => {
  test("a text file has the delimiter under which its headings are found, whatever its letterhead has", () => {
    const letterhead = Array.from({ length: 30 }, () => "Fort, Mumbai, Maharashtra, 400001, India");
    const text = [
      ...letterhead,
      "====;====;====",
      HEADINGS.join(";"),
      "=====;=====",
      "01/11/26;UPI/CR/630512345678/ASHA;;01/11/26;;1025.00;2025.00",
      "=====;=====",
    ].join("\n");
    expect(readStatement(Buffer.from(text)).rows).toMatchObject([
      { amountPaise: 102_500, balancePaise: 202_500 },
    ]);
  });

  test("a text file may repeat letterhead, headings and footer on each page", () => {
    const page = (row: string) => [
      "HDFC BANK Ltd.,,,,,,",
      "Account No : 50100123456789,,,,,,",
      HEAD,
      row,
      "This is a computer generated statement,,,,,,",
    ];
    const text = [
      ...page("01/11/26,A,,01/11/26,,10.00,1010.00"),
      ...page("02/11/26,B,,02/11/26,,20.00,1030.00"),
    ].join("\n");
    const { rows, accountNumbers } = readStatement(Buffer.from(text));
    expect(rows).toMatchObject([{ narration: "A" }, { narration: "B" }]);
    expect(accountNumbers).toEqual(["50100123456789"]);
  });

  test("a text file with a missing byte is read with that character replaced", () => {
    const row = (name: string) => `01/11/26,UPI/${name}/x,,01/11/26,,1025.00,2025.00`;
    const text = [HEAD, row("आशा"), row("आशा").replace("2025", "3050")].join("\n");
    const bytes = Buffer.from(text);
    const cut = bytes.indexOf("आ") + 1;
    const utf8 = Buffer.concat([bytes.subarray(0, cut), bytes.subarray(cut + 1)]);
    const wide = Buffer.from(`\ufeff${text}`, "utf16le");
    const half = wide.indexOf(Buffer.from("आ", "utf16le"));
    const utf16 = Buffer.concat([wide.subarray(0, half), wide.subarray(half + 1)]);
    for (const file of [utf8, utf16]) {
      const { rows, unread } = readStatement(file);
      expect(rows.map(({ amountPaise }) => amountPaise)).toEqual([102_500, 102_500]);
      expect(rows[0]?.narration).toContain("\ufffd");
      expect(unread).toEqual([]);
    }
  });

  test("a text file may have days as a spreadsheet's numbers, Dr and Cr beside sums, and brackets", () => {
    expect(
      paiseOf([
        "46327,A,,46327,,1025.00 Cr,2025.00 Cr",
        "46328,B,,46328,(25.00),,2000.00 Cr",
        "46329,C,,46329,2100.00 Dr,,100.00 Dr",
      ]),
    ).toEqual({
      read: [
        [1, 102_500],
        [2, -2_500],
        [3, -210_000],
      ],
      unread: [],
    });
  });
});

describe("a row that does not fit its headings is no money", () => {
  test("a row is read if its quoted line break joins to a row that fits, with its balance", () => {
    const lines = [
      "01/11/26,A,,01/11/26,,10.00,1010.00",
      '02/11/26,"NEFT CR-ASHA-SBIN',
      'N26307123456",,02/11/26,,20.00,1030.00',
    ];
    expect(read(lines).rows[1]).toMatchObject({ narration: "NEFT CR-ASHA-SBIN N26307123456" });
    expect(
      paiseOf([lines[0] ?? "", lines[1] ?? "", (lines[2] ?? "").replace("20.00", "2.00")]),
    ).toEqual({
      read: [[1, 1_000]],
      unread: [[2, "COLUMNS_DIFFER"]],
    });
  });

  test("a quote that opens and does not close on its line is a letter", () => {
    // Two such cells once made six rows three, and swallowed ₹25,500.
    const lines = [
      "01/11/26,A,,01/11/26,,200.00,1200.00",
      '02/11/26,"BEST PRICE,,02/11/26,,25000.00,26200.00',
      "03/11/26,B,,03/11/26,,300.00,26500.00",
      '04/11/26,"ASHA,,04/11/26,,500.00,27000.00',
      "05/11/26,C,,05/11/26,,200.00,27200.00",
      "06/11/26,D,,06/11/26,,200.00,27400.00",
    ];
    const sums = [20_000, 2_500_000, 30_000, 50_000, 20_000, 20_000];
    const all = { read: sums.map((paise, at) => [at + 1, paise]), unread: [] };
    expect(paiseOf(lines)).toEqual(all);
    expect(paiseOf(lines.toReversed()).read).toHaveLength(6);
    expect(paiseOf(lines.map((line) => line.replace(/,[^,]*$/, ",")))).toEqual(all);
  });

  test("grouped sums without quotes are joined if the balance proves one way", () => {
    const lines = [
      '01/11/26,A,,01/11/26,,"1,000.00","2,000.00"',
      "02/11/26,B,,02/11/26,,6,528.00,8,528.00",
      "03/11/26,RENT, OCT, AND NOV,,03/11/26,1,500.00,,7,028.00",
      "04/11/26,C,,04/11/26,,1,00,000.00,1,07,028.00",
    ];
    expect(paiseOf(lines)).toEqual({
      read: [
        [1, 100_000],
        [2, 652_800],
        [3, -150_000],
        [4, 10_000_000],
      ],
      unread: [],
    });
    expect(paiseOf(lines.toReversed())).toEqual({
      read: [
        [1, 10_000_000],
        [2, -150_000],
        [3, 652_800],
        [4, 100_000],
      ],
      unread: [],
    });
    // Without the balance before it, a row stays unread, and so do those that follow it.
    expect(paiseOf(["02/11/26,B,,02/11/26,,6,528.00,8,528.00"])).toEqual({
      read: [],
      unread: [[1, "COLUMNS_DIFFER"]],
    });
    expect(paiseOf([lines[0] ?? "", "02/11/26,B,,02/11/26,,6,528.00,"])).toEqual({
      read: [[1, 100_000]],
      unread: [[2, "COLUMNS_DIFFER"]],
    });
  });

  test("a row with a lost delimiter is not read with its sum on the other side", () => {
    expect(
      paiseOf(["01/11/26,A,,01/11/26,,10.00,1010.00", "02/11/26,B,,02/11/26,20.00,1030.00"]),
    ).toEqual({ read: [[1, 1_000]], unread: [[2, "COLUMNS_DIFFER"]] });
  });
});

describe("balances", () => {
  const rising = [
    "01/11/26,A,,01/11/26,,10.00,1010.00",
    "02/11/26,B,,02/11/26,,20.00,1030.00",
    "03/11/26,C,,03/11/26,30.00,,1000.00",
    "04/11/26,D,,04/11/26,,40.00,1040.00",
    "05/11/26,E,,05/11/26,,50.00,1090.00",
  ];

  test("balances show that a statement adds up, in either order", () => {
    for (const lines of [rising, rising.toReversed()]) {
      expect(read(lines).balances).toEqual([
        {
          openingPaise: 100_000,
          creditPaise: 12_000,
          debitPaise: 3_000,
          closingPaise: 109_000,
          differencePaise: 0,
          oddRows: [],
        },
      ]);
    }
  });

  test("balances contradict a sum with a digit too few: it is not read, and the right one is suggested", () => {
    const lines = rising.with(3, "04/11/26,D,,04/11/26,,4.00,1040.00");
    for (const [row, file] of [
      [4, lines],
      [2, lines.toReversed()],
    ] as const) {
      const { rows, unread, balances } = read(file);
      expect(rows).toHaveLength(4);
      expect(unread).toMatchObject([{ row, fault: "BALANCE_DIFFERS", byBalancePaise: 4_000 }]);
      expect(balances).toMatchObject([{ differencePaise: 4_000 }]);
    }
  });

  test("balances tolerate a wrong one, and entries of a day in another order", () => {
    const [a = "", b = "", c = "", d = "", e = ""] = rising;
    expect(read([a, b.replace("1030.00", "103.00"), c, d, e])).toMatchObject({ unread: [] });
    expect(read([a, c, b, d, e])).toMatchObject({ unread: [], rows: { length: 5 } });
  });

  test("balances are compared with the opening and closing balance in the file", () => {
    const footer = ["STATEMENT SUMMARY,,,,,,", "Opening Balance,Debits,Credits,Closing Bal,,,"];
    const file = (opening: string) => [...rising, ...footer, `${opening},30.00,120.00,1090.00,,,`];
    expect(read(file("1000.00")).balances).toMatchObject([{ differencePaise: 0 }]);
    // The first entry's sum has a digit too few.
    const [first = "", ...rest] = file("1000.00");
    expect(read([first.replace("10.00,", "1.00,"), ...rest]).unread).toMatchObject([
      { row: 1, fault: "BALANCE_DIFFERS", byBalancePaise: 1_000 },
    ]);
  });
});

describe("a row that an admin mends", () => {
  const lines = [
    "01/11/26,A,,01/11/26,,10.00,1010.00",
    "02/11/26,B,,02/11/26,,twenty,1030.00",
    "03/11/26,C,,03/11/26,,30.00,1060.00",
  ];
  const mend = { row: 2, bookedOn: "2026-11-02", amountPaise: 2_000, narration: "B" } as const;

  test("a row is read by its admin's correction, and adds up", () => {
    expect(read(lines)).toMatchObject({ unread: [{ row: 2, byBalancePaise: 2_000 }] });
    const { rows, unread, balances } = read(lines, [{ ...mend, side: "CREDIT" }]);
    expect(unread).toEqual([]);
    expect(rows[1]).toMatchObject({ row: 2, amountPaise: 2_000, balancePaise: 103_000 });
    expect(balances).toMatchObject([{ differencePaise: 0, oddRows: [] }]);
  });

  test("a row corrected to another sum is reported not to add up", () => {
    const { rows, balances } = read(lines, [{ ...mend, amountPaise: 2_500, side: "CREDIT" }]);
    expect(rows).toHaveLength(3);
    expect(balances).toMatchObject([{ differencePaise: -500, oddRows: [2] }]);
  });
});

test("an unclosed quote in the last row does not make its balance its sum", () => {
  const lines = [
    "No,Date,Narration,Reference,Amount,Dr/Cr,Balance,Dr/Cr",
    '1,01/11/2026,UPI/630586563411/MEENA/PAY,630586563411,"1,500.00",CR,"11,500.00",CR',
    '2,02/11/2026,UPI/630586563412/ASHA/PAY,630586563412,"2,500.00",CR,"14,000.00",CR',
    '3,03/11/2026,"UPI/630586563413/RAVI/PAY,630586563413,"1,025.00",CR,"15,025.00",CR',
    "Opening balance,as on 01/11/2026   INR 10000.00,,,,,,",
    "Closing balance,as on 30/11/2026   INR 15025.00,,,,,,",
  ];
  const { rows, unread } = readStatement(Buffer.from(lines.join("\n")));
  expect(rows.map(({ amountPaise }) => amountPaise)).not.toContain(1_502_500);
  expect(rows.length + unread.length).toBe(3);
});

test("all text columns are searched for numbers; only the bank's own have keys", () => {
  const text = [
    "Sl No,Txn Date,Description,Remarks,Cheque No,UTR No,Debit,Credit,Balance,Payer note",
    "1,01/11/2026,TRANSFER FROM ASHA,PUR-283045 UPI/CR/630599999999,000123,630512345678,,1025.00,2025.00,see 630511111111",
  ].join("\n");
  const [row] = readStatement(Buffer.from(text)).rows;
  expect(row).toBeDefined();
  if (!row) return;
  expect(bankKeys(row)).toEqual(["630512345678"]);
  expect(hintsOf(row).toSorted()).toEqual(["630511111111", "630599999999"]);
  expect(row.narration).toContain("PUR-283045");
});

test(
  "in statements of six banks with damaged rows, no sum is wrong and no order falsely certain",
  { tags: ["full"] },
  () => {
    const made = Array.from({ length: rounds(60, 500) }, (_, at) => bankStatement(70_000 + at));
    const judged = made.map(judgeStatement);
    expect(made.flatMap(({ damages }) => damages).length).toBeGreaterThan(made.length);
    expect(judged.flatMap(({ lost }) => lost)).toEqual([]);
    expect(judged.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(judged.filter((one) => one.false > 0)).toEqual([]);
    const sum = (of: (one: (typeof judged)[number]) => number) =>
      judged.reduce((total, one) => total + of(one), 0);
    expect(sum(({ certain }) => certain) / sum(({ payable }) => payable)).toBeGreaterThan(0.95);
  },
);
