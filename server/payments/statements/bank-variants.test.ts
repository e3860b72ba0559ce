import { describe, expect, test } from "vitest";
import { bankKeys } from "@server/payments/rules/keys";
import { parseBankAmount, parseBankDate } from "@server/payments/rules/statements/bank-values";
import { isRefusal } from "@server/platform/rules/refusals/refuse";
import { readStatement } from "./read-statement";

const UTR = "633312340161";

/** Returns for each row its signed rupees, "unsure" beside them, or its fault. */
function said(...lines: string[]): (string | number)[] {
  const file = { account: "50495489921", today: "2026-11-29" };
  const { rows, unread } = readStatement(Buffer.from(lines.join("\n")), file);
  const read = rows.map(({ row, side, amountPaise, isUnsure }) => {
    const rupees = ((side === "CREDIT" ? 1 : -1) * amountPaise) / 100;
    return { row, is: isUnsure ? `${rupees} unsure` : rupees };
  });
  const all = [...read, ...unread.map(({ row, fault }) => ({ row, is: fault }))];
  return all.toSorted((a, b) => a.row - b.row).map(({ is }) => is);
}

const table = (headings: string, ...rows: string[]) => [headings, ...rows];
const oneOf = (heading: string, cell: string) =>
  said(`Date,UTR,Description,Debit,Credit,${heading}`, `29/11/2026,${UTR},UPI ASHA,,5.00,${cell}`);
const withText = (text: string, sums = ",5.00") =>
  said("Date,Description,Debit,Credit", `29/11/2026,${text},${sums}`)[0];

describe("states", () => {
  test("a state under any heading leaves out its row, and one of money that went back is unsure", () => {
    for (const heading of ["Result", "Response Message", "Remarks", "Bank Status", "Outcome"]) {
      expect(oneOf(heading, "Txn Declined")).toEqual(["NOT_COMPLETED"]);
      expect(oneOf(heading, "FAILED")).toEqual(["NOT_COMPLETED"]);
      expect(oneOf(heading, "Reversed")).toEqual(["5 unsure"]);
      expect(oneOf(heading, "SUCCESS")).toEqual([5]);
      expect(oneOf(heading, "FAILED HOPES BAND")).toEqual([5]);
    }
    expect(oneOf("अवस्था", "असफल")).toEqual(["NOT_COMPLETED"]);
  });

  test("known words of a column of states decide, and others leave their row unsure", () => {
    for (const state of ["Denied", "Invalid", "Unapproved", "Unposted", "RTN", "ख़ारिज", "नामंजूर"])
      expect(oneOf("Status", state)).toEqual(["NOT_COMPLETED"]);
    for (const state of ["Cleared", "Realised", "UPI Success", "Settled to bank", "स्वीकृत"])
      expect(oneOf("Status", state)).toEqual([5]);
    for (const state of ["Provisional", "RRC", "Reprocessed", "अज्ञात"])
      expect(oneOf("Status", state)).toEqual(["5 unsure"]);
  });

  test.each([
    [
      "NOT_COMPLETED",
      ["TIMEOUT UPI", "In process ASHA", "Credit failed", "लेनदेन असफल", "भुगतान लंबित"],
    ],
    ["NOT_COMPLETED", ["Collect request pending", "On-hold ASHA", "Failure: UPI", "सफल नहीं ASHA"]],
    [
      "5 unsure",
      ["UPI FAILED ASHA", "UPI/CR/1/ASHA/DECLINED", "IMPS असफल", "NEFT ASHA (REJECTED)"],
    ],
    [5, ["PENDINGS TRADERS", "PROCESSING FEE REFUND", "FAILSAFE LTD", "EXPIREDX"]],
  ])("a text that states %s is one: %j", (is, texts) => {
    expect(texts.map((text) => withText(text))).toEqual(texts.map(() => is));
  });

  test("a debit with such words is money that went back", () => {
    expect(withText("Credit failed 633312340161", "5.00,")).toBe(-5);
    expect(withText("UPI/1/REVERSED", "5.00,")).toBe(-5);
  });
});

