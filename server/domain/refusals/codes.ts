/**
 * Every reason the product may refuse for, and the kind of each. A code is a contract: REST clients
 * read it, forms and contracts name it, and its words live in `server/words/<language>/refusals.ts`.
 */

/** What sort of refusal it is; a door turns it into its own status. */
export const HTTP_STATUS_OF_KIND = {
  input: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  method: 405,
  conflict: 409,
  "too-large": 413,
  unsupported: 415,
  mismatch: 422,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type RefusalKind = keyof typeof HTTP_STATUS_OF_KIND;

export const REFUSAL_KINDS = {
  // Any request
  INVALID_INPUT: "input",
  MALFORMED_BODY: "input",
  FIELD_REQUIRED: "input",
  FIELD_INVALID: "input",
  TEXT_TOO_LONG: "input",
  BAD_PAGE: "input",
  BAD_LIMIT: "input",
  BAD_SEARCH: "input",
  BAD_STATUS: "input",
  BAD_FILTER: "input",
  BAD_ID: "input",
  BAD_DATE: "input",
  LANGUAGE_INVALID: "input",
  COLOUR_SCHEME_INVALID: "input",
  NOT_FOUND: "not-found",
  UNKNOWN_HOST: "not-found",
  METHOD_NOT_ALLOWED: "method",
  BODY_TOO_LARGE: "too-large",
  UNSUPPORTED_MEDIA_TYPE: "unsupported",
  CROSS_SITE: "forbidden",
  THROTTLED: "throttled",
  SERVER_BUSY: "unavailable",
  SERVER_STOPPING: "unavailable",
  REQUEST_TIMED_OUT: "unavailable",
  DATABASE_AWAY: "unavailable",
  STORAGE_AWAY: "unavailable",
  UNEXPECTED: "internal",
  IDEMPOTENCY_KEY_INVALID: "input",
  IDEMPOTENCY_KEY_IN_USE: "conflict",
  IDEMPOTENCY_KEY_MISMATCH: "mismatch",

  // Who is asking, and for which company
  NOT_SIGNED_IN: "unauthenticated",
  SESSION_ENDED: "unauthenticated",
  WRONG_LOGIN: "unauthenticated",
  WRONG_ROLE: "forbidden",
  ACCOUNT_NOT_ACTIVE: "forbidden",
  LOGIN_THROTTLED: "throttled",
  COMPANY_NOT_CONFIGURED: "input",
  COMPANY_MISMATCH: "input",
  COMPANY_NOT_FOUND: "not-found",
  COMPANY_SUSPENDED: "forbidden",

  // One-time codes and links
  OTP_FIELDS_REQUIRED: "input",
  CODE_REQUIRED: "input",
  CODE_MALFORMED: "input",
  CODE_WRONG: "input",
  CODE_RESEND_TOO_SOON: "throttled",
  CODE_THROTTLED: "throttled",
  LINK_DEAD: "input",

  // Passwords
  PASSWORD_REQUIRED: "input",
  PASSWORD_TOO_SHORT: "input",
  PASSWORD_TOO_LONG: "input",
  PASSWORD_TOO_COMMON: "input",
  PASSWORD_IS_CONTACT: "input",
  PASSWORD_UNCHANGED: "input",
  PASSWORDS_DIFFER: "input",
  PASSWORD_CONFIRMATION_REQUIRED: "input",
  NEW_PASSWORD_REQUIRED: "input",
  NEW_PASSWORDS_DIFFER: "input",
  RESET_FIELDS_REQUIRED: "input",
  CURRENT_PASSWORD_REQUIRED: "input",
  CURRENT_PASSWORD_WRONG: "input",

  // People
  NAME_REQUIRED: "input",
  NAME_INVALID: "input",
  NAME_TOO_LONG: "input",
  EMAIL_REQUIRED: "input",
  EMAIL_INVALID: "input",
  EMAIL_TAKEN: "conflict",
  MOBILE_REQUIRED: "input",
  MOBILE_INVALID: "input",
  BIRTH_DATE_REQUIRED: "input",
  BIRTH_DATE_INVALID: "input",
  UNDER_AGE: "input",
  PINCODE_REQUIRED: "input",
  PINCODE_INVALID: "input",
  GENDER_REQUIRED: "input",
  GENDER_INVALID: "input",
  REFERRAL_CODE_UNKNOWN: "input",
  SELF_REFERRAL: "input",
  KYC_NUMBER_INVALID: "input",
  WALLET_ADDRESS_INVALID: "input",
  WALLET_ADDRESS_CHECKSUM: "input",
  ROLE_REQUIRED: "input",
  ROLE_INVALID: "input",
  MEMBER_STATUS_INVALID: "input",
  MEMBER_NOT_FOUND: "not-found",
  MEMBER_ALREADY_APPROVED: "conflict",
  MEMBER_HAS_ORDERS: "conflict",
  MEMBER_HAS_PENDING_ORDERS: "conflict",
  ADMIN_HAS_NO_APPROVAL: "conflict",
  LAST_ADMIN: "conflict",
  OWN_ACCOUNT: "conflict",

  // Buying
  AMOUNT_INVALID: "input",
  AMOUNT_TOO_LARGE: "input",
  AMOUNT_DIFFERS_FROM_ORDER: "input",
  BELOW_ONE_TOKEN: "input",
  NO_TOKEN_SELECTED: "input",
  TOKEN_NOT_ON_SALE: "input",
  PRICE_CHANGED: "conflict",
  SUPPLY_TOO_LOW: "conflict",
  SUPPLY_GONE: "conflict",
  SUPPLY_GONE_AFTER_PAYMENT: "conflict",
  TOO_MANY_PENDING_ORDERS: "conflict",
  TOKEN_CAP_REACHED: "conflict",
  UNVERIFIED_MAY_NOT_BUY: "forbidden",
  ORDER_DETAILS_MISSING: "input",
  ORDER_NUMBER_INVALID: "input",
  ORDER_NUMBER_UNAVAILABLE: "unavailable",
  ORDER_NOT_FOUND: "not-found",
  PAYMENT_CANCELLED: "input",

  // Paying
  METHOD_REQUIRED: "input",
  METHOD_INVALID: "input",
  METHOD_NOT_OFFERED: "conflict",
  UPI_NOT_AVAILABLE: "conflict",
  CONSENT_REQUIRED: "input",
  CONSENT_REQUIRED_UPI: "input",
  REFERENCE_REQUIRED: "input",
  REFERENCE_INVALID: "input",
  REFERENCE_USED: "conflict",
  RECEIPT_REQUIRED: "input",
  RECEIPT_NOT_FOUND: "input",
  PAID_AMOUNT_INVALID: "input",
  ORDER_ALREADY_SUBMITTED: "conflict",
  ORDER_ALREADY_DECIDED: "conflict",
  ORDER_NOT_OPEN: "conflict",
  ORDER_NOT_SUBMITTED: "conflict",
  ORDER_NOT_APPROVED: "conflict",
  ORDER_ALREADY_CANCELLED: "conflict",
  ORDER_ALREADY_REVERSED: "conflict",

  // Deciding
  OWN_ORDER: "forbidden",
  MONEY_NOT_CONFIRMED: "input",
  REASON_REQUIRED: "input",
  REASON_TOO_LONG: "input",
  REFUND_NOTE_TOO_LONG: "input",

  // Bank and UPI details
  BENEFICIARY_NOT_FOUND: "not-found",
  BENEFICIARY_EMPTY: "input",
  BENEFICIARY_LAST: "conflict",
  BENEFICIARY_DUPLICATE: "conflict",
  HOLDER_NAME_REQUIRED: "input",
  BANK_NAME_REQUIRED: "input",
  BRANCH_REQUIRED: "input",
  ACCOUNT_NUMBER_REQUIRED: "input",
  ACCOUNT_NUMBER_INVALID: "input",
  IFSC_REQUIRED: "input",
  IFSC_INVALID: "input",
  UPI_ID_REQUIRED: "input",
  UPI_ID_INVALID: "input",

  // Files
  FILE_REQUIRED: "input",
  FILE_EMPTY: "input",
  FILE_ONE_ONLY: "input",
  FILE_TYPE_UNSUPPORTED: "unsupported",
  FILE_NOT_AN_IMAGE: "unsupported",
  FILE_UNREADABLE: "input",
  FILE_TOO_LARGE: "too-large",
  IMAGE_TOO_LARGE: "too-large",
  UPLOAD_INCOMPLETE: "input",
  UPLOAD_WITHOUT_ID: "internal",
  MEDIA_NOT_FOUND: "not-found",
  MEDIA_LINK_DEAD: "not-found",

  // Companies, domains, brands
  COMPANY_NAME_REQUIRED: "input",
  TOKEN_NAME_REQUIRED: "input",
  TOKEN_SYMBOL_REQUIRED: "input",
  TOKEN_SYMBOL_INVALID: "input",
  TOTAL_SUPPLY_REQUIRED: "input",
  TOTAL_SUPPLY_INVALID: "input",
  TOTAL_SUPPLY_IN_USE: "conflict",
  PRICE_INVALID: "input",
  FEE_PERCENT_INVALID: "input",
  REWARD_PERCENT_INVALID: "input",
  LAUNCH_INVALID: "input",
  PENDING_LIMIT_INVALID: "input",
  TOKEN_CAP_INVALID: "input",
  COMPANY_STATUS_INVALID: "input",
  AADHAAR_INVALID: "input",
  PAN_INVALID: "input",
  ADDRESS_REQUIRED: "input",
  ADMIN_NAME_REQUIRED: "input",
  ADMIN_EMAIL_REQUIRED: "input",
  COMPANY_REQUIRED: "input",
  HOST_REQUIRED: "input",
  HOST_INVALID: "input",
  HOST_TAKEN: "conflict",
  HOST_RESERVED: "conflict",
  DOMAIN_NOT_FOUND: "not-found",
  BRAND_NOT_FOUND: "not-found",
  BRAND_READ_ONLY: "conflict",
  BRAND_CHANGED: "conflict",
  BRAND_CONTRAST_TOO_LOW: "input",
  COLOUR_INVALID: "input",
  LINK_INVALID: "input",

  // What a screen says when a call failed for a reason it cannot name (spec §8)
  FAILED_TO_SEND_OTP: "internal",
  FAILED_TO_SEND_PASSWORD_OTP: "internal",
  FAILED_TO_REGISTER: "internal",
  FAILED_TO_LOG_IN: "internal",
  FAILED_TO_FETCH_PRICE: "internal",
  FAILED_TO_FETCH_TRANSACTIONS: "internal",
  FAILED_TO_FETCH_PAYMENT_DETAILS: "internal",
  FAILED_TO_UPLOAD_FILE: "internal",
  FAILED_TO_UPLOAD: "internal",
  FAILED_TO_UPLOAD_PROOF: "internal",
  FAILED_TO_UPLOAD_PICTURE: "internal",
  FAILED_TO_CREATE_ORDER: "internal",
  FAILED_TO_SUBMIT_PURCHASE: "internal",
  FAILED_TO_SUBMIT_MANUAL_PAYMENT: "internal",
  FAILED_TO_UPDATE_PROFILE: "internal",
  FAILED_TO_UPDATE_PASSWORD: "internal",
} as const satisfies Readonly<Record<string, RefusalKind>>;

export type RefusalCode = keyof typeof REFUSAL_KINDS;

/** Whether a text is one of our codes: contracts' messages that are not are shown as they stand. */
export function isRefusalCode(text: string): text is RefusalCode {
  return Object.hasOwn(REFUSAL_KINDS, text);
}

/** The kind of a code. */
export function kindOf(code: RefusalCode): RefusalKind {
  return REFUSAL_KINDS[code];
}

/** The HTTP status of a kind (design §9). */
export function httpStatusOf(kind: RefusalKind): number {
  return HTTP_STATUS_OF_KIND[kind];
}
