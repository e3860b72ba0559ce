import { mailTo } from "@server/messages/rules/mail-to";
import {
  type MemberRow,
  type NewMember,
  updateMember,
  removePasskeysOf,
  type Context,
  recordAudit,
} from "@server/access";
import { endVerification, identityOf } from "@server/members/profile/end-verification";
import { keepContactSigns } from "@server/members/profile/contact-signs";
import { changedIdentity } from "@server/members/rules/changed-identity";

/** Fields that somebody else may have entered before the account's address was proven. */
const UNPROVEN = {
  mobile: "",
  mobileVerifiedAt: null,
  dateOfBirth: null,
  pincode: null,
  gender: null,
  kycEncrypted: null,
  walletAddress: null,
  avatarMediaId: null,
  referrerId: null,
  referralTag: null,
} as const satisfies Partial<NewMember>;

/**
 * Marks a person's mail address as proven, in the caller's transaction. If a member's was not proven
 * before, what somebody else may have entered is cleared, and the owner is told by mail (architecture.md
 * §7). Only whoever reads the mailbox, and nobody's session, comes here.
 */
export async function proveAddress(ctx: Context, person: MemberRow): Promise<void> {
  const { companyId, id } = person;
  if (person.emailVerifiedAt) return;
  const fields =
    person.role === "USER"
      ? (Object.keys(UNPROVEN) as (keyof typeof UNPROVEN)[]).filter(
          (name) => person[name] !== UNPROVEN[name],
        )
      : [];
  const cleared = Object.fromEntries(fields.map((name) => [name, UNPROVEN[name]]));
  const proven = { ...cleared, emailVerifiedAt: ctx.now };
  await updateMember(ctx.db, companyId, id, proven);
  await keepContactSigns(ctx.db, ctx.deps.secrets, { ...person, ...proven });
  const lost = changedIdentity(identityOf(person, ctx.deps.secrets), {
    ...(fields.includes("dateOfBirth") && { dateOfBirth: null }),
    ...(fields.includes("kycEncrypted") && { kycDocumentNumber: null }),
  });
  if (person.isApproved && lost.length > 0) await endVerification(ctx, person, lost);
  // One of somebody else's would go on logging in, whatever the new password.
  const passkeys = person.role === "USER" ? await removePasskeysOf(ctx.db, id) : 0;
  if (fields.length === 0 && passkeys === 0) return;
  await recordAudit(ctx, {
    action: "member.address-proven",
    subjectType: "member",
    subjectId: id,
    companyId,
    after: { fields, ...(passkeys > 0 && { passkeys }) },
  });
  await ctx.deps.jobs.notify(ctx.db, {
    template: "addressProven",
    params: {},
    ...mailTo(companyId, person),
  });
}
