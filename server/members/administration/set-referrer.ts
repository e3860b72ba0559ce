import { mailTo } from "@server/messages/rules/mail-to";
import {
  adminProcedure,
  type CompanyContext,
  findReferrer,
  lockMember,
  type MemberRow,
  recordAudit,
  updateMember,
  inTransaction,
} from "@server/access";
import { SetReferrer } from "@server/members/contracts/member-details";
import { findReferrerOf } from "@server/members/queries/member-details";
import { hasPurchase, moveUnpaidOrders } from "@server/members/queries/referrals";
import type { Message } from "@server/messages";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** A referrer is corrected within this time after the registration. */
const CORRECTED_WITHIN_MS = 7 * 24 * 60 * 60 * 1000;

const untilOf = ({ createdAt }: MemberRow) => new Date(createdAt.getTime() + CORRECTED_WITHIN_MS);

/** Returns until when an admin may correct a member's referrer; null if no longer. */
export async function referrerUntil(
  { db, now }: Pick<CompanyContext, "db" | "now">,
  member: MemberRow,
): Promise<string | null> {
  const until = untilOf(member);
  if (member.role !== "USER" || until <= now) return null;
  return (await hasPurchase(db, member.companyId, member.id)) ? null : until.toISOString();
}

/**
 * Corrects a wrong referrer, before anything was bought. Refuses with REFERRER_FINAL later, and with
 * REFERRER_CHANGED if the referrer is no longer the one that the page showed. Tells all whom it
 * concerns.
 */
export const setReferrer = adminProcedure.input(SetReferrer).mutation(
  inTransaction(async (ctx, input, tx) => {
    const { id: companyId } = ctx.company;
    const { referralCode = "", shown = "", reason } = input;
    const named = referralCode === "" ? undefined : await findReferrer(tx, companyId, referralCode);
    if (referralCode !== "" && !named) throw refuse("REFERRAL_CODE_UNKNOWN");
    // Both rows are locked by id: two members cannot become each other's referrers concurrently, and a
    // purchase waits.
    const locked = new Map<string, MemberRow>();
    for (const id of [...new Set([input.id, ...(named ? [named.id] : [])])].sort()) {
      const row = await lockMember(tx, companyId, id);
      if (row) locked.set(id, row);
    }
    const member = locked.get(input.id);
    if (member?.role !== "USER") throw refuse("MEMBER_NOT_FOUND");
    if (untilOf(member) <= ctx.now || (await hasPurchase(tx, companyId, member.id))) {
      throw refuse("REFERRER_FINAL");
    }
    const before = member.referrerId
      ? await findReferrerOf(tx, companyId, member.referrerId)
      : undefined;
    if (shown !== (before?.referralCode ?? "")) throw refuse("REFERRER_CHANGED");
    const after = named && locked.get(named.id);
    if (named && after?.status !== "ACTIVE") throw refuse("REFERRAL_CODE_UNKNOWN");
    if (after?.id === member.id || after?.referrerId === member.id) throw refuse("REFERRER_OWN");
    if (after?.id === before?.id) throw refuse("REFERRER_UNCHANGED");

    const referrerId = after?.id ?? null;
    await updateMember(tx, companyId, member.id, { referrerId, referralTag: null });
    await moveUnpaidOrders(tx, companyId, member.id, referrerId);
    const lost = before && (await lockMember(tx, companyId, before.id, "share"));
    await ctx.deps.jobs.notify(
      tx,
      toldOf(member, { change: "OWN", memberId: after?.referralCode ?? "" }),
      ...(after ? [toldOf(after, { change: "GAINED", memberId: "" })] : []),
      ...(lost ? [toldOf(lost, { change: "LOST", memberId: "" })] : []),
    );
    await recordAudit(ctx, {
      action: "member.referrer-changed",
      subjectType: "member",
      subjectId: member.id,
      before: { referralCode: before?.referralCode ?? null },
      after: { referralCode: after?.referralCode ?? null, reason },
    });
    return null;
  }),
);

/** The mail to one of the members; it names nobody. */
const toldOf = (member: MemberRow, params: Message<"referrerChanged">["params"]): Message => ({
  ...mailTo(member.companyId, member),
  template: "referrerChanged",
  params,
});
