import { z } from "zod";
import { MEMBER_SORTS } from "@db/vocabulary";
import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import { isKycNumber, normaliseKycNumber } from "@server/platform/rules/people/kyc-number";
import type {
  AdminRole,
  CampaignReferrers,
  ColourScheme,
  CompanyRole,
  Gender,
  Language,
  MemberStatus,
} from "@db/vocabulary";
import {
  adminRoleField,
  code,
  booleanField,
  colourSchemeField,
  currentPasswordField,
  cutToMax,
  dateField,
  emailField,
  idField,
  line,
  languageField,
  memberStatusField,
  mobileField,
  nameField,
  newPasswordField,
  optional,
  pageFields,
  roleField,
  searchField,
} from "@server/platform/contracts/fields";

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
  /** URL for reading the picture with the session cookie; the REST transport signs it. */
  profileImage: { url: string } | null;
  /** Masked except for the last four characters. */
  kycDocumentNumber: string | null;
  walletAddress: string | null;
  isApproved: boolean;
  /** The reason of a refusal to verify them; null without one. REST does not have it. */
  verificationRefusal: string | null;
  isEmailVerified: boolean;
  isMobileVerified: boolean;
  /** Tokens allocated to all members of the company. */
  globalStake: number;
  /** Tokens allocated to this member. */
  stockBalance: number;
  /** True if friends of the referral programme see the first name and the initial. */
  showsName: boolean;
  language: Language;
  colourScheme: ColourScheme;
  /** ISO. */
  createdAt: string;
}

/** `members.updateProfile`. An empty field is unchanged (product.md §5). */
export const UpdateProfile = z.object({
  currentPassword: currentPasswordField("CURRENT_PASSWORD_REQUIRED"),
  name: optional(nameField()),
  mobile: optional(mobileField()),
  dateOfBirth: optional(dateField("BIRTH_DATE_REQUIRED", "BIRTH_DATE_INVALID")),
  profileImageId: optional(idField),
  /** Removes the picture, since an empty id changes nothing. */
  removeProfileImage: optional(booleanField("FIELD_INVALID")),
  kycDocumentNumber: optional(
    z
      .string({ error: code("KYC_NUMBER_INVALID") })
      .overwrite(normaliseKycNumber)
      .refine(isKycNumber, code("KYC_NUMBER_INVALID")),
  ),
  walletAddress: optional(
    z
      .string({ error: code("WALLET_ADDRESS_INVALID") })
      .trim()
      .regex(/^0[xX][0-9a-fA-F]{40}$/, code("WALLET_ADDRESS_INVALID")),
  ),
});
export type UpdateProfile = z.output<typeof UpdateProfile>;

/** `members.savePreferences` of a member or admin; returns `Preferences`. */
export const SavePreferences = z.object({
  language: optional(languageField),
  colourScheme: optional(colourSchemeField),
});
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

/** `members.sorted` (admin): Manage User by any column; returns `SortedMembers`. */
export const SortMembers = ListMembers.extend({
  isRefused: optional(booleanField("BAD_FILTER")),
  sort: z.enum(MEMBER_SORTS, { error: code("FIELD_INVALID") }).default("date"),
  isDescending: booleanField("FIELD_INVALID").default(true),
});

/** A person as shown to an admin; also the answer of add, update and approve. */
export interface Member {
  id: string;
  name: string;
  mobile: string;
  email: string;
  role: CompanyRole;
  /** It is null for a member. */
  adminRole: AdminRole | null;
  referralCode: string;
  /** ISO. */
  createdAt: string;
  isApproved: boolean;
  status: MemberStatus;
}

/** Clients of the documented call read `data.total` and `data.data` (api.md). */
export interface MemberList {
  total: number;
  lastPage: number;
  /** `endsAt`: when the member's account ends, as they asked; ISO. */
  data: (Member & { endsAt: string | null })[];
}

/** A person in Manage User. */
export interface ListedMember extends Member {
  endsAt: string | null;
  /** Since when a member waits for verification; ISO, null for those who do not. */
  waitsSince: string | null;
  /** The company has refused to verify them, and they have not asked again. */
  isRefused: boolean;
  /** A purchase of theirs is approved. */
  hasBought: boolean;
}
export interface SortedMembers {
  total: number;
  lastPage: number;
  /** False if the list is too long to be sorted as asked. */
  isSorted: boolean;
  data: ListedMember[];
}

/** `members.counts` (admin); counts members, not admins. */
export interface MemberCounts {
  userActive: number;
  userInactive: number;
  userBlock: number;
  totalMember: number;
  verificationCompleted: number;
  verificationPending: number;
}

/** The role of an admin, by default an owner; absent for a member. */
const adminRole = optional(adminRoleField);

/**
 * `members.add` (admin). A member has a password; an admin's is ignored, and an invitation is mailed.
 */
