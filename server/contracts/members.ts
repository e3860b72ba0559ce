import { z } from "zod";
import type { ColourScheme, CompanyRole, Gender, Language, MemberStatus } from "@db/vocabulary";
import { code } from "./code";
import {
  booleanField,
  colourSchemeField,
  currentPasswordField,
  dateField,
  emailField,
  idField,
  languageField,
  memberStatusField,
  mobileField,
  nameField,
  newPasswordField,
  optional,
  pageFields,
  roleField,
  searchField,
} from "./fields";

/** `members.profile` (a member's own) and the answer of `members.updateProfile`. */
export interface Profile {
  id: string;
  name: string;
  email: string;
  mobile: string;
  /** The Member ID. */
  referralCode: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
  pincode: string | null;
  gender: Gender | null;
  profileImageId: string | null;
  /** Where the picture is read with the cookie; the REST door signs it. */
  profileImage: { url: string } | null;
  /** Masked: only its last four characters can be read. */
  kycDocumentNumber: string | null;
  walletAddress: string | null;
  isApproved: boolean;
  isEmailVerified: boolean;
  isMobileVerified: boolean;
  /** Tokens allocated to all of the company's members. */
  globalStake: number;
  /** Tokens allocated to this member. */
  stockBalance: number;
  language: Language;
  colourScheme: ColourScheme;
  /** ISO. */
  createdAt: string;
}

/** `members.updateProfile`. What is empty stays as it is (spec §5). */
export const UpdateProfile = z.object({
  currentPassword: currentPasswordField("CURRENT_PASSWORD_REQUIRED"),
  name: optional(nameField()),
  mobile: optional(mobileField()),
  dateOfBirth: optional(dateField("BIRTH_DATE_REQUIRED", "BIRTH_DATE_INVALID")),
  profileImageId: optional(idField),
  /** The way to have no picture again, since an empty id changes nothing. */
  removeProfileImage: optional(booleanField("FIELD_INVALID")),
  kycDocumentNumber: optional(
    z
      .string({ error: code("KYC_NUMBER_INVALID") })
      .overwrite((typed) => typed.replace(/[\s-]/g, "").toUpperCase())
      .refine((number) => /^[A-Z0-9]{6,20}$/.test(number), code("KYC_NUMBER_INVALID")),
  ),
  walletAddress: optional(
    z
      .string({ error: code("WALLET_ADDRESS_INVALID") })
      .trim()
      .regex(/^0[xX][0-9a-fA-F]{40}$/, code("WALLET_ADDRESS_INVALID")),
  ),
});
export type UpdateProfile = z.output<typeof UpdateProfile>;

/** `members.savePreferences` of whoever is signed in at a company; answers `Preferences`. */
export const SavePreferences = z.object({
  language: optional(languageField),
  colourScheme: optional(colourSchemeField),
});
export type SavePreferences = z.output<typeof SavePreferences>;
export interface Preferences {
  language: Language;
  colourScheme: ColourScheme;
}

/** `members.list` (admin). Members and admins, newest first. */
export const ListMembers = z.object({
  ...pageFields,
  search: searchField,
  isApproved: optional(booleanField("BAD_FILTER")),
  role: optional(roleField),
  status: optional(memberStatusField),
});
export type ListMembers = z.output<typeof ListMembers>;

/** A person as an admin sees them; also what add, update and approve answer. */
export interface Member {
  id: string;
  name: string;
  mobile: string;
  email: string;
  role: CompanyRole;
  referralCode: string;
  /** ISO. */
  createdAt: string;
  isApproved: boolean;
  status: MemberStatus;
}

/** A client of the documented call reads `data.total` and `data.data` (api.md). */
export interface MemberList {
  total: number;
  lastPage: number;
  data: Member[];
}

/** `members.counts` (admin); members only, admins are not counted. */
export interface MemberCounts {
  userActive: number;
  userInactive: number;
  userBlock: number;
  totalMember: number;
  verificationCompleted: number;
  verificationPending: number;
}

/** `members.add` (admin). */
export const AddMember = z.object({
  name: nameField(),
  mobile: mobileField(),
  email: emailField(),
  role: roleField,
  password: newPasswordField(),
});
export type AddMember = z.output<typeof AddMember>;

/** `members.update` (admin). */
export const UpdateMember = z.object({
  id: idField,
  name: nameField(),
  mobile: mobileField(),
  email: emailField(),
  role: roleField,
  status: optional(memberStatusField),
});
export type UpdateMember = z.output<typeof UpdateMember>;

/** `members.approve` and `members.remove` (admin); the latter answers null. */
export const MemberRef = z.object({ id: idField });
export type MemberRef = z.output<typeof MemberRef>;
