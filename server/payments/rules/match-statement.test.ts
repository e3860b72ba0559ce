import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankKeys, hintsOf, typedKey } from "./keys";
import { statementMonth } from "@server/testing/statement-month";
import { matchStatement as matchKeyed, type PayableOrder } from "./match-statement";
import { readTable } from "@server/payments/rules/statements/read-table";
import type { StatementRow } from "@server/payments/rules/statements/row";
import { sheetTable } from "@server/payments/rules/statements/table";
import {
  isOneTypoApart,
  namePartsOf,
  namesPerson,
  orderDigits,
  referenceKeys,
  wordsOf,
} from "@server/payments/rules/statements/tokens";

const row = (change: Partial<StatementRow> = {}): StatementRow => ({
  row: 1,
  bookedOn: "2026-11-02",
  valueOn: null,
  amountPaise: 102_500,
  side: "CREDIT",
  narration: "",
  reference: null,
  balancePaise: null,
  ...change,
});

/** An order whose payment has the key that its member typed. */
function order(change: Partial<PayableOrder> = {}): PayableOrder {
  const { reference = "630512345678" } = change;
  const key = reference === null ? null : typedKey(reference);
  return {
    id: "a",
    orderNumber: "PUR-283045",
    memberName: "Rahul Sharma",
    totalPaise: 102_500,
    reference,
    createdOn: "2026-11-01",
    isPending: true,
    keys: key === null ? [] : [key],
    ...change,
  };
}

/** Rows with the keys that are read from them. */
const matchStatement = (rows: readonly StatementRow[], orders: readonly PayableOrder[]) =>
  matchKeyed(
    rows.map((one) => ({ ...one, keys: bankKeys(one), hints: hintsOf(one) })),
    orders,
  );

const other = (change: Partial<PayableOrder> = {}): PayableOrder =>
  order({
    id: "b",
    orderNumber: "PUR-991122",
    memberName: "Anita Desai",
    reference: "630599887766",
    ...change,
  });

const UPI = "UPI-RAHUL SHARMA-rahul@okaxis-UTIB0001234-630512345678-";

/** The outcome of one row, with what speaks for the first candidate and against it. */
function match(narration: string, orders: PayableOrder[], change: Partial<StatementRow> = {}) {
  const [found] = matchStatement([row({ narration, ...change })], orders);
  const [first] = found?.candidates ?? [];
  return { outcome: found?.outcome, id: first?.orderId, ...first };
}

describe("the reference", () => {
  test("the reference of the member's payment is a certain match, and says why", () => {
    expect(match(UPI, [order(), other()])).toMatchObject({
      outcome: "CERTAIN",
      id: "a",
      doubts: [],
      evidence: ["REFERENCE", "AMOUNT", "PAYER", "TIME"],
    });
  });

  test.each([
    ["in the bank's column, padded with zeros", "", "0000630512345678"],
    ["broken over two lines", "UPI-X-6305 12345678", null],
    ["glued to a word", "UPI630512345678", null],
    ["in groups", "utr 6305-1234-5678", null],
  ])("the reference is found %s", (_, narration, reference) => {
    expect(match(narration, [order(), other()], { reference })).toMatchObject({
      outcome: "CERTAIN",
      id: "a",
    });
  });

  test.each([
    ["in a phrase", "CREDIT 630512345678", null],
    ["in the payer's remark", "UPI/CR/630511112222/X/SBIN/x@ybl/630512345678", null],
    ["beside other words in the column", "CREDIT", "TRANSFER FROM 630512345678"],
  ])("the reference only hints at an order %s", (_, narration, reference) => {
    expect(match(narration, [order(), other()], { reference })).toMatchObject({
      outcome: "CANDIDATES",
      id: "a",
      doubts: ["TOO_LITTLE"],
      evidence: ["REFERENCE_HINT", "AMOUNT"],
    });
  });

  test("a phrase in the reference column of all rows does not make the second payment uncertain", () => {
    const reference = "TRANSFER FROM 4897691162095";
    const narration = (utr: string) => `BY TRANSFER-UPI/CR/${utr}/PAYER/UTIB/x@okax/--`;
    const rows = [
      row({ narration: narration("630512345678"), reference }),
      row({ row: 2, narration: narration("630599887766"), reference }),
    ];
    expect(matchStatement(rows, [order(), other()])).toMatchObject([
      { outcome: "CERTAIN", candidates: [{ orderId: "a" }] },
      { outcome: "CERTAIN", candidates: [{ orderId: "b" }] },
    ]);
  });

  test("a reference is not found inside a longer number", () => {
    expect(match("IMPS-96305123456780-X", [order()]).outcome).toBe("NONE");
  });

  test("a reference that two orders name leaves the decision to an admin", () => {
    const orders = [order(), other({ reference: "630512345678" })];
    const [found] = matchStatement([row({ narration: "IMPS 630512345678" })], orders);
    expect(found).toMatchObject({
      outcome: "CANDIDATES",
      candidates: [
        { orderId: "a", doubts: ["OTHER_ORDER_FITS"] },
        { orderId: "b", doubts: ["OTHER_ORDER_FITS"] },
      ],
    });
  });

  test("a copied reference is not certain while the payer has an order of that sum", () => {
    const payer = order({ reference: null });
    expect(match(UPI, [payer, other({ reference: "630512345678" })])).toMatchObject({
      outcome: "CANDIDATES",
      doubts: ["OTHER_ORDER_FITS"],
    });
  });

  test("a reference with a typo needs the payer's name or the number beside it", () => {
    const mistyped = order({ reference: "630512354678" });
    expect(match(UPI, [mistyped]).outcome).toBe("CERTAIN");
    expect(match("IMPS 630512345678", [mistyped])).toMatchObject({
      outcome: "CANDIDATES",
      doubts: ["TOO_LITTLE"],
    });
    expect(match("IMPS 630512345678 PUR-283045", [mistyped]).outcome).toBe("CERTAIN");
  });

  test("a reference with a typo is not certain between a member's two payments", () => {
    const orders = [
      order({ reference: "630512345671" }),
      other({ memberName: "Rahul Sharma", reference: "630512345672" }),
    ];
    expect(match(UPI, orders)).toMatchObject({
      outcome: "CANDIDATES",
      doubts: ["OTHER_ORDER_FITS"],
    });
  });

  test("the reference of a decided order takes the payment from all others", () => {
    const decided = other({ reference: "630512345678", isPending: false });
    expect(match(UPI, [order({ reference: "630512345679" }), decided])).toMatchObject({
      outcome: "CANDIDATES",
      id: "b",
      doubts: ["DECIDED", "OTHER_ORDER_FITS"],
    });
  });
});

