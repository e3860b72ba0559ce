import { mailTo } from "@server/messages/rules/mail-to";
import { keepSigns } from "@server/members/queries/signs";
import {
  adminProcedure,
  findListed,
  lockMember,
  memberProcedure,
  type MemberRow,
  recordAudit,
  updateMember,
  transactWithin,
  type AdminContext,
  inTransaction,
} from "@server/access";
import {
  ApproveMembers,
  type ListedMember,
  type Member,
  RefuseMember,
  type SelectedMember,
  SelectMembers,
} from "@server/members/contracts/members";
import { endWaitForVerification } from "@server/ledger";
import { askedAgain, identityMark } from "@server/members/profile/end-verification";
import { acceptEvidence } from "@server/members/identity/desk/accept-evidence";
import { memberView } from "@server/members/profile/views";
import { signsOfKyc } from "@server/members/rules/risk/risk";
import { keptKycNumber } from "@server/platform/rules/people/kyc-number";
import { maskKycNumber } from "@server/platform/rules/people/masking";
import { Refusal, refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { endOf } from "./account-end";

type Listed = Awaited<ReturnType<typeof findListed>>[number];

/** A person as Manage User shows them. */
export const listedView = ({ user, waitsSince, hasBought }: Listed): ListedMember => ({
  ...memberView(user),
  endsAt: endOf(user),
  waitsSince: waitsSince?.toISOString() ?? null,
  isRefused: user.verificationRefusedAt !== null,
  hasBought,
});

/** Locks a member who waits for verification, with the `identity` that a page showed. */
async function lockUnverified(
  ctx: AdminContext,
  { id, identity }: { id: string; identity?: string | undefined },
): Promise<MemberRow> {
  const member = orRefuse(await lockMember(ctx.db, ctx.company.id, id), "MEMBER_NOT_FOUND");
  if (member.role === "ADMIN") throw refuse("ADMIN_HAS_NO_APPROVAL");
  if (member.isApproved) throw refuse("MEMBER_ALREADY_APPROVED");
  if (identity !== undefined && identity !== identityMark(member)) throw refuse("MEMBER_CHANGED");
  return member;
}

/** Writes a decision with its audit entry; the caller mails it. */
async function decide(
  ctx: AdminContext,
  { id }: MemberRow,
  action: "member.approved" | "member.refused",
  changes: Pick<MemberRow, "isApproved" | "verificationRefusedAt" | "verificationRefusal">,
): Promise<MemberRow> {
  const user = orRefuse(
    await updateMember(ctx.db, ctx.company.id, id, changes),
    "MEMBER_NOT_FOUND",
  );
  // The reason is left out: the audit log is permanent, and deletion must erase what a person wrote.
  await recordAudit(ctx, {
    action,
    subjectType: "member",
    subjectId: id,
    before: { isApproved: false },
    after: { isApproved: changes.isApproved },
  });
  return user;
}

/** Verifies a member in a transaction of its own. Refuses as `lockUnverified` and `acceptEvidence`. */
export const approveOne = (
  ctx: AdminContext,
  input: { id: string; identity?: string | undefined },
): Promise<Member> =>
  transactWithin(ctx, async (inside, tx) => {
    const before = await lockUnverified(inside, input);
    await acceptEvidence(inside, before);
    const user = await decide(inside, before, "member.approved", {
      isApproved: true,
      verificationRefusedAt: null,
      verificationRefusal: null,
    });
    // The number of the document was compared with the document itself.
    if (before.kycEncrypted) {
      const { secrets } = ctx.deps;
      const signs = signsOfKyc(keptKycNumber(secrets.decrypt("kyc", before.kycEncrypted)));
      await keepSigns(tx, secrets, { companyId: before.companyId, memberId: before.id }, signs);
    }
    await endWaitForVerification(tx, ctx.company.id, user.id);
    await ctx.deps.jobs.notify(tx, {
      template: "memberVerified",
      params: {},
      ...mailTo(user.companyId, user),
    });
    return memberView(user);
  });

/** Each is a decision of its own: one that is refused does not stop the others. */
export const approveMany = adminProcedure.input(ApproveMembers).mutation(async ({ ctx, input }) => {
  let approved = 0;
  for (const member of input.members) {
    try {
      await approveOne(ctx, member);
      approved += 1;
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
    }
  }
  return { approved, left: input.members.length - approved };
});

/** The members of a selection who wait, with what an admin verifies. */
export const selected = adminProcedure
  .input(SelectMembers)
  .query(async ({ ctx, input }): Promise<SelectedMember[]> => {
    const found = await findListed(ctx.db, ctx.company.id, input.ids);
    return found
      .filter(({ waitsSince }) => waitsSince !== null)
      .map((one) => ({
        ...listedView(one),
        dateOfBirth: one.user.dateOfBirth,
        kycDocumentNumber: one.user.kycEncrypted
          ? maskKycNumber(ctx.deps.secrets.decrypt("kyc", one.user.kycEncrypted))
          : null,
        identity: identityMark(one.user),
      }));
  });

/** Refuses to verify a member, who reads the reason in the mail, the notices and the profile. */
export const refuseMember = adminProcedure.input(RefuseMember).mutation(
  inTransaction(async (ctx, input, tx) => {
    const before = await lockUnverified(ctx, input);
    if (before.verificationRefusedAt) throw refuse("MEMBER_ALREADY_REFUSED");
    const { reason } = input;
    const user = await decide(ctx, before, "member.refused", {
      isApproved: false,
      verificationRefusedAt: ctx.now,
      verificationRefusal: reason,
    });
    await ctx.deps.jobs.notify(tx, {
      template: "memberRefused",
      params: { reason },
      ...mailTo(user.companyId, user),
    });
    return memberView(user);
  }),
);

/** A refused member asks for verification again; repeated, it changes nothing. */
export const askVerification = memberProcedure.mutation(
  inTransaction(async (ctx, _, tx) => {
    const before = await lockMember(tx, ctx.company.id, ctx.actor.id);
    if (!before?.verificationRefusedAt) return null;
    await updateMember(tx, ctx.company.id, before.id, askedAgain(ctx.now));
    await recordAudit(ctx, {
      action: "member.verification-asked",
      subjectType: "member",
      subjectId: before.id,
      after: null,
    });
    return null;
  }),
);