describe("units", () => {
  const under = (heading: string, sum: string) =>
    said(
      `Date,Description,${heading.replace(/credit/i, "Debit")},${heading}`,
      `29/11/2026,x,,${sum}`,
    );

  test("a unit in the heading is obeyed, however it is written", () => {
    for (const heading of ["CreditPaise", "credit_paise", "Credit (Ps.)", "Credit (p)"])
      expect(under(heading, "510000")).toEqual([5100]);
    expect(under("Credit (Minor Units)", "510000")).toEqual([5100]);
    expect(under("Credit (Rs 000)", "5.1")).toEqual([5100]);
    expect(under("Credit (₹K)", "5.1")).toEqual([5100]);
    expect(under("Credit (Rs. hundreds)", "51")).toEqual([5100]);
    expect(under("Credit (in Crs)", "0.00051")).toEqual([5100]);
    for (const heading of ["Credit (Rs. Paise)", "Credit Rs. Ps.", "Credit (₹ and paise)"])
      expect(under(heading, "5100.00")).toEqual([5100]);
  });

  test("a unit that is not known leaves its rows out", () => {
    for (const unit of ["Pounds", "cents", "PKR", "Nepali Rupees", "XAF", "Riyals"])
      expect(under(`Credit (${unit})`, "5100.00")).toEqual(["FOREIGN_CURRENCY"]);
    for (const beside of ["Cr", "Dr.", "INR", "Rs.", "+", "A"])
      expect(under(`Credit (${beside})`, "5100.00")).toEqual([5100]);
    for (const currency of ["Nepalese Rupee", "Sri Lankan Rupees", "PKR", "EUR100"])
      expect(oneOf("Currency", currency)).toEqual(["FOREIGN_CURRENCY"]);
  });

  test("a unit above or below several headings is that of their sums", () => {
    const heads = "Date,Narration,Debit,Credit,Balance";
    const row = "29/11/2026,x,,510000,910000";
    expect(said("Details,,Amount (USD),,", heads, row)).toEqual(["FOREIGN_CURRENCY"]);
    expect(said(",,(in paise),(in paise),", heads, row)).toEqual([5100]);
    expect(said("Details,,Amount (INR),,", heads, row)).toEqual([510_000]);
    expect(said(heads, ",,USD,USD,USD", row)).toEqual(["FOREIGN_CURRENCY"]);
    expect(said(heads, ",,(paise),(paise),(paise)", row)).toEqual([5100]);
    expect(said(heads, ",,INR,INR,INR", row)).toEqual([510_000]);
    expect(said(heads, "1,2,3,4,5", row)).toEqual([510_000]);
  });

  test.each([
    [51, ["(in paise)", "Unit : Paise", "All values are in minor units", "राशि पैसे में"]],
    ["FOREIGN_CURRENCY", ["EEFC Account 1234", "Account No 50495489921 (USD)", "FCNR Deposit"]],
    [5_100_000, ["(Rs. in thousands)", "₹ in Thousand", "सभी राशियाँ हज़ार रुपये में"]],
    [5100, ["Account No 50495489921 ( INR )", "Branch in Mumbai", "Made in India", "Unit 5"]],
  ])("a letterhead may state the unit: %s", (is, lines) => {
    const found = lines.map((line) =>
      said(line, "Date,Narration,Debit,Credit", "29/11/2026,x,,5100"),
    );
    expect(found).toEqual(lines.map(() => [is]));
  });

  test("a sum is read with the usual words of rupees and sides around it", () => {
    for (const text of [
      "100 INR",
      "Rs 100/-",
      "Rupees 100",
      "रु. 100",
      "₨100",
      "'100",
      "Rs. 100 only",
    ])
      expect(parseBankAmount(text)).toEqual({ paise: 10_000, side: null });
    for (const text of [
      "Cr 100.00",
      "CR100.00",
      "100.00 INR Cr",
      "100.00 [CR]",
      "Cr INR 100",
      "100 जमा",
    ])
      expect(parseBankAmount(text)).toEqual({ paise: 10_000, side: "CREDIT" });
    for (const text of ["100p", "1.5 Lakh", "2K", "1000,00", "1.00 Cr Dr", "C 100 D", "Crore 1"])
      expect(parseBankAmount(text)).toBeNull();
  });
});

