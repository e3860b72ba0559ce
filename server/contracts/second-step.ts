import { z } from "zod";
import { code } from "./code";
import { booleanField, currentPasswordField, optional } from "./fields";

/** Six digits of the app, or a recovery code; which of the two is the procedure's to see. */
export const secondCodeField = z
  .string({ error: code("SECOND_STEP_CODE_REQUIRED") })
  .trim()
  .min(1, code("SECOND_STEP_CODE_REQUIRED"))
  .max(40, code("SECOND_STEP_WRONG"))
  .overwrite((typed) => typed.replace(/\s/g, ""));

/** `secondStep.mine`: how an admin's or a super admin's own account is protected. */
export interface OwnSecondStep {
  isOn: boolean;
  /** ISO; since when. */
  confirmedAt: string | null;
  recoveryCodesLeft: number;
  /** Begun and not confirmed: what the app is to be told. */
  pending: { secret: string; uri: string } | null;
  /** Null for a super admin, who has neither a password nor a company. */
  company: { name: string; isRequired: boolean } | null;
}

/** `secondStep.begin`; an admin gives their password. Answers null. */
export const BeginSecondStep = z.object({
  currentPassword: optional(currentPasswordField("CURRENT_PASSWORD_REQUIRED")),
});
export type BeginSecondStep = z.output<typeof BeginSecondStep>;

/** `secondStep.confirm` and `secondStep.renewCodes`; both answer `RecoveryCodes`. */
export const SecondCode = z.object({ code: secondCodeField });
export type SecondCode = z.output<typeof SecondCode>;

/** Shown once; only their hashes are kept. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** `secondStep.turnOff`; an admin gives their password too. Answers null. */
export const TurnOffSecondStep = BeginSecondStep.extend(SecondCode.shape);
export type TurnOffSecondStep = z.output<typeof TurnOffSecondStep>;

/** `secondStep.require` (admin): whether every admin of the company must have an app. Answers null. */
export const RequireSecondStep = z.object({ isRequired: booleanField("FIELD_INVALID") });
export type RequireSecondStep = z.output<typeof RequireSecondStep>;
