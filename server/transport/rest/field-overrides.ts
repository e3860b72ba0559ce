import { COMPANY_STATUSES, PAYMENT_METHODS, SUBMITTED_STATUSES } from "@db/vocabulary";
import {
  field,
  AN_ID,
  uuid,
  textOf,
  anId,
  bool,
  newPassword,
  presentPassword,
  AGAINST_RULES,
  type WireField,
} from "./field-schema";
import { FIELDS } from "./request-fields";

/** Fields whose meaning differs in some calls. */
export const FIELD_OVERRIDES = {
  chosenPassword: field(
    "The new password.",
    "a long pass phrase",
    newPassword,
    "PASSWORD_REQUIRED",
    ...AGAINST_RULES,
  ),
  resetPassword: field(
    "The new password.",
    "another pass phrase",
    newPassword,
    "RESET_FIELDS_REQUIRED",
    ...AGAINST_RULES,
  ),
  resetCode: {
    ...FIELDS.otp,
    refuses: ["RESET_FIELDS_REQUIRED", "CODE_MALFORMED", "CODE_WRONG", "CODES_GUESSED_TOO_OFTEN"],
  },
  currentPassword: field(
    "The current password.",
    "a long pass phrase",
    presentPassword,
    "CURRENT_PASSWORD_REQUIRED",
    "CURRENT_PASSWORD_WRONG",
    "PASSWORD_TOO_LONG",
  ),
  askedName: { ...FIELDS.name, refuses: ["OTP_FIELDS_REQUIRED", "NAME_INVALID", "NAME_TOO_LONG"] },
  askedEmail: { ...FIELDS.email, refuses: ["OTP_FIELDS_REQUIRED", "EMAIL_INVALID"] },
  askedMobile: { ...FIELDS.mobile, refuses: ["OTP_FIELDS_REQUIRED", "MOBILE_INVALID"] },
  orderStatus: field(
    "The status of the orders; absent: all submitted ones.",
    "PENDING",
    { type: "string", enum: SUBMITTED_STATUSES },
    "BAD_STATUS",
  ),
  methodFilter: field(
    "Only payments by this method.",
    "UPI",
    { type: "string", enum: PAYMENT_METHODS },
    "METHOD_INVALID",
  ),
  flagged: field("True: only what wants a second look.", true, bool, "FIELD_INVALID"),
  companyStatus: field(
    "SUSPENDED closes the company's site and its calls.",
    "ACTIVE",
    { type: "string", enum: COMPANY_STATUSES },
    "COMPANY_STATUS_INVALID",
  ),
  statusFilter: { ...FIELDS.status, means: "Only accounts of this status." },
  roleFilter: { ...FIELDS.role, means: "Only accounts of this role." },
  approval: field("True, alone with the id, approves the member.", true, bool, "BAD_FILTER"),
  companyFilter: anId("Only what is this company's."),
  companyOfHost: field("Whose site the host shows.", AN_ID, uuid, "COMPANY_REQUIRED", "BAD_ID"),
  order: anId("The transaction's `id`."),
  person: anId("The person's `id`."),
  account: anId("The account's `id`."),
  company: anId("The company's `id`."),
  domain: anId("The host's `id`."),
  neededReason: field(
    "The reason; the member can read it.",
    "Charged back by the bank",
    textOf(500),
    "REASON_REQUIRED",
    "REASON_TOO_LONG",
  ),
} as const satisfies Readonly<Record<string, WireField>>;