describe("columns", () => {
  const credit = (headings: string, row: string) => said(...table(headings, row));

  test("a column that only speaks about credits is none of them", () => {
    for (const other of ["Credit Count", "Credit Limit", "Total Credit", "Credit To", "GST Credit"])
      expect(credit(`Date,Narration,${other},Debit,Credit`, "29/11/2026,x,3,,5.00")).toEqual([5]);
  });

  test("layouts of banks are read by their headings", () => {
    for (const [headings, row] of [
      ["Transaction Date,Transaction Details,Withdrawl Amt,Deposit Amt", "29/11/2026,x,,5.00"],
      ["Value date,Narrative,Credit amount,Debit amount", "29/11/2026,x,5.00,"],
      ["Date,Transaction,Currency,Deposit,Withdrawal", "29/11/2026,x,INR,5.00,"],
      ["Date (Value Date),Particulars,Debit (Rs),Credit (Rs)", "29-Nov-26 (28-Nov-26),x,-,5.00"],
    ] as const)
      expect(credit(headings, row)).toEqual([5]);
    expect(credit("Date,Details,Withdrawl Amt,Deposit Amt", "29/11/2026,x,5.00,")).toEqual([-5]);
  });

  test("one side beside a column of sums is asked about", () => {
    const refused = () => credit("Date,Narration,Invoice Amount,Credit", "29/11/2026,x,9.00,5.00");
    expect(refused).toThrow(expect.toSatisfy((error: unknown) => isRefusal(error)));
  });
});

test("a number of another account is found behind and below every word for one", () => {
  const accounts = (...lines: string[]) =>
    readStatement(
      Buffer.from([...lines, "Date,Narration,Debit,Credit", "29/11/2026,x,,5.00"].join("\n")),
    ).accountNumbers;
  for (const line of ["Acct 60495489922", "Acc No. 60495489922", "खाता संख्या : 60495489922"])
    expect(accounts(line)).toEqual(["60495489922"]);
  expect(accounts("Name,Account Number,Branch", "ASHA,60495489922,Fort")).toEqual(["60495489922"]);
  expect(accounts("Account No.", "60495489922")).toEqual(["60495489922"]);
  expect(accounts("Current Account", "9876543210")).toEqual([]);
});

test.each([
  "Date From,01/09/2026\nDate To,15/09/2026",
  "Start Date,01/09/2026,End Date,15/09/2026",
  "for the period 1st September 2026 to 15th September 2026",
  "01 Sep 2026 to 15 Sep 2026 printed on 29/11/2026",
])("a day outside the period of a letterhead is asked about: %s", (period) => {
  const lines = [...period.split("\n"), "Date,Narration,Debit,Credit", "2026-10-09,x,,5.00"];
  expect(said(...lines)).toEqual(["DAY_DOUBTFUL"]);
});

test("days are read with other dashes, signs before the time, and as programs print them", () => {
  for (const day of [
    "29–11–2026",
    "29/11/2026-10:12:01",
    "29-11-2026 | 10:12",
    "29/11/2026 (30/11/2026)",
  ])
    expect(parseBankDate(day)).toBe("2026-11-29");
  expect(parseBankDate("Sun Nov 29 10:12:01 IST 2026")).toBe("2026-11-29");
});

describe("numbers of payments", () => {
  const numberOf = (cell: string, text = "NEFT CR FARAH") => {
    const lines = ["Date,Narration,Ref No,Debit,Credit", `29/11/2026,${text},"${cell}",,5.00`];
    const { rows, unread } = readStatement(Buffer.from(lines.join("\n")));
    return rows[0] ? bankKeys(rows[0]).join() : unread[0]?.fault;
  };

  test("a number keeps its digits if a spreadsheet has written it as a sum", () => {
    for (const cell of [`${UTR}.0`, `${UTR}.00`, "633,312,340,161", "6,33,31,23,40,161.00"])
      expect(numberOf(cell)).toBe(UTR);
    expect(numberOf(`${UTR}.5`)).toBe("");
  });

  test("a number that a spreadsheet has shortened or hidden leaves its row out", () => {
    for (const cell of ["UPI-6.33312E+11", "6.333E+11/UPI", "#######", "6.3331234E11"])
      expect(numberOf(cell)).toBe("NUMBER_SHORTENED");
    expect(numberOf("", "UPI/CR/6.33312E+11/ASHA")).toBe("NUMBER_SHORTENED");
    expect(numberOf("#######", `UPI/CR/${UTR}/ASHA`)).toBe(UTR);
    expect(numberOf("", "1E5 SHOP")).toBe("");
  });

  test.each(["UPIAR", "UPIAB", "UPICR", "UPIIN"])("the rail %s has its number", (rail) => {
    expect(numberOf("S123", `${rail}/${UTR}/CR/ASHA/YESB`)).toBe(UTR);
  });
});
