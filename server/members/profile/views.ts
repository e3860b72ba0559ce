import type { MemberRow } from "@server/access";
import type { Member, Profile } from "@server/members/contracts/members";
import { adminRoleOf } from "@server/access/rules/admin-roles";
import { maskKycNumber } from "@server/platform/rules/people/masking";
import type { Secrets } from "@server/platform";
import { randomBytes } from "node:crypto";
import { violatedConstraint } from "@db/client";
import { referralCode } from "@server/platform/rules/people/referral-code";

/** A person as an admin sees them. */
export const memberView = (user: MemberRow): Member => ({
  id: user.id,
  name: user.name,
  mobile: user.mobile,
  email: user.email,
  role: user.role,
  adminRole: user.role === "ADMIN" ? adminRoleOf(user.adminRole) : null,
  referralCode: user.referralCode,
  createdAt: user.createdAt.toISOString(),
  isApproved: user.isApproved,
  status: user.status,
});

export const profileImageOf = ({
  avatarMediaId,
}: Pick<MemberRow, "avatarMediaId">): Profile["profileImage"] =>
  avatarMediaId ? { url: `/media/${avatarMediaId}` } : null;

/** A person as they see themselves. */
export const profileView = (
  user: MemberRow,
  secrets: Secrets,
  stock: { globalStake: number; stockBalance: number },
): Profile => ({
  id: user.id,
  name: user.name,
  email: user.email,
  mobile: user.mobile,
  referralCode: user.referralCode,
  dateOfBirth: user.dateOfBirth,
  pincode: user.pincode,
  gender: user.gender,
  profileImageId: user.avatarMediaId,
  profileImage: profileImageOf(user),
  kycDocumentNumber: user.kycEncrypted
    ? maskKycNumber(secrets.decrypt("kyc", user.kycEncrypted))
    : null,
  walletAddress: user.walletAddress,
  isApproved: user.isApproved,
  verificationRefusal: user.verificationRefusal,
  isEmailVerified: user.emailVerifiedAt !== null,
  isMobileVerified: user.mobileVerifiedAt !== null,
  ...stock,
  showsName: user.showsName,
  hidesWallet: user.hidesWallet,
  language: user.language,
  colourScheme: user.colourScheme,
  createdAt: user.createdAt.toISOString(),
});

const TRIES = 5;

/** Runs a transaction with a new referral code; retries with another if the code is taken. */
export async function withReferralCode<T>(
  run: (code: string) => Promise<T>,
  draw: () => string = () => referralCode(randomBytes(16)),
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run(draw());
    } catch (error) {
      if (tried === TRIES || violatedConstraint(error) !== "users_referral_code") throw error;
    }
  }
}
