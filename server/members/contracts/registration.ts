import { z } from "zod";
import { consentFields } from "@server/companies/contracts/policies";
import { described } from "@server/platform/contracts/described";
import {
  booleanField,
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

/** `registration.begin`, for pages, which ask for the rest later; returns `CodeSent`. */
export const BeginRegistration = z.object({ companyId: companyIdField, email: emailField() });

/** `registration.requestMobileCode`, for pages: a text message alone; returns `CodeSent`. */
export const RequestMobileCode = BeginRegistration.extend({ mobile: mobileField() });

/** `registration.proveEmail`, for pages; returns null. The code stays good for `join`. */
export const ProveEmail = BeginRegistration.extend({ otp: otpField() });

/** `registration.register`; returns null: over REST only a login creates a session. */
export const Register = z.object({
  companyId: companyIdField,
  name: nameField(),
  mobile: mobileField(),
  email: emailField(),
  otp: otpField(),
  mobileOtp: described(
    optional(codeField("CODE_REQUIRED", "MOBILE_CODE_WRONG")),
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

export type Register = z.output<typeof Register>;

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
  /** The campaign that runs, where the member may refer under it; `left` is null without a budget. */
  campaign: {
    rewardBps: number;
    bonusBps: number | null;
    endsAt: string;
    left: number | null;
  } | null;
}

/** `registration.join`, for pages; returns `LoggedIn`. It asks for less, and requires the consent. */
export const RegisterForm = Register.omit({ pincode: true, gender: true, showsName: true }).extend({
  consent: booleanField("TERMS_REQUIRED").refine((isAgreed) => isAgreed, code("TERMS_REQUIRED")),
});
