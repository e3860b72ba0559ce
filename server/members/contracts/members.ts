import { z } from "zod";
import { COMPANY_ROLES, MEMBER_SORTS, MEMBER_STATUSES } from "@db/vocabulary";
import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import {
  isKycNumber,
  keptKycNumber,
  normaliseKycNumber,
} from "@server/platform/rules/people/kyc-number";
import type { AdminRole, CampaignReferrers, ColourScheme, Gender, Language } from "@db/vocabulary";
import {
  address,
  described,
  flag,
  id,
  instant,
  masked,
  percent,
  SAMPLE_ID,
  text,
  textOrNull,
  tokens,
  total,
} from "@server/platform/contracts/described";
import {
  adminRoleField,
  birthDateField,
  code,
  booleanField,
  colourSchemeField,
  cutToMax,
  emailField,
  genderField,
  idField,
  idOf,
  line,
  languageField,
  memberStatusField,
  mobileField,
  nameField,
  newPasswordField,
  optional,
  ownPasswordField,
  pageFields,
  pincodeField,
  roleField,
  searchField,
  oneOf,
} from "@server/platform/contracts/fields";

/** A member's own profile, as REST answers it. */
export const ProfileAnswer = z.object({
  id: id("The member's id."),
  name: text("The name.", "Asha Rao"),
  email: text("The e-mail address.", "asha@example.com"),
  mobile: text("The mobile number, E.164.", "+919876543210"),
  referralCode: text("The Member ID, the referral code at registration.", "M2222222"),
  dateOfBirth: described(z.iso.date().nullable(), "YYYY-MM-DD.", "1990-01-31"),
  profileImageId: described(z.guid().nullable(), "The picture's id.", SAMPLE_ID),
  profileImage: z
    .object({ url: address("The picture.") })
    .nullable()
    .describe("The picture, or null."),
  kycDocumentNumber: masked("The last four signs can be read.", "XXXXXX234F"),
  walletAddress: textOrNull(
    "The wallet that receives tokens.",
    "0x52908400098527886E0F7030069857D2E4169EE7",
  ),
  isApproved: flag("Whether the company has verified this member."),
  globalStake: tokens("Tokens allocated to all of the company's members.", 250_000),
  stockBalance: tokens("Tokens allocated to this member."),
});

/**
 * `members.profile` (a member's own) and the answer of `members.updateProfile`. The picture's URL is
 * read with the session cookie; REST signs it.
 */
export type Profile = z.output<typeof ProfileAnswer> & {
  pincode: string | null;
  gender: Gender | null;
  /** The reason of a refusal to verify them; null without one. */
  verificationRefusal: string | null;
  isEmailVerified: boolean;
  isMobileVerified: boolean;
  /** True if friends of the referral programme see the first name and the initial. */
  showsName: boolean;
  /** True if Global Stock shows the member's row without the wallet's address. */
  hidesWallet: boolean;
  language: Language;
  colourScheme: ColourScheme;
  /** ISO. */
  createdAt: string;
};

