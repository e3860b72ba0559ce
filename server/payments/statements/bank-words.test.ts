import { utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { bankKeys } from "@server/payments/rules/keys";
import { parseBankDate } from "@server/payments/rules/statements/bank-values";
import { isRefusal } from "@server/platform/rules/refusals/refuse";
import { type ReadingOptions, readStatement } from "./read-statement";

const ACCOUNT = "50495489921";
const TODAY = "2026-11-29";

const read = (lines: readonly string[], options: ReadingOptions = {}) =>
  readStatement(Buffer.from(lines.join("\n")), { account: ACCOUNT, today: TODAY, ...options });

/** The rows that are read, as day and signed rupees, and the faults of the others. */
function said(lines: readonly string[], options: ReadingOptions = {}) {
  const { rows, unread } = read(lines, options);
  return {
    read: rows.map(({ bookedOn, side, amountPaise, isUnsure }) => [
      bookedOn.slice(5),
      ((side === "CREDIT" ? 1 : -1) * amountPaise) / 100,
      ...(isUnsure ? ["unsure"] : []),
    ]),
    leftOut: unread.map(({ row, fault }) => [row, fault]),
  };
}

describe("the state of a row", () => {
  const head = "Date,Description,UTR,Debit,Credit";
  const row = (state: string) => `29/11/2026,UPI from ASHA,633312340141,,5100.00,${state}`;
  const stateOf = (state: string, heading = "Status") => {
    const { read: rows, leftOut } = said([`${head},${heading}`, row(state)]);
    return leftOut[0]?.[1] ?? (rows[0]?.[2] === "unsure" ? "unsure" : "completed");
  };

  test.each([
    "FAILED",
    "PENDING",
    "Reversed",
    "Declined",
    "Txn failed",
    "In process",
    "TIMED OUT",
    "UNSUCCESSFUL",
    "Not completed",
    "Refund successful",
    "Cancelled by user",
    "P",
    "असफल",
    "लंबित",
    "रद्द",
    "प्रक्रिया में",
    "पूर्ण नहीं",
  ])("a row of the state %s is left out", (state) => {
    expect(stateOf(state)).toBe("NOT_COMPLETED");
  });

  test.each(["SUCCESS", "Completed", "Transaction Successful", "Settled", "सफल", "भुगतान पूरा हुआ"])(
    "a row of the state %s is money",
    (state) => {
      expect(stateOf(state)).toBe("completed");
    },
  );

  test.each(["DEEMED SUCCESS", "U69", "Partially paid", "??", "अज्ञात"])(
    "a row of the unknown state %s is never certain",
    (state) => {
      expect(stateOf(state)).toBe("unsure");
    },
  );

  test.each(["State", "Txn State", "txn_status", "Payment Status", "स्थिति"])(
    "a column is one of states by its heading %s",
    (heading) => {
      expect(stateOf("FAILED", heading)).toBe("NOT_COMPLETED");
      expect(stateOf("SUCCESS", heading)).toBe("completed");
    },
  );

  test.each(["Maharashtra", "UP", "महाराष्ट्र"])(
    "a column of places is none of states: %s",
    (place) => {
      expect(stateOf(place, "State")).toBe("completed");
      expect(stateOf(place, "Branch State")).toBe("completed");
      expect(stateOf(place, "Txn State")).toBe("unsure");
      const rows = [`${head},State`, row(place), row("SUCCESS"), row("FAILED")];
      expect(said(rows)).toMatchObject({
        read: [
          ["11-29", 5100, "unsure"],
          ["11-29", 5100],
        ],
        leftOut: [[3, "NOT_COMPLETED"]],
      });
    },
  );

  test("a row without a state is unsure only where others have one", () => {
    expect(said([`${head},Status`, row(""), row("")]).read).toHaveLength(2);
    expect(said([`${head},Status`, row("")]).read[0]).toHaveLength(2);
    expect(said([`${head},Status`, row("SUCCESS"), row("")]).read[1]).toContain("unsure");
  });

  test.each([
    "FAILED UPI/CR/1/ASHA",
    "Pending - IMPS from ASHA",
    "* DECLINED: UPI",
    "असफल UPI ASHA",
  ])("a text that begins with a state is left out: %s", (text) => {
    expect(said([head, `29/11/2026,${text},,,5.00`]).leftOut).toEqual([[1, "NOT_COMPLETED"]]);
  });

  test("a debit whose text begins so is money that went back", () => {
    expect(said([head, "29/11/2026,REJECTED NEFT,633312340141,5.00,"]).read).toEqual([
      ["11-29", -5],
    ]);
  });

  test.each(["REFUND FROM SHOP", "UPI/FAILED HOPES BAND/ASHA", "REVERSAL OF CHARGES"])(
    "a text that only has such a word is money: %s",
    (text) => {
      expect(said([head, `29/11/2026,${text},,,5.00`]).leftOut).toEqual([]);
    },
  );
});

describe("units and currencies", () => {
  const one = (headings: string, row: string, letterhead: string[] = []) =>
    said([...letterhead, headings, row]);

  test.each([
    ["Credit (in paise)", "510000", 5100],
    ["Credit in Paise", "510050.00", 5100.5],
    ["Deposit (Rs. Lakhs)", "0.051", 5100],
    ["Credit ('000)", "5.1", 5100],
    ["Credit (INR)", "5100.00", 5100],
  ])("a sum under %s is read in its unit", (heading, sum, rupees) => {
    const debit = heading.replace(/Credit|Deposit/, "Debit");
    const { read: rows } = one(`Date,Description,${debit},${heading}`, `29/11/2026,x,,${sum}`);
    expect(rows).toEqual([["11-29", rupees]]);
  });

  test.each([
    ["Currency", "USD"],
    ["Ccy", "EUR"],
    ["Txn Currency", "Riyal"],
    ["मुद्रा", "डॉलर"],
  ])("a row is left out if its %s is %s", (heading, currency) => {
    const file = (cell: string) => [
      `Date,Description,${heading},Debit,Credit,Balance`,
      "29/11/2026,a,INR,,10.00,110.00",
      `29/11/2026,b,${cell},,8160.00,9160.00`,
      "29/11/2026,c,₹,,10.00,120.00",
    ];
    expect(said(file(currency)).leftOut).toEqual([[2, "FOREIGN_CURRENCY"]]);
    expect(read(file(currency)).balances).toMatchObject([{ differencePaise: 0 }]);
  });

  test.each(["USD 8160.00", "$8160.00", "8160.00 EUR"])("the sum %s is not rupees", (sum) => {
    const { leftOut } = one("Date,Description,Debit,Credit", `29/11/2026,x,,${sum}`);
    expect(leftOut).toEqual([[1, "FOREIGN_CURRENCY"]]);
  });

  test("a unit of all sums in a heading or the letterhead is obeyed, or leaves the rows out", () => {
    const [heads, row] = ["Date,Description,Debit,Credit", "29/11/2026,x,,510000"];
    expect(one("Date,Description,Debit (USD),Credit (USD)", row).leftOut).toHaveLength(1);
    expect(one(heads, row, ["Currency : USD"]).leftOut).toEqual([[1, "FOREIGN_CURRENCY"]]);
    expect(one(heads, row, ["All amounts are in paise"]).read).toEqual([["11-29", 5100]]);
    expect(one(heads, row, ["Currency,INR"]).read).toEqual([["11-29", 510_000]]);
  });
});

describe("headings", () => {
  const UTR = "633312340351";

  test.each([
    "Cheque No/Reference No",
    "Chq./Ref. Number",
    "UTR / RRN",
    "Instrument Ref",
    "Bank Ref No",
    "ReferenceNumber",
    "Txn Ref No",
    "संदर्भ संख्या",
  ])("a column is one of references by its heading %s", (heading) => {
    const [row] = read([
      `Transaction Date,Value Date,${heading},Description,Withdrawals,Deposits,Running Balance`,
      `29/11/2026,29/11/2026,${UTR},UPI CREDIT,,3060.00,103060.00`,
    ]).rows;
    expect(row && bankKeys(row)).toEqual([UTR]);
  });

  test.each([
    ["Posting Date,Transaction Narration,Money Out,Money In,Running Bal.", "Transaction Narration"],
    ["Date & Time,Txn Particulars,Debited Amount,Credited Amount,Closing Bal (INR)", "Particulars"],
    ["दिनांक,विवरण,निकासी राशि,जमा राशि,शेष राशि", "विवरण"],
  ])("a table is known by the words of its headings: %s", (headings) => {
    expect(said([headings, "29/11/2026,x,,5.00,105.00", "29/11/2026,y,2.00,,103.00"]).read).toEqual(
      [
        ["11-29", 5],
        ["11-29", -2],
      ],
    );
  });

  test.each<[string, string[], string[]]>([
    [
      "Withdrawal and Deposit above Amount",
      [
        "Transaction,Value,,Cheque/,Withdrawal,Deposit,",
        "Date,Date,Narration,Ref No,Amount,Amount,Balance",
      ],
      ["29/11/2026,29/11/2026,x,633312340161,,5100.00,105100.00"],
    ],
    [
      "Amount above Withdrawal and Deposit",
      ["Date,Value Date,Narration,Ref No,Amount,,Balance", ",,,,Withdrawal,Deposit,"],
      ["29/11/2026,29/11/2026,x,633312340161,,5100.00,105100.00"],
    ],
    [
      "below a letterhead",
      ["Account Name,OMKAR LABS", "Txn,,Debit,Credit,", "Date,Description,(INR),(INR),Balance"],
      ["29/11/2026,x,,5100.00,105100.00"],
    ],
  ])("headings over two rows are joined by columns: %s", (_, headings, rows) => {
    expect(said([...headings, ...rows])).toEqual({ read: [["11-29", 5100]], leftOut: [] });
  });

  test("headings that name two columns of sums alike are asked for, by place and with a sample", () => {
    const lines = ["Date,Narration,Amount,Amount", "29/11/2026,UPI ASHA,,5100.00"];
    const refusal = refusalOf(lines);
    expect(refusal).toMatchObject({
      code: "STATEMENT_LAYOUT_UNKNOWN",
      fields: {
        headings: ["Date", "Narration", "Amount", "Amount"],
        samples: ["29/11/2026", "UPI ASHA", "", "5100.00"],
      },
    });
    const headings = {
      bookedOn: ["Date"],
      narration: ["Narration"],
      debit: ["#3"],
      credit: ["#4"],
    };
    expect(said(lines, { mapping: { bank: null, headings } }).read).toEqual([["11-29", 5100]]);
  });

  test.each([
    ["Transaction Type", ["UPI", "ATM"]],
    ["Type", ["NEFT", "CASH"]],
    ["Txn Type", ["Transfer", "Card"]],
  ])("a column %s of rails is none of sides", (heading, [a = "", b = ""]) => {
    const file = (sum: string) => [
      `Date,Description,${heading},Amount,Balance`,
      `29/11/2026,IN,${a},"5,100.00","1,05,100.00"`,
      `29/11/2026,OUT,${b},"${sum}","1,03,100.00"`,
    ];
    const both = [
      ["11-29", 5100],
      ["11-29", -2000],
    ];
    expect(said(file("-2,000.00"))).toEqual({ read: both, leftOut: [] });
    // Without signs the balances tell the side; the first row has none before it.
    expect(said(file("2,000.00")).read).toEqual([["11-29", 5100, "unsure"], both[1]]);
  });

  test("a column of sides counts, also behind one of rails", () => {
    const lines = [
      "Date,Description,Transaction Type,Dr/Cr,Amount",
      "29/11/2026,x,UPI,CR,5.00",
      "29/11/2026,y,ATM,DR,2.00",
    ];
    expect(said(lines).read).toEqual([
      ["11-29", 5],
      ["11-29", -2],
    ]);
  });
});

const refusalOf = (lines: readonly string[]) => {
  try {
    return read(lines);
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
};

describe("the account of a letterhead", () => {
  const head = ["Txn Date,Description,Debit,Credit", "29/11/2026,x,,5.00"];

  test.each([
    [["Account Opening Date : 12-03-2015", `Account Number,${ACCOUNT}`]],
    [[`Account Number,${ACCOUNT},411001`]],
    [[`Statement of Account No ${ACCOUNT} - 01 to 29 Nov 2026`]],
    [[`A/c No.,5049 5489 921`]],
    [["Customer Account 900012345678", `Savings,${ACCOUNT}`]],
    [["CIF Account No 123456789012", `Account No: XXXXXXX9921`]],
    [[`खाता संख्या : ${ACCOUNT}`]],
  ])("the chosen account is found among its numbers: %s", (letterhead) => {
    const [number] = read([...letterhead, ...head]).accountNumbers;
    expect(number).toMatch(/9921$/);
  });

  test.each([
    [["Account No : 50495480000"], ["50495480000"]],
    [["Account Number,50495480000,411001"], ["50495480000"]],
    [["A/c no XXXXXXX0000"], ["XXXXXXX0000"]],
    [["Account Opening Date : 12-03-2015"], []],
    [["Account Branch,411001"], []],
    [["Account Type,Savings", "Phone,02212345678"], []],
  ])("another account is stated only by a number of an account: %s", (letterhead, stated) => {
    expect(read([...letterhead, ...head]).accountNumbers).toEqual(stated);
  });

  test("entries of another account in the file are left out", () => {
    const part = (number: string) => [`Account No : ${number}`, ...head];
    const file = [...part(ACCOUNT), ...part("50495480000"), ...part(ACCOUNT)];
    expect(said(file)).toEqual({
      read: [
        ["11-29", 5],
        ["11-29", 5],
      ],
      leftOut: [[2, "OTHER_ACCOUNT"]],
    });
    expect(read(part("50495480000")).accountNumbers).toEqual(["50495480000"]);
  });
});

describe("days", () => {
  const file = (days: readonly string[], period = "") => [
    ...(period ? [period] : []),
    "Date,Narration,Debit,Credit",
    ...days.map((day, at) => `"${day}",UPI ${at},,5.00`),
  ];
  const doubts = (days: readonly string[], period = "") =>
    read(file(days, period)).doubtfulDays.map(({ row, swapped }) => [row, swapped]);

  test.each([
    "Nov 29, 2026",
    "November 29 2026",
    "29-NOV-26 10.12.33.000000 PM",
    "29th Nov, 2026",
    "29/11/2026 22:15:09 IST",
    "29-Nov-2026 (Sun)",
    "Sunday, 29 November 2026",
    "2026 Nov 29",
    "29/11/2026 at 10:15 hrs",
    "2026-11-29T10:00:00+05:30",
    "2026-11-28T20:00:00Z",
    "Sat 28 Nov 2026 22:00 UTC",
    "29 नवंबर 2026",
    "Nov-29-2026",
    "29-Nov'26",
  ])("the day %s is 29 November 2026 in India", (text) => {
    expect(parseBankDate(text)).toBe(TODAY);
  });

  test.each(["Nov 31, 2026", "29 Foo 2026", "Sunday", "29/11/2026 soon"])(
    "%s is no day",
    (text) => {
      expect(parseBankDate(text)).toBeNull();
    },
  );

  test("a day outside the file's period is asked about with the swapped one, as is one in the future", () => {
    const days = ["2026-11-11", "2026-12-11", "13/11/2026"];
    expect(doubts(days, "Statement From : 01/11/2026 To : 15/11/2026")).toEqual([
      [2, "2026-11-12"],
    ]);
    expect(doubts(days, "Period,01 Nov 2026 to 15 Nov 2026")).toEqual([[2, "2026-11-12"]]);
    expect(doubts(["03/10/2026", "04/11/2026"], "01-04-2026 to 30-04-2026")).toEqual([
      [1, null],
      [2, "2026-04-11"],
    ]);
    expect(doubts(["11/12/2026"])).toEqual([[1, "2026-11-12"]]);
    expect(doubts(["01/12/2026"])).toEqual([[1, "2026-01-12"]]);
    expect(doubts(["30/11/2026"])).toEqual([[1, null]]);
    expect(doubts(["29/11/2026", "28/11/2026"], "01/11/2026 to 30/11/2026")).toEqual([]);
  });

  test("days weeks out of order are asked about, and with them the others that are swapped", () => {
    expect(doubts(["01/10/2026", "02/10/2026", "10/03/2026", "04/10/2026"])).toEqual([
      [3, "2026-10-03"],
    ]);
    // Each day up to the 12th is swapped, the later ones are not.
    const month = Array.from({ length: 20 }, (_, at) => at + 1).map((day) =>
      day <= 12 ? `2026-${String(day).padStart(2, "0")}-10` : `${day}/10/2026`,
    );
    expect(doubts(month)).toHaveLength(11);
    expect(doubts(month.toReversed())).toHaveLength(11);
    expect(doubts(["01/10/2026", "20/08/2026", "02/10/2026", "03/10/2026"])).toEqual([[2, null]]);
  });

  test("days that banks post late, sparse ones and either order are not asked about", () => {
    expect(doubts(["05/08/2026", "05/09/2026", "05/10/2026", "05/11/2026"])).toEqual([]);
    expect(doubts(["20/11/2026", "14/11/2026", "21/11/2026", "22/11/2026"])).toEqual([]);
    expect(doubts(["22/11/2026", "20/11/2026", "03/11/2026", "11/10/2026"])).toEqual([]);
  });

  test("a doubtful entry is left out until it is answered, and one in the future also after", () => {
    const days = ["13/10/2026", "10/12/2026", "21/10/2026", "30/12/2026"];
    const lines = file(days, "Statement From 01/10/2026 To 30/10/2026");
    expect(said(lines).leftOut).toEqual([
      [2, "DAY_DOUBTFUL"],
      [4, "DAY_DOUBTFUL"],
    ]);
    expect(said(lines, { days: "WRITTEN", today: "2026-12-15" }).read.map(([day]) => day)).toEqual([
      "10-13",
      "12-10",
      "10-21",
    ]);
    const early = file(["20/10/2026", "2026-12-10", "2026-11-10"], "01/10/2026 to 30/10/2026");
    expect(said(early, { days: "WRITTEN" }).read.map(([day]) => day)).toEqual(["10-20", "11-10"]);
  });

  test("an answer swaps day and value date", () => {
    const lines = [
      "Period: 01/11/2026 to 15/11/2026",
      "Date,Value Date,Narration,Debit,Credit",
      "11/11/2026,11/11/2026,a,,5.00",
      "2026-12-11,2026-12-11,b,,5.00",
    ];
    expect(read(lines, { days: "SWAPPED" }).rows).toMatchObject([
      { bookedOn: "2026-11-11" },
      { bookedOn: "2026-11-12", valueOn: "2026-11-12" },
    ]);
  });
});

test.each([4, 5, 3])("a row deleted from a file of %i with running balances is said", (count) => {
  const rows = Array.from(
    { length: count },
    (_, at) => `0${at + 1}/11/2026,UPI ${at},,${at + 1}00.00,${1000 + (at + 1) * (at + 2) * 50}.00`,
  );
  const file = (lines: readonly string[]) => ["Date,Narration,Debit,Credit,Balance", ...lines];
  expect(read(file(rows)).unread).toEqual([]);
  const left = rows.toSpliced(-2, 1);
  expect(read(file(left)).unread).toMatchObject([{ fault: "BALANCE_DIFFERS" }]);
  expect(read(file(left.toReversed())).unread).toMatchObject([{ fault: "BALANCE_DIFFERS" }]);
});

test("two rows of a day with its balance at the end are money", () => {
  const rows = ["a,,100.00,1300.00", "b,,200.00,1300.00"].map((row) => `29/11/2026,UPI ${row}`);
  expect(said(["Date,Narration,Debit,Credit,Balance", ...rows]).leftOut).toEqual([]);
});

describe("files that programs have changed", () => {
  const headings =
    "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";

  test.each(["6.33312E+11", "6,33E+11", "6E+11", "'6.33312e11"])(
    "a number shortened to %s leaves its row out, unless the text has it",
    (number) => {
      const file = (text: string) => [
        headings,
        `29-11-2026,${text},"${number}",29-11-2026,,5100,105100`,
      ];
      expect(said(file("NEFT CR FARAH")).leftOut).toEqual([[1, "NUMBER_SHORTENED"]]);
      expect(said(file("UPI-FARAH-633312340178")).leftOut).toEqual([]);
    },
  );

  test.each([
    "२९/११/२०२६,UPI-R-633312340172,633312340172,,,५१००.००,",
    "২৯/১১/২০২৬,UPI-R-৬৩৩৩১২৩৪০১৭২,,,,৫,১০০.০০,",
    "૨૯-૧૧-૨૦૨૬,UPI-R,૬૩૩૩૧૨૩૪૦૧૭૨,,,5100,",
  ])("digits of other scripts are read: %s", (line) => {
    const { rows } = read([headings, line.replace("৫,১০০", '"৫,১০০').replace("০০.০০,", '০০.০০",')]);
    expect(rows).toMatchObject([{ bookedOn: TODAY, amountPaise: 510_000 }]);
    expect(rows.flatMap(bankKeys)).toEqual(["633312340172"]);
  });

  test("a workbook with a password is refused as one, of either kind, and an archive too", () => {
    const code = (bytes: Uint8Array) => {
      try {
        readStatement(bytes);
        return "read";
      } catch (error) {
        if (isRefusal(error)) return error.code;
        throw error;
      }
    };
    const compound = (text: string) =>
      Buffer.concat([
        Buffer.from("d0cf11e0a1b11ae1", "hex"),
        Buffer.alloc(1016),
        Buffer.from(text, "utf16le"),
        Buffer.alloc(512),
      ]);
    expect(code(compound("EncryptionInfo EncryptedPackage"))).toBe("STATEMENT_HAS_PASSWORD");
    expect(code(compound("Workbook"))).not.toBe("STATEMENT_HAS_PASSWORD");
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([headings.split(",")]), "a");
    const zip = new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
    expect(code(zip)).toBe("STATEMENT_EMPTY");
    zip[6] = (zip[6] ?? 0) | 1;
    expect(code(zip)).toBe("STATEMENT_HAS_PASSWORD");
  });
});
