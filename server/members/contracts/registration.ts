import { z } from "zod";
import { consentFields } from "@server/companies/contracts/policies";
import { described } from "@server/platform/contracts/described";
import {
  booleanField,
  bothTyped,
  code,
  companyIdField,
  birthDateField,
  codeField,
  emailField,
  genderField,
  mobileField,
  nameField,
  newPasswordField,
  optional,
  otpField,
  pincodeField,
  referralCodeField,
  storable,
} from "@server/platform/contracts/fields";

/** `registration.requestCode`; returns `CodeSent`. */
export const RequestRegistrationCode = z.object({
  companyId: companyIdField,
  name: nameField("OTP_FIELDS_REQUIRED"),
  email: emailField("OTP_FIELDS_REQUIRED"),
  mobile: mobileField("OTP_FIELDS_REQUIRED"),
});

/** `registration.register`; returns null. Only a login creates a session (architecture.md §7). */
export const Register = z.object({
  companyId: companyIdField,
  name: nameField(),
  mobile: mobileField(),
  email: emailField(),
  otp: otpField(),
  mobileOtp: described(
    optional(codeField("MOBILE_CODE_WRONG")),
    "The code of the text message, where one was sent; proves the mobile.",
    "731042",
  ),
  dateOfBirth: birthDateField,
  pincode: optional(pincodeField()),
  gender: optional(genderField),
  referralCode: optional(referralCodeField),
  password: newPasswordField(),
  ...consentFields,
  showsName: described(
    optional(booleanField("FIELD_INVALID")),
    "Whether the member's first name and initial are shown to whoever invited them, and to those who come by their code.",
    false,
  ),
});

/** A field as typed, of any length that a form may have; nothing where it is no text. */
const typedField = z
  .string()
  .transform((text) => storable(text).trim())
  .optional()
  .catch(undefined);

/** `registration.faults`: what is typed of a registration, complete or not. */
export const RegistrationFaults = z.object({
  companyId: companyIdField,
  name: typedField,
  email: typedField,
  mobile: typedField,
  dateOfBirth: typedField,
  referralCode: typedField,
  password: z.string().optional().catch(undefined),
});
export type RegistrationFaults = z.output<typeof RegistrationFaults>;

/** `registration.invitation`: whose a referral code is, as far as a stranger is told. */
export const InvitationRef = z.object({
  companyId: companyIdField,
  referralCode: referralCodeField,
});
export interface Invitation {
  /** ENDED: the member's account is closed or blocked. */
  state: "VALID" | "UNKNOWN" | "ENDED";
  /** First name and initial, if the member agreed. */
  name: string | null;
  /** The campaign that runs, where the member may refer under it: basis points, and its end in ISO. */
  campaign: { rewardBps: number; bonusBps: number | null; endsAt: string } | null;
}

/** The page also requires gender, PIN, the password twice and the consent. */
export const RegisterForm = Register.extend({
  pincode: pincodeField(),
  gender: z.enum(genderField.options, {
    error: (issue) => (issue.input ? code("GENDER_INVALID") : code("GENDER_REQUIRED")),
  }),
  confirmPassword: z.string({ error: code("PASSWORD_CONFIRMATION_REQUIRED") }),
  consent: booleanField("TERMS_REQUIRED").refine((isAgreed) => isAgreed, code("TERMS_REQUIRED")),
}).refine((form) => form.password === form.confirmPassword, {
  path: ["confirmPassword"],
  message: code("PASSWORDS_DIFFER"),
  when: bothTyped("password", "confirmPassword"),
});
