import { expect, test } from "vitest";
import { claimData } from "./claim-call";

const claim = {
  index: 3,
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  amount: 1050n * 10n ** 18n,
  proof: [`0x${"ab".repeat(32)}`],
};
const word = (hex: string) => hex.padStart(64, "0");

test("a claim's call has its function's selector, and its values in words of 32 bytes", () => {
  const words = [
    word("3"),
    word(claim.address.slice(2).toLowerCase()),
    word(claim.amount.toString(16)),
    word("80"),
    word("1"),
    "ab".repeat(32),
  ].join("");
  // keccak256("claim(uint256,address,uint256,bytes32[])") and that with uint128 begin with these.
  expect(claimData("UINT256", claim)).toBe(`0x2e7ba6ef${words}`);
  expect(claimData("UINT128", claim)).toBe(`0x3f31ae3f${words}`);
});
