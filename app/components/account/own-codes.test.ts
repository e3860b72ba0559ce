import { expect, test } from "vitest";
import { ownCodes } from "./own-codes.server";

const having = (isOn: boolean, recoveryCodesLeft: number) =>
  ({ secondStep: { mine: () => ({ isOn, recoveryCodesLeft }) } }) as unknown as Parameters<
    typeof ownCodes
  >[0];

test.each([
  ["an app's code with an app", true, 0, "APP"],
  ["a recovery code with a passkey alone", false, 10, "RECOVERY"],
  ["no code without either", false, 0, "NONE"],
] as const)("a super admin is asked for %s", async (_words, isOn, left, codes) => {
  expect(await ownCodes(having(isOn, left))).toBe(codes);
});
