import {
  findLink,
  spendCode,
  findMember,
  updateMember,
  type Context,
  transactWithin,
  publicProcedure,
} from "@server/access";
import { findCompany, originOfCompany, isPlatform } from "@server/sites";
import { type Invitation, InvitationRef, SetPassword } from "@server/members/contracts/passwords";
import { assertPassword } from "@server/platform/rules/people/password";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { savePassword } from "./save-password";

/**
 * The invitation behind a link to set a password. Refuses with LINK_DEAD if the link is unknown, used,
 * expired or for another company's host, or if the person already has a password.
 */
async function findInvitation(ctx: Context, token: string) {
  const hashes = ctx.deps.secrets.keyedHashes("one-time-code", token);
  const link = await findLink(ctx.db, "SET_PASSWORD", hashes);
  if (!link?.companyId) throw refuse("LINK_DEAD");
  if (!isPlatform(ctx.site) && ctx.company?.id !== link.companyId) throw refuse("LINK_DEAD");
  const [company, person] = await Promise.all([
    findCompany(ctx.db, link.companyId),
    findMember(ctx.db, link.companyId, link.subject),
  ]);
  const isWaiting = person?.status === "ACTIVE" && person.passwordHash === null;
  if (!company || !person || !isWaiting || person.email !== link.address) throw refuse("LINK_DEAD");
  return { link, company, person };
}

export const invitation = publicProcedure
  .input(InvitationRef)
  .query(async ({ ctx, input }): Promise<Invitation> => {
    const { link, company, person } = await findInvitation(ctx, input.token);
    return {
      companyName: company.name,
      name: person.name,
      email: person.email,
      expiresAt: link.expiresAt.toISOString(),
    };
  });

/** Single use: of several concurrent calls one sets the password (architecture.md §7). */
export const setPassword = publicProcedure.input(SetPassword).mutation(async ({ ctx, input }) => {
  const { link, person, company } = await findInvitation(ctx, input.token);
  assertPassword(input.newPassword, { ...person, company });
  const passwordHash = await ctx.deps.passwords.hash(input.newPassword);
  await transactWithin(ctx, async (inside, tx) => {
    if (!(await spendCode(tx, link.id))) throw refuse("LINK_DEAD");
    await savePassword(inside, person, passwordHash, { action: "member.password-set" });
    // The link was sent to this mailbox.
    await updateMember(tx, person.companyId, person.id, { emailVerifiedAt: ctx.now });
  });
  const { appOrigin } = ctx.deps.config;
  const origin = await originOfCompany(ctx.db, appOrigin, person.companyId);
  const isHere = ctx.company?.id === person.companyId || origin === appOrigin;
  return { loginOrigin: isHere ? null : origin, companyId: person.companyId };
});
