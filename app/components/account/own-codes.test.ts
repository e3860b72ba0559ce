import { expect, test } from "vitest";
import { ownCodes } from "./own-codes.server";

const having = (isOn: boolean, recoveryCodesLeft: number, passkeys: number) =>
  ({
    secondStep: { mine: () => ({ isOn, recoveryCodesLeft }) },
    passkeys: { mine: () => Array.from({ length: passkeys }) },
  }) as unknown as Parameters<typeof ownCodes>[0];

test.each([
  ["an app's code with an app", true, 0, 0, "APP"],
  ["an app's code with an app and passkeys", true, 10, 2, "APP"],
  ["a recovery code or a passkey without an app", false, 10, 1, "RECOVERY"],
  ["a passkey alone once the recovery codes are used up", false, 0, 1, "PASSKEY"],
  ["a login without any of them", false, 0, 0, "NONE"],
] as const)("a super admin is asked for %s", async (_words, isOn, left, passkeys, codes) => {
  expect(await ownCodes(having(isOn, left, passkeys))).toBe(codes);
});