describe("the order number", () => {
  const plain = order({ reference: null, orderNumber: "PUR-004512" });
  const from = "IMPS/RAHUL SHARMA/";

  test.each(["PUR-004512", "pur 004512", "PUR004512", "PUR-4512", "PUR 0004512", "PUR 004 512"])(
    "an order number is found as %s",
    (written) => {
      expect(match(from + written, [plain, other()])).toMatchObject({
        outcome: "CERTAIN",
        id: "a",
        evidence: ["ORDER_NUMBER", "AMOUNT", "PAYER", "TIME"],
      });
    },
  );

  test.each(["JAIPUR 004512", "004512", "PURCHASE 004512", "PUR-1004512", "PUR X 004512"])(
    "an order number is not found in %s",
    (written) => {
      expect(match(from + written, [plain]).evidence).not.toContain("ORDER_NUMBER");
    },
  );

  test("an order number alone is not certain: a typo may have hit another order of the same sum", () => {
    expect(match("CASH PUR-004512", [plain])).toMatchObject({
      outcome: "CANDIDATES",
      evidence: ["ORDER_NUMBER", "AMOUNT"],
      doubts: ["TOO_LITTLE"],
    });
  });

  test("an order number that may be two orders' without its zeros is none's", () => {
    const longer = other({ orderNumber: "PUR-0004512", memberName: "Rahul Sharma" });
    expect(match(`${from}PUR-4512`, [plain, longer]).outcome).toBe("CANDIDATES");
    // A number spelled out is doubted too, since the other is a typo away.
    expect(match(`${from}PUR-0004512`, [plain, longer])).toMatchObject({
      outcome: "CANDIDATES",
      id: "b",
      doubts: ["OTHER_ORDER_FITS"],
    });
  });

  test("another order's number contradicts the reference", () => {
    expect(match(`${UPI}PUR-991122`, [order(), other()])).toMatchObject({
      outcome: "CANDIDATES",
      id: "a",
      doubts: ["OTHER_NUMBER"],
    });
  });
});

describe("sum, payer and time", () => {
  const plain = order({ reference: null });
  const from = "NEFT CR-RAHUL SHARMA-PRELAUNCH";

  test("sum, payer and time make a candidate, never a certain match", () => {
    expect(match(from, [plain, other()])).toMatchObject({
      outcome: "CANDIDATES",
      id: "a",
      doubts: ["TOO_LITTLE"],
      evidence: ["AMOUNT", "PAYER", "TIME"],
    });
  });

  test("sum, payer and time without one of them make no candidate", () => {
    expect(match(from, [plain], { amountPaise: 102_501 }).outcome).toBe("NONE");
    expect(match("NEFT CR-ROHAN SHAH", [plain]).outcome).toBe("NONE");
    expect(match(from, [plain], { bookedOn: "2026-10-30" }).outcome).toBe("NONE");
    expect(match(from, [plain], { bookedOn: "2026-11-09" }).outcome).toBe("NONE");
    expect(match(from, [plain], { side: "DEBIT" }).outcome).toBe("NONE");
  });

  test.each([
    ["RAHUL SHARMA", "Rahul Sharma", true],
    ["SHARMA RAHUL KUMAR", "Rahul Sharma", true],
    ["MR RAHUL SHAR", "Rahul Sharma", true],
    ["RAHUL S", "Rahul Sharma", true],
    ["rahulsharma@okaxis", "Rahul Sharma", true],
    ["MEERA DSOUZA", "Meera D'Souza", true],
    ["MEERA D SOUZA", "Meera D’Souza", true],
    ["MEERA D'SOUZA", "Meera D'Souza", true],
    ["MEERA SOUZA", "Meera D'Souza", false],
    ["R SHARMA", "Rahul Sharma", false],
    ["RAHUL", "Rahul Sharma", false],
    ["RAHUL VERMA", "Rahul Sharma", false],
    ["RA SH", "Rahul Sharma", false],
    ["ANY NAME", "", false],
    ["राहुल शर्मा", "राहुल शर्मा", true],
  ])("the narration %s names %s: %s", (narration, name, names) => {
    expect(namesPerson(wordsOf(narration), namePartsOf(name))).toBe(names);
  });
});

