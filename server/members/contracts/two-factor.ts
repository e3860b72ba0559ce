import { z } from "zod";
import { described } from "@server/platform/contracts/described";
import { plainTyped } from "@server/platform/rules/text/typed";
import {
  code,
  booleanField,
  currentPasswordField,
  optional,
} from "@server/platform/contracts/fields";

/** Six digits of the app, or a recovery code; the procedure tells them apart. */
export const twoFactorCodeField = described(
  z
    .string({ error: code("SECOND_STEP_CODE_REQUIRED") })
    .overwrite((typed) => plainTyped(typed).replace(/\s/g, ""))
    .min(1, code("SECOND_STEP_CODE_REQUIRED"))
    .max(40, code("SECOND_STEP_WRONG")),
  "A code of the authenticator app or a recovery code, if the account has an app.",
  "123456",
  "SECOND_STEP_CODE_REQUIRED",
  "SECOND_STEP_WRONG",
  "SECOND_STEP_GUESSED",
);

/** `secondStep.begin`; an admin's password is required. Returns null. */
export const BeginTwoFactor = z.object({
  currentPassword: optional(currentPasswordField("CURRENT_PASSWORD_REQUIRED")),
});

/** `secondStep.confirm` and `secondStep.renewCodes`; both return `RecoveryCodes`. */
export const TwoFactorCode = z.object({ code: twoFactorCodeField });

/** `secondStep.turnOff`; an admin's password is required too. Returns null. */
export const TurnOffTwoFactor = BeginTwoFactor.extend(TwoFactorCode.shape);

/**
 * `secondStep.require` (admin): whether every admin of the company must use an app. Returns null.
 */
export const RequireTwoFactor = z.object({ isRequired: booleanField("FIELD_INVALID") });
