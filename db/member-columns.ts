import type { users } from "./schema";

type Row = typeof users.$inferSelect;

interface Column<Value> {
  /** Returns the value after the member's deletion; absent for a value that is kept. */
  erased?: (memberId: string) => Value;
  /** True if the company's export of members includes it. */
  isExported: boolean;
  /** Display on screens and in responses: in full, masked, or never. */
  shown: "plain" | "masked" | "never";
}

const record = { isExported: false, shown: "plain" } as const;
const never = { isExported: false, shown: "never" } as const;
const toNull = () => null;

/**
 * The deletion, export and display of each column of a member. A new column does not compile until
 * it is listed here.
 */
export const MEMBER_COLUMNS: { readonly [Name in keyof Row]: Column<Row[Name]> } = {
  companyId: record,
  id: record,
  role: { ...record, isExported: true },
  adminRole: { ...record, isExported: true },
  name: { erased: () => "Deleted member", isExported: true, shown: "plain" },
  email: { erased: (id) => `${id}@deleted.invalid`, isExported: true, shown: "plain" },
  mobile: { erased: () => "", isExported: true, shown: "plain" },
  passwordHash: { ...never, erased: toNull },
  passwordUntil: { ...never, erased: toNull },
  // Other members' allocations contain the Member ID; it does not identify the person.
  referralCode: { ...record, isExported: true },
  referrerId: record,
  referralTag: { ...record, erased: toNull },
  showsName: { ...record, erased: () => false },
  hidesWallet: record,
  dateOfBirth: { ...record, erased: toNull },
  pincode: { ...record, erased: toNull },
  gender: { ...record, erased: toNull },
  status: { ...record, isExported: true },
  isApproved: { ...record, isExported: true },
  verificationAskedAt: record,
  verificationRefusedAt: { ...record, erased: toNull },
  verificationRefusal: { ...record, erased: toNull },
  kycEncrypted: { erased: toNull, isExported: false, shown: "masked" },
  walletAddress: { ...record, erased: toNull },
  avatarMediaId: { ...record, erased: toNull },
  language: record,
  colourScheme: record,
  emailVerifiedAt: { ...record, erased: toNull },
  mobileVerifiedAt: { ...record, erased: toNull },
  noticesReadAt: { ...record, erased: () => new Date(0) },
  mailsNotices: { ...record, erased: () => false },
  // The consent of a deleted member stays on record, as their orders do.
  consentedAt: record,
  consentVersion: record,
  consentTermsVersion: record,
  host: record,
  mailsEachOrder: { ...record, erased: () => false },
  createdAt: { ...record, isExported: true },
  updatedAt: never,
  endAskedAt: { ...record, erased: toNull },
  deletedAt: never,
};

/** Returns the values that replace the personal data of a deleted member. */
export function erasedColumns(memberId: string): Partial<Row> {
  return Object.fromEntries(
    Object.entries(MEMBER_COLUMNS).flatMap(([name, { erased }]) =>
      erased ? [[name, erased(memberId)]] : [],
    ),
  );
}
