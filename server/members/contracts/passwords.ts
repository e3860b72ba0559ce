import { z } from "zod";
import { described } from "@server/platform/contracts/described";
import {
  bothTyped,
  code,
  companyIdField,
  emailField,
  newPasswordField,
  otpField,
  ownPasswordField,
} from "@server/platform/contracts/fields";

const isTypedTwice = (form: { newPassword: string; confirmNewPassword: string }): boolean =>
  form.newPassword === form.confirmNewPassword;
const DIFFERS = {
  path: ["confirmNewPassword"],
  message: code("NEW_PASSWORDS_DIFFER"),
  when: bothTyped("newPassword", "confirmNewPassword"),
};

/** `passwords.requestReset` and `passwords.requestResetAdmin`; return `CodeSent`. */
export const RequestPasswordReset = z.object({
  companyId: companyIdField,
  email: emailField(),
});
export type RequestPasswordReset = z.output<typeof RequestPasswordReset>;

/** `passwords.reset` and `passwords.resetAdmin`; return null. */
export const ResetPassword = z.object({
  companyId: companyIdField,
  email: emailField(),
  otp: otpField("RESET_FIELDS_REQUIRED"),
  newPassword: newPasswordField("RESET_FIELDS_REQUIRED"),
});
export type ResetPassword = z.output<typeof ResetPassword>;

/** The page requires the new password twice. */
export const ResetPasswordForm = ResetPassword.extend({
  confirmNewPassword: z.string({ error: code("RESET_FIELDS_REQUIRED") }),
}).refine(isTypedTwice, DIFFERS);

const changedPasswordField = described(
  newPasswordField("NEW_PASSWORD_REQUIRED"),
  "The new password.",
  "another pass phrase",
  "PASSWORD_UNCHANGED",
);

/** `passwords.change` after `passwords.requestChangeCode` (no input); returns null. */
export const ChangePassword = z.object({
  otp: otpField(),
  currentPassword: ownPasswordField,
  newPassword: changedPasswordField,
});

export const ChangePasswordForm = ChangePassword.extend({
  confirmNewPassword: z.string({ error: code("PASSWORD_CONFIRMATION_REQUIRED") }),
}).refine(isTypedTwice, DIFFERS);

/** `passwords.changeOwn`, for an admin; returns null. */
export const ChangeOwnPassword = z.object({
  currentPassword: ownPasswordField,
  newPassword: changedPasswordField,
});

export const ChangeOwnPasswordForm = ChangeOwnPassword.extend({
  confirmNewPassword: z.string({ error: code("PASSWORD_CONFIRMATION_REQUIRED") }),
}).refine(isTypedTwice, DIFFERS);

/** The token of an invitation link: 32 random bytes in base64url. */
const linkToken = z
  .string({ error: code("LINK_DEAD") })
  .trim()
  .regex(/^[A-Za-z0-9_-]{43}$/, code("LINK_DEAD"));

/** `passwords.invitation`: the person invited; LINK_DEAD when used, expired or unknown. */
export const InvitationRef = z.object({ token: linkToken });
export interface Invitation {
  companyName: string;
  name: string;
  email: string;
  /** ISO. */
  expiresAt: string;
}

/** `passwords.setPassword`. */
export const SetPassword = z.object({ token: linkToken, newPassword: newPasswordField() });
export const SetPasswordForm = SetPassword.extend({
  confirmNewPassword: z.string({ error: code("PASSWORD_CONFIRMATION_REQUIRED") }),
}).refine(isTypedTwice, DIFFERS);
