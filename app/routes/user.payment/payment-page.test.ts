import { expect, test } from "vitest";
import type { PaymentMethod } from "@db/vocabulary";
import type { PaymentOptions } from "@server/companies/contracts/beneficiaries";
import { firstMethod } from "./methods/selected-method";
import { isAfterProof } from "./proof/proof-draft";

test.each([
  ["/user/buy-token", "", true],
  ["/user/payment", "?purchaseId=PUR-1&purchaseAmount=7000.00", true],
  // Refused, and still in the dialog.
  ["/user/payment", "?purchaseId=PUR-1&proof=1", false],
  // The session ended.
  ["/", "?to=%2Fuser%2Fpayment&ended=1", false],
  ["/user/dashboard", "", false],
])("whether a proof that leads to %s%s was sent: %j", (pathname, search, isSent) => {
  expect(isAfterProof({ pathname, search })).toBe(isSent);
});

const ANDROID =
  "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const DESKTOP =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

test.each<[string, Record<string, string>, boolean]>([
  ["a phone by its client hint", { "Sec-CH-UA-Mobile": "?1", "User-Agent": DESKTOP }, true],
  ["an Android phone by its user agent", { "User-Agent": ANDROID }, true],
  ["an iPhone, which sends no client hint", { "User-Agent": IPHONE }, true],
  ["a desktop", { "Sec-CH-UA-Mobile": "?0", "User-Agent": DESKTOP }, false],
  ["a client that says nothing", {}, false],
])("the UPI tab opens first on %s, if that is a phone and a UPI id exists", (_, sent, isPhone) => {
  const upi = { upiId: "rsgn@okbank" } as PaymentOptions["upi"];
  const headers = new Headers(sent);
  const first = (options: Partial<PaymentOptions>) =>
    firstMethod(headers, { methods: [], upi: null, defaultMethod: "BANK", ...options }, null);
  expect(first({ upi })).toBe(isPhone ? "UPI" : "BANK");
  expect(first({})).toBe("BANK");
  expect(first({ defaultMethod: "MANUAL" })).toBe("MANUAL");
});

test("the method by which it was paid before opens first, on a phone too, while it is offered", () => {
  const upi = { upiId: "rsgn@okbank" } as PaymentOptions["upi"];
  const phone = new Headers({ "User-Agent": ANDROID });
  const options = { upi, methods: ["BANK", "UPI", "MANUAL"], defaultMethod: "BANK" } as const;
  const first = (paidBy: PaymentMethod | null, methods = [...options.methods]) =>
    firstMethod(phone, { ...options, methods }, paidBy);
  expect(first(null)).toBe("UPI");
  expect(first("BANK")).toBe("BANK");
  expect(first("MANUAL")).toBe("MANUAL");
  // The company has no bank any more.
  expect(first("BANK", ["UPI", "MANUAL"])).toBe("UPI");
  expect(first("CRYPTO")).toBe("UPI");
});
