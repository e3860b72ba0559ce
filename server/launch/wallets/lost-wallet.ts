import {
  adminProcedure,
  type AdminContext,
  findMember,
  memberProcedure,
  recordAudit,
  transactWithin,
  findSelf,
} from "@server/access";
import type { StoredForSecondAdmin } from "@server/access/rules/second-admin";
import { onceOrAsked, notifyCompany, type PendingChange, storeChange } from "@server/companies";
import { ConfirmWallet, LoseWallet } from "@server/launch/contracts/wallets";
import { confirmWallet, findProof, loseWallet } from "@server/launch/queries/wallets";
import { lockProven, verifyCurrentPassword } from "@server/members";
import { mailTo } from "@server/messages/rules/mail-to";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { shortWallet } from "@server/platform/rules/people/masking";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";

/**
 * Notes that the member lost the wallet in force: nothing goes there from now on, and the next one that
 * they prove takes force only after admins confirm it. The member and the admins are mailed. Refuses with
 * WALLET_NOT_IN_FORCE.
 */
export const loseOwnWallet = memberProcedure.input(LoseWallet).mutation(async ({ ctx, input }) => {
  const { company } = ctx;
  const member = await findSelf(ctx.db, ctx.actor);
  await verifyCurrentPassword(ctx, member, input.currentPassword);
  return transactWithin(ctx, async (inside, tx): Promise<null> => {
    await lockProven(tx, member);
    const key = { companyId: company.id, memberId: member.id, id: input.id };
    const lost = orRefuse(await loseWallet(tx, key), "WALLET_NOT_IN_FORCE");
    const address = shortWallet(lost.address);
    await recordAudit(inside, {
      action: "wallet.lost",
      subjectType: "member",
      subjectId: member.id,
      before: { wallet: address },
    });
    await ctx.deps.jobs.notify(tx, {
      ...mailTo(company.id, member),
      template: "walletChanged",
      params: { change: "LOST", address, at: "" },
    });
    const params = { member: `${member.name} (${member.referralCode})`, personId: member.id };
    await notifyCompany(inside, { template: "walletLost", params }, { contacts: false });
    return null;
  });
});

/** Stores the confirmation of the wallet that follows a lost one for a second admin. */
async function askToConfirm(
  ctx: AdminContext,
  { id, evidence }: ConfirmWallet,
): Promise<null | StoredForSecondAdmin> {
  const found = await findProof(ctx.db, ctx.company.id, id);
  if (!found || found.validFrom !== null) throw refuse("WALLET_NOT_WAITING");
  const member = await findMember(ctx.db, ctx.company.id, found.memberId);
  return storeChange(ctx, {
    kind: "LOST_WALLET",
    subjectId: id,
    change: {
      before: null,
      after: {
        referralCode: member?.referralCode ?? "",
        wallet: found.address,
        evidence,
      },
    },
  });
}

export const confirmOwnWallet = adminProcedure
  .input(ConfirmWallet)
  .mutation(onceOrAsked(askToConfirm));

/**
 * Applies a confirmed wallet: it takes force a day later, and its member is mailed. Refuses with
 * CHANGE_OVERTAKEN if the member stopped it, or proved another one.
 */
export async function applyLostWallet(
  ctx: AdminContext,
  { companyId, subjectId }: PendingChange,
): Promise<void> {
  const confirmed = await confirmWallet(ctx.db, { companyId, id: subjectId });
  if (!confirmed?.validFrom) throw refuse("CHANGE_OVERTAKEN");
  const member = await findMember(ctx.db, companyId, confirmed.memberId);
  const address = shortWallet(confirmed.address);
  await recordAudit(ctx, {
    action: "wallet.confirmed",
    subjectType: "member",
    subjectId: confirmed.memberId,
    after: { wallet: address },
  });
  if (!member) return;
  await ctx.deps.jobs.notify(ctx.db, {
    ...mailTo(companyId, member),
    template: "walletChanged",
    params: { change: "PROVEN", address, at: formatDateTime(confirmed.validFrom) },
  });
}
