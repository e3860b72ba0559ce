import { expect, test } from "vitest";
import { suggestOrder, textsNaming } from "./suggest-order";

const order = (orderNumber: string, memberName: string, totalPaise: number, createdOn: string) => ({
  orderNumber,
  memberName,
  memberId: "COMP1397",
  mobile: "+919876543210",
  totalPaise,
  createdOn,
  isRejected: false,
});
const entry = (narration: string, amountPaise: number, bookedOn = "2026-11-20") => ({
  narration,
  amountPaise,
  bookedOn,
  reference: null,
});

const ASHA = order("PUR-100001", "Asha Rao", 71_400, "2026-11-18");
const RAVI = order("PUR-100002", "Ravi Kumar", 71_400, "2026-11-19");
const OLD = order("PUR-100003", "Meena Iyer", 71_400, "2026-09-01");

test("of orders of one sum the one whose member the text names is suggested, and why", () => {
  expect(suggestOrder(entry("UPI/ASHA RAO/413370000001", 71_400), [RAVI, ASHA])).toEqual({
    order: ASHA,
    evidence: ["AMOUNT", "PAYER"],
    others: 0,
  });
});

test("of equal orders the nearest in time is suggested, with the number of the others", () => {
  expect(suggestOrder(entry("NEFT TRANSFER", 71_400), [ASHA, RAVI])).toEqual({
    order: RAVI,
    evidence: ["AMOUNT"],
    others: 1,
  });
});

test("an order whose number has two swapped digits is suggested before one of the sum", () => {
  const found = suggestOrder(entry("IMPS PUR-100010", 71_400), [RAVI, { ...ASHA, totalPaise: 1 }]);
  expect(found).toMatchObject({ order: { orderNumber: "PUR-100001" } });
  expect(found?.evidence).toEqual(["ORDER_NUMBER_NEARLY"]);
});

test("an order of another sum is suggested for the payer's name, Member ID or mobile number alone", () => {
  const evidenceOf = (narration: string) =>
    suggestOrder(entry(narration, 71_500), [ASHA])?.evidence;
  expect(evidenceOf("UPI/ASHA RAO")).toEqual(["PAYER"]);
  expect(evidenceOf("UPI-ASHA RAO-comp1397@okaxis")).toEqual(["PAYER", "MEMBER_ID"]);
  expect(evidenceOf("UPI-A R-919876543210@ybl")).toEqual(["MEMBER_ID"]);
  expect(evidenceOf("UPI-A R-9876543210@ybl")).toEqual(["MEMBER_ID"]);
  expect(evidenceOf("UPI-A R-9876543211@ybl")).toBeUndefined();
  expect(evidenceOf("UPI/RAVI KUMAR")).toBeUndefined();
});

test("an order of a member without a mobile number is not suggested for any text", () => {
  const ended = { ...ASHA, mobile: "" };
  expect(suggestOrder(entry("UPI/RAVI KUMAR", 71_500), [ended])).toBeNull();
});

test("an order of another time, and a later order are not suggested", () => {
  expect(suggestOrder(entry("UPI/MEENA IYER", 71_400), [OLD])).toBeNull();
  expect(suggestOrder(entry("UPI/ASHA RAO", 71_400, "2026-11-16"), [ASHA])).toBeNull();
});

test("a rejected order follows a waiting one, and its sum alone is no reason for it", () => {
  const rejected = { ...ASHA, isRejected: true };
  const later = { ...ASHA, orderNumber: "PUR-100004", createdOn: "2026-11-10" };
  const named = entry("UPI/ASHA RAO", 71_400);
  expect(suggestOrder(named, [rejected, later])).toMatchObject({ order: later, others: 1 });
  expect(suggestOrder(named, [rejected])).toMatchObject({ order: rejected });
  expect(suggestOrder(entry("NEFT TRANSFER", 71_400), [rejected])).toBeNull();
});

test("an entry has one of the texts of each order that it names", () => {
  const dsouza = { ...ASHA, memberName: "Mr. Neil D'Souza" };
  const texts = textsNaming(dsouza).map((text) => text.toUpperCase());
  for (const narration of [
    "UPI/NEIL DSOUZA",
    "UPI/N D SOUZA",
    "UPI/DSOUZANEIL",
    "UPI/comp1397@okaxis",
    "UPI/919876543210@ybl",
    "IMPS PUR-100010",
  ]) {
    expect(texts.some((text) => narration.toUpperCase().includes(text))).toBe(true);
  }
});