export const AddMember = z
  .object({
    name: nameField(),
    mobile: mobileField(),
    email: emailField(),
    role: roleField,
    adminRole,
    password: optional(newPasswordField()),
  })
  .refine(({ role, password }) => role !== "USER" || password !== undefined, {
    path: ["password"],
    error: code("PASSWORD_REQUIRED"),
    // The check runs beside those of the other fields.
    when: ({ value }) => typeof value === "object" && value !== null,
  });

/** `members.update` (admin). */
export const UpdateMember = z.object({
  id: idField,
  name: nameField(),
  mobile: mobileField(),
  email: emailField(),
  role: roleField,
  /** An absent role is unchanged. */
  adminRole,
  status: optional(memberStatusField),
});

/** `members.remove` (admin), which returns null, and others about one person. */
export const MemberRef = z.object({ id: idField });

/** The `identity` of the `MemberCard` that the page showed; a page's approval has one. */
const shownIdentity = line("MEMBER_CHANGED", 64);
export const ApproveShownMember = MemberRef.extend({ identity: shownIdentity });

/** `members.approve` (admin). Without an identity, as REST clients call it, it takes the present one. */
export const ApproveMember = MemberRef.extend({ identity: optional(shownIdentity) });

/** `referrals.chooseName` (member); an unticked box is absent from a form. */
export const ChooseName = z.object({
  showsName: z.preprocess((value) => value ?? false, booleanField("FIELD_INVALID")),
});

/** `referrals.invited` (member): those whom the member invited, newest first. */
export const ListInvited = z.object(pageFields);
export interface InvitedMember {
  /** 1 for the first who joined. */
  number: number;
  /** First name and initial; null unless they agreed. */
  name: string | null;
  /** ISO. */
  joinedAt: string;
  state: "JOINED" | "VERIFIED" | "BOUGHT";
  reward: "NONE" | "WAITING" | "RECEIVED" | "WITHDRAWN";
}
export interface InvitedList {
  records: InvitedMember[];
  lastPage: number;
}

/** `referrals.links` (member): how far those came who used the member's links, by tag. */
export interface ReferralLinkFigures {
  /** Empty for the link without a tag. */
  tag: string;
  clicks: number;
  joined: number;
  verified: number;
  bought: number;
  rewarded: number;
}

/** `members.refuse` (admin): the member reads the reason, and may ask again. */
export const RefuseMember = ApproveShownMember.extend({
  reason: line("REASON_REQUIRED", 500, "REASON_TOO_LONG"),
});

/** `members.selected` (admin): those of the ids who wait for verification, with what an admin verifies. */
export const SelectMembers = z.object({
  ids: z.preprocess(
    cutToMax(MOST_AT_ONCE),
    z.array(idField).max(MOST_AT_ONCE, code("FIELD_INVALID")),
  ),
});
export interface SelectedMember extends ListedMember {
  dateOfBirth: string | null;
  kycDocumentNumber: string | null;
  /** The `identity` that `members.approveMany` names. */
  identity: string;
}

/** `members.approveMany` (admin): each as `members.approve`; returns `ApprovedMembers`. */
export const ApproveMembers = z.object({
  members: z.preprocess(
    cutToMax(MOST_AT_ONCE),
    z
      .array(ApproveShownMember, { error: code("FIELD_INVALID") })
      .min(1, code("FIELD_INVALID"))
      .max(MOST_AT_ONCE, code("FIELD_INVALID")),
  ),
});
export interface ApprovedMembers {
  approved: number;
  /** Members who changed meanwhile, or whom somebody else decided on. */
  left: number;
}

/** `referrals.summary` (member): counts and tokens, without names. */
export type ReferralSummary = {
  /** First name and initial, where the member agreed to show them; null otherwise. */
  sharedName: string | null;
  /** The Member ID, used as Referral Code at registration. */
  code: string;
  /** Scheme, host and port of the referral link. */
  origin: string;
  /** The referral reward, in basis points of the tokens bought. */
  rewardBps: number;
  /** Days from an approval until its reward is given; 0 for at once. */
  holdDays: number;
  /** The campaign that runs; null without one. */
  campaign: {
    name: string;
    rewardBps: number;
    bonusBps: number | null;
    /** ISO. */
    endsAt: string;
    /** Those who may refer under it, and whether the member does. */
    whoRefers: CampaignReferrers;
    isMine: boolean;
    /** Tokens that it still gives the member for rewards; null without a cap. */
    left: number | null;
  } | null;
  /** Members registered with the code. */
  invited: number;
  /** Verified members among these. */
  verified: number;
  /** Members with an approved purchase, among these. */
  buying: number;
  /** Tokens: rewards less reversals. */
  rewardEarned: number;
  /** Tokens held for payments that wait for a decision. */
  rewardWaiting: number;
};
