import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Moved, returnedCredit } from "./returns";

const UTR = "633312340106";
const NEFT = "SBINN26307123456";
const credit = (more: Partial<Moved> & { keys?: string[]; returnedPaise?: number } = {}) => ({
  id: "credit",
  accountId: "a",
  bookedOn: "2026-11-29",
  amountPaise: 510_000,
  narration: `UPI/CR/${UTR}/FARAH`,
  reference: null,
  keys: [UTR],
  returnedPaise: 0,
  ...more,
});
const debit = (narration: string, more: Partial<Moved> = {}): Moved => ({
  id: "debit",
  accountId: "a",
  bookedOn: "2026-11-30",
  amountPaise: 510_000,
  narration,
  reference: null,
  ...more,
});
const isReturned = (narration: string, more: Partial<Moved> = {}, of = credit()) =>
  returnedCredit(debit(narration, more), [of]) !== undefined;

describe("a debit that sends a credit back", () => {
  test.each([
    `REV-UPI-FARAH SHEIKH-farah@okicici-ICIC0000004-${UTR}-TOKEN`,
    `IMPS RETURN-${UTR}-FARAH SHEIKH-HDFC-XXXX1234`,
    `UPI/DR/${UTR}/REVERSAL/ICIC`,
    `UPI-RVSL-${UTR}`,
    `RTN:${UTR}:CREDIT ADJ`,
    `RTN${UTR}`,
    `CHARGE BACK RRN ${UTR} NPCI`,
    `CHBK/${UTR}/DISPUTE 77`,
    `UPI/RET/633412349999/ORIG ${UTR}`,
    `NEFT-OUT-633412349999-FOR ${UTR}`,
    `UPI ६३३३१२३४०१०६ वापसी`,
    `रिवर्सल ${UTR}`,
  ])("`%s` with its sum does", (text) => {
    expect(isReturned(text)).toBe(true);
    expect(isReturned("DEBIT", { reference: text })).toBe(true);
  });

  test.each([`NEFT RTN ${NEFT}`, `RTN${NEFT}`, `REV NEFT CR-${NEFT}-ANITA`])(
    "`%s` does, of NEFT too",
    (text) => {
      expect(isReturned(text, {}, credit({ keys: [NEFT] }))).toBe(true);
    },
  );

  test.each([
    ["a part with the word of a return", `CHARGEBACK ${UTR}`, 100_000, true],
    ["a part that is disputed", `UPI DISPUTE ${UTR}`, 100_000, true],
    ["a part that is charged back", `CHRG-BACK ${UTR}`, 100_000, true],
    ["a part that is recovered", `RECOVERY/UPI/${UTR}`, 100_000, true],
    ["a part in Hindi", `चार्ज बैक ${UTR}`, 100_000, true],
    ["a part without such a word", `UPI/DR/${UTR}/VENDOR`, 100_000, false],
    ["a fee for the payment", `IMPS CHARGES ${UTR}`, 590, false],
    ["a fee for its return", `CHARGEBACK FEE ${UTR} GST`, 11_800, false],
    ["more than the payment", `REV ${UTR}`, 510_001, false],
  ])("%s: of `%s` this is decided by words", (_, text, amountPaise, is) => {
    expect(isReturned(text, { amountPaise })).toBe(is);
  });

  test("it is of the same account, and not before the credit", () => {
    expect(isReturned(`REV ${UTR}`, { accountId: "b" })).toBe(false);
    expect(isReturned(`REV ${UTR}`, { bookedOn: "2026-11-28" })).toBe(false);
    expect(isReturned(`REV ${UTR}`, { bookedOn: "2026-11-29" })).toBe(true);
  });

  test("a returned cheque is found by its number, sum and word, not by two of them", () => {
    const cheque = credit({ keys: [], narration: "CHQ DEP 004512 SBI MUMBAI" });
    expect(isReturned("CHQ RETURN 004512 FUNDS INSUFFICIENT", {}, cheque)).toBe(true);
    expect(isReturned("CHQ PAID 004512", {}, cheque)).toBe(false);
    expect(isReturned("CHQ RETURN 004513", {}, cheque)).toBe(false);
    expect(isReturned("CHQ RETURN 004512", { amountPaise: 1 }, cheque)).toBe(false);
  });

  test("of several, the one that it names, of its sum, and not yet sent back, is it", () => {
    const [first, second] = [credit({ id: "1" }), credit({ id: "2", amountPaise: 600_000 })];
    const back = (text: string, of = [second, first]) => returnedCredit(debit(text), of)?.id;
    expect(back(`REV ${UTR}`)).toBe("1");
    expect(back(`REV ${UTR}`, [{ ...first, returnedPaise: 510_000 }])).toBeUndefined();
  });

  test("a debit that names no number of a payment sends nothing back", () => {
    const text = fc.stringMatching(/^[A-Z /-]{0,30}[0-9]{0,5}[A-Z ]{0,10}$/);
    fc.assert(
      fc.property(text, (words) => {
        expect(isReturned(`REV ${words}`)).toBe(false);
      }),
    );
  });
});
