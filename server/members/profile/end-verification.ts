import { createHash } from "node:crypto";
import { type Context, type MemberRow, recordAudit, updateMember } from "@server/access";
import { findIdentity, saveIdentity } from "@server/members/queries/identity";
import { notifyCompany } from "@server/companies";
import type { Secrets } from "@server/platform";
import { keptKycNumber } from "@server/platform/rules/people/kyc-number";
import type { Identity, IdentityField } from "@server/members/rules/changed-identity";

type Row = Pick<MemberRow, "name" | "dateOfBirth" | "kycEncrypted">;

export const identityOf = (
  { name, dateOfBirth, kycEncrypted }: Row,
  secrets: Secrets,
): Identity => ({
  name,
  dateOfBirth,
  kycDocumentNumber: kycEncrypted && keptKycNumber(secrets.decrypt("kyc", kycEncrypted)),
});

/**
 * Returns a fingerprint of the details that an admin verifies. It has the number as ciphertext, whose
 * nonce is random: nobody who reads it can guess the number.
 */
export const identityMark = ({ name, dateOfBirth, kycEncrypted }: Row): string =>
  createHash("sha256")
    .update(JSON.stringify([name, dateOfBirth, kycEncrypted]))
    .digest("base64url");

/** The columns of a member who waits for verification from now on. */
export const askedAgain = (now: Date) => ({
  verificationAskedAt: now,
  verificationRefusedAt: null,
  verificationRefusal: null,
});

/**
 * Takes the verification from a member whose identity changes, and tells the company's admins. Call it
 * in the change's transaction, with the row that it locked.
 */
export async function endVerification(
  ctx: Context,
  { companyId, id, name, referralCode }: MemberRow,
  fields: readonly IdentityField[],
): Promise<void> {
  await updateMember(ctx.db, companyId, id, { isApproved: false, ...askedAgain(ctx.now) });
  // What was shown is kept, and is sent and checked again.
  const of = await findIdentity(ctx.db, companyId, id);
  if (of?.verifiedAt) {
    const ended = { state: "ASKED", verifiedAt: null, verifiedUntil: null } as const;
    await saveIdentity(ctx.db, companyId, id, ended);
  }
  await recordAudit(ctx, {
    action: "member.unverified",
    subjectType: "member",
    subjectId: id,
    companyId,
    before: { isApproved: true },
    after: { isApproved: false, fields },
  });
  await notifyCompany(
    { ...ctx, company: { id: companyId } },
    {
      template: "memberUnverified",
      params: { member: `${name} (${referralCode})`, personId: id, fields },
    },
    { contacts: false },
  );
}