describe("what is never certain", () => {
  test("an entry of another sum is never certain, even with the reference and the number", () => {
    expect(match(`${UPI}PUR-283045`, [order()], { amountPaise: 100_000 })).toMatchObject({
      outcome: "CANDIDATES",
      doubts: ["AMOUNT_DIFFERS"],
    });
  });

  test("a payment that is older than the order is never certain", () => {
    expect(match(UPI, [order()], { bookedOn: "2026-10-20" })).toMatchObject({
      outcome: "CANDIDATES",
      doubts: ["TIME_DIFFERS"],
    });
  });

  test("one of two equal payments for an order is never certain, unless it has the reference", () => {
    const second = row({ row: 2, narration: "UPI-RAHUL SHARMA-630512349999-PUR-283045" });
    const [first, again] = matchStatement([row({ narration: UPI }), second], [order()]);
    expect(first?.outcome).toBe("CERTAIN");
    expect(again).toMatchObject({
      outcome: "CANDIDATES",
      candidates: [{ doubts: ["OTHER_ROW_FITS"] }],
    });
    const neither = matchStatement([row({ ...second, row: 1 }), second], [order()]);
    expect(neither.map(({ outcome }) => outcome)).toEqual(["CANDIDATES", "CANDIDATES"]);
  });

  test(
    "two rows of one order, two orders of one row, and a doubt are never certain in a whole month",
    { tags: ["full"] },
    () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
          const month = statementMonth(seed, 150);
          const table = [month.headings, ...month.rows.map(({ cells }) => cells)];
          const rows = readTable(sheetTable("a", table), { mapping: null })?.rows ?? [];
          const matches = matchStatement(rows, month.orders);
          const certain = matches.filter(({ outcome }) => outcome === "CERTAIN");
          const ids = certain.flatMap(({ candidates }) => candidates.map(({ orderId }) => orderId));
          expect(new Set(ids).size).toBe(certain.length);
          expect(certain.length).toBeGreaterThan(50);
          for (const { row: number, candidates } of certain) {
            expect(candidates).toMatchObject([{ doubts: [] }]);
            const truth = month.rows[number - 1];
            expect([truth?.orderId, truth?.secondOf]).toContain(candidates[0]?.orderId);
          }
          // The order of the rows and of the orders decides nothing.
          const turned = matchStatement(rows.toReversed(), month.orders.toReversed());
          const outcomes = (all: typeof matches) =>
            all.map(({ row: at, outcome, candidates }) => [at, outcome, candidates[0]?.orderId]);
          expect(
            outcomes(turned.toReversed()).filter(([, outcome]) => outcome === "CERTAIN"),
          ).toEqual(outcomes(certain));
        }),
        { numRuns: 15 },
      );
    },
  );
});

describe("words", () => {
  test("a typo is a character changed, left out or added, or two neighbours swapped", () => {
    expect(isOneTypoApart("12345678", "12345678")).toBe(false);
    for (const typed of ["12345679", "1234567", "123456778", "21345678", "12345687", "x12345678"]) {
      expect(isOneTypoApart(typed, "12345678")).toBe(true);
      expect(isOneTypoApart("12345678", typed)).toBe(true);
    }
    for (const typed of ["12345600", "123456", "32145678", "87654321", ""]) {
      expect(isOneTypoApart(typed, "12345678")).toBe(false);
    }
  });

  test("a reference is found with any blanks and signs in it", () => {
    const digits = fc.stringMatching(/^[1-9]\d{11}$/);
    const gap = fc.constantFrom(" ", "-", "/", "\n", " - ");
    fc.assert(
      fc.property(digits, fc.nat(11), fc.nat(11), gap, (reference, one, two, sign) => {
        const [first = 0, second = 0] = [one, two].toSorted((a, b) => a - b);
        const parts = [
          reference.slice(0, first),
          reference.slice(first, second),
          reference.slice(second),
        ];
        return referenceKeys(`IMPS/${parts.join(sign)}/X`).has(reference);
      }),
    );
  });

  test("any text is searched in bounded time", () => {
    const text = "PUR 1 ".repeat(2_000);
    expect(orderDigits(text).size).toBeLessThan(10);
    expect(referenceKeys("12345678 ".repeat(500)).size).toBeLessThan(10);
  });
});