/** `members.updateProfile`. An empty field is unchanged (product.md §5). */
export const UpdateProfile = z.object({
  currentPassword: ownPasswordField,
  name: optional(nameField()),
  mobile: optional(mobileField()),
  dateOfBirth: optional(birthDateField),
  pincode: optional(pincodeField()),
  gender: optional(genderField),
  profileImageId: described(
    optional(idField),
    "The id of the member's uploaded picture.",
    SAMPLE_ID,
    "MEDIA_NOT_FOUND",
  ),
  removeProfileImage: described(
    optional(booleanField("FIELD_INVALID")),
    "True removes the picture; an empty id changes nothing.",
    true,
  ),
  kycDocumentNumber: described(
    optional(
      z
        .string({ error: code("KYC_NUMBER_INVALID") })
        .overwrite(normaliseKycNumber)
        .refine(isKycNumber, code("KYC_NUMBER_INVALID"))
        .overwrite(keptKycNumber)
        .meta({ pattern: "^[A-Za-z0-9\\s-]+$" }),
    ),
    "The number of the KYC document, 6 to 20 letters and digits; shown masked afterwards. Of an Aadhaar number, the last four digits are kept.",
    "ABCDE1234F",
    "KYC_NUMBER_INVALID",
  ),
  walletAddress: described(
    optional(
      z
        .string({ error: code("WALLET_ADDRESS_INVALID") })
        .trim()
        .regex(/^0[xX][0-9a-fA-F]{40}$/, code("WALLET_ADDRESS_INVALID")),
    ),
    "The wallet's address, 40 hex digits; capitals must be its checksum.",
    "0x52908400098527886e0f7030069857d2e4169ee7",
    "WALLET_ADDRESS_INVALID",
    "WALLET_ADDRESS_CHECKSUM",
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
  isApproved: described(
    optional(booleanField("BAD_FILTER")),
    "True: verified members; false: unverified members; absent: all.",
    true,
  ),
  role: described(optional(roleField), "Only accounts of this role.", "USER"),
  status: described(optional(memberStatusField), "Only accounts of this status.", "ACTIVE"),
});

/** `members.sorted` (admin): Manage User by any column; returns `SortedMembers`. */
export const SortMembers = ListMembers.extend({
  isRefused: optional(booleanField("BAD_FILTER")),
  sort: oneOf(MEMBER_SORTS).default("date"),
  isDescending: booleanField("FIELD_INVALID").default(true),
});

/** A person as REST shows them to an admin; also the answer of add, update and approve. */
export const PersonAnswer = z.object({
  id: id("The person's id."),
  name: text("The name.", "Asha Rao"),
  mobile: text("The mobile number, E.164.", "+919876543210"),
  email: text("The e-mail address.", "asha@example.com"),
  role: described(z.enum(COMPANY_ROLES), "What they may do.", "USER"),
  referralCode: text("The Member ID.", "M2222222"),
  createdAt: instant("Since when they are here."),
  isApproved: flag("Whether they are verified."),
  status: described(z.enum(MEMBER_STATUSES), "ACTIVE may log in.", "ACTIVE"),
});
/** Clients of the documented call read `data.total` and `data.data` (api.md). */
export const PeopleAnswer = z.object({
  total,
  data: z.array(PersonAnswer).describe("Members and admins, the newest first."),
});

/** A person as shown to an admin; `adminRole` is null for a member. */
export type Member = z.output<typeof PersonAnswer> & { adminRole: AdminRole | null };

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
/** `members.counts` (admin); counts members, not admins. */
export const MemberCounts = z.object({
  userActive: tokens("Members who may log in.", 120),
  userInactive: tokens("Members who are inactive.", 3),
  userBlock: tokens("Members who are blocked.", 1),
  totalMember: tokens("Members.", 124),
  verificationCompleted: tokens("Members who are verified.", 100),
  verificationPending: tokens("Members who are not.", 24),
});
export type MemberCounts = z.output<typeof MemberCounts>;

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
    password: described(
      optional(newPasswordField()),
      "The new password. Needed for a member; an admin's is ignored: they choose one by the link that is mailed to them.",
      "a long pass phrase",
    ),
  })
  .refine(({ role, password }) => role !== "USER" || password !== undefined, {
    path: ["password"],
    error: code("PASSWORD_REQUIRED"),
    // The check runs beside those of the other fields.
    when: ({ value }) => typeof value === "object" && value !== null,
  });

const personId = idOf("The person's `id`.");

/** `members.update` (admin). */
export const UpdateMember = z.object({
  id: personId,
  name: nameField(),
  mobile: mobileField(),
  email: emailField(),
  role: roleField,
  /** An absent role is unchanged. */
  adminRole,
  status: optional(memberStatusField),
});

/** `members.remove` (admin), which returns null, and others about one person. */
export const MemberRef = z.object({ id: personId });

/** The `identity` of the `MemberCard` that the page showed; a page's approval has one. */
const shownIdentity = line("MEMBER_CHANGED", 64);
export const ApproveShownMember = MemberRef.extend({ identity: shownIdentity });

/** `members.approve` (admin). Without an identity, as REST clients call it, it takes the present one. */
export const ApproveMember = MemberRef.extend({ identity: optional(shownIdentity) });

const ticked = z.preprocess((value) => value ?? false, booleanField("FIELD_INVALID"));

/** `members.chooseShown` (member), what other members see; an unticked box is absent from a form. */
export const ChooseShown = z.object({ showsName: ticked, hidesWallet: ticked });

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
/** A member's referrals, as REST answers them: counts and tokens, without names. */
export const ReferralAnswer = z.object({
  referralCode: text("The member's code.", "M2222222"),
  link: described(z.url(), "The link to share.", "https://sale.example.com/r/M2222222"),
  referralRewardPercent: percent("The reward of a purchase, of its tokens.", 5),
  invited: tokens("Members who joined with the code.", 4),
  verified: tokens("Verified ones among them.", 3),
  buyers: tokens("Those with an approved purchase.", 2),
  rewardEarned: tokens("Reward tokens in the ledger.", 120),
  rewardWaiting: tokens("Tokens of rewards that are promised or on hold.", 30),
});

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
  /** Members with an approved purchase, among the invited. */
  buying: number;
} & Pick<
  z.output<typeof ReferralAnswer>,
  "invited" | "verified" | "rewardEarned" | "rewardWaiting"
>;
