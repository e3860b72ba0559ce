import type { User } from "@db/queries/users";
import type { Member, Profile } from "@server/contracts/members";
import { maskKycNumber } from "@server/domain/people/masking";
import type { Secrets } from "@server/secrets/secrets";

/** A person as an admin sees them. */
export const memberView = (user: User): Member => ({
  id: user.id,
  name: user.name,
  mobile: user.mobile,
  email: user.email,
  role: user.role,
  referralCode: user.referralCode,
  createdAt: user.createdAt.toISOString(),
  isApproved: user.isApproved,
  status: user.status,
});

/** A person as they see themselves. */
export const profileView = (
  user: User,
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
  profileImage: user.avatarMediaId ? { url: `/media/${user.avatarMediaId}` } : null,
  kycDocumentNumber: user.kycEncrypted
    ? maskKycNumber(secrets.decrypt("kyc", user.kycEncrypted))
    : null,
  walletAddress: user.walletAddress,
  isApproved: user.isApproved,
  isEmailVerified: user.emailVerifiedAt !== null,
  isMobileVerified: user.mobileVerifiedAt !== null,
  ...stock,
  language: user.language,
  colourScheme: user.colourScheme,
  createdAt: user.createdAt.toISOString(),
});
