import { expect, test } from "vitest";
import { isAfterProof } from "./proof-draft";

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
