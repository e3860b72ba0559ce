import { findMedia } from "@server/media";
import { holdingOf } from "@server/platform";
import { allocatedTokens } from "@server/ledger";
import {
  findMember,
  updateMember,
  type NewMember,
  type Context,
  withinTransaction,
  memberProcedure,
  recordAudit,
  signedInProcedure,
} from "@server/access";
import {
  SavePreferences,
  UpdateProfile,
  type Preferences,
  type Profile,
} from "@server/members/contracts/members";
import { isImageType, isAcceptedType } from "@server/files/rules/accepted-types";
import { normaliseWalletAddress } from "@server/platform/rules/people/identity-numbers";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { lockProven, verifyCurrentPassword } from "@server/members/passwords/save-password";
import { assertOfAge } from "@server/platform/rules/people/birth-date";
import { profileView } from "./views";

async function ownProfile(ctx: Context, companyId: string, id: string): Promise<Profile> {
  const [user, globalStake, { tokens: stockBalance }] = await Promise.all([
    findMember(ctx.db, companyId, id),
    allocatedTokens(ctx.db, companyId),
    holdingOf(ctx.db, companyId, id),
  ]);
  if (!user) throw refuse("NOT_SIGNED_IN");
  return profileView(user, ctx.deps.secrets, { globalStake, stockBalance });
}

export const profile = memberProcedure.query(({ ctx }) =>
  ownProfile(ctx, ctx.company.id, ctx.actor.id),
);

/** Empty fields stay unchanged; the current password is always required (product.md §5). */
export const updateProfile = memberProcedure
  .input(UpdateProfile)
  .mutation(async ({ ctx, input }): Promise<Profile> => {
    const companyId = ctx.company.id;
    const user = await findMember(ctx.db, companyId, ctx.actor.id);
    if (!user) throw refuse("NOT_SIGNED_IN");
    await verifyCurrentPassword(ctx, user, input.currentPassword);
    if (input.dateOfBirth) assertOfAge(input.dateOfBirth, ctx.now);
    const changes: Partial<NewMember> = {
      ...(input.name && { name: input.name }),
      ...(input.mobile &&
        input.mobile !== user.mobile && { mobile: input.mobile, mobileVerifiedAt: null }),
      ...(input.dateOfBirth && { dateOfBirth: input.dateOfBirth }),
      ...(input.walletAddress && { walletAddress: normaliseWalletAddress(input.walletAddress) }),
      ...(input.kycDocumentNumber && {
        kycEncrypted: ctx.deps.secrets.encrypt("kyc", input.kycDocumentNumber),
      }),
      ...(input.removeProfileImage && { avatarMediaId: null }),
      ...(input.profileImageId && {
        avatarMediaId: await ownPicture(ctx, companyId, user.id, input.profileImageId),
      }),
    };
    const changed = Object.keys(changes);
    if (changed.length > 0) {
      await ctx.transact(async (tx) => {
        await lockProven(tx, user);
        await updateMember(tx, companyId, user.id, changes);
        // Field names only: the audit log is permanent, personal data is not.
        await recordAudit(withinTransaction(ctx, tx), {
          action: "member.profile-updated",
          subjectType: "member",
          subjectId: user.id,
          after: { fields: changed },
        });
      });
    }
    return ownProfile(ctx, companyId, user.id);
  });

async function ownPicture(
  ctx: Context,
  companyId: string,
  ownerId: string,
  id: string,
): Promise<string> {
  const media = await findMedia(ctx.db, companyId, id);
  const isPicture = media && isAcceptedType(media.contentType) && isImageType(media.contentType);
  if (!isPicture || media.ownerId !== ownerId) throw refuse("MEDIA_NOT_FOUND");
  return id;
}

export const savePreferences = signedInProcedure
  .input(SavePreferences)
  .mutation(async ({ ctx, input }): Promise<Preferences> => {
    const { actor } = ctx;
    if (actor.role === "SUPER_ADMIN") throw refuse("WRONG_ROLE");
    const changes = {
      ...(input.language && { language: input.language }),
      ...(input.colourScheme && { colourScheme: input.colourScheme }),
    };
    const user =
      Object.keys(changes).length > 0
        ? await updateMember(ctx.db, actor.companyId, actor.id, changes)
        : await findMember(ctx.db, actor.companyId, actor.id);
    if (!user) throw refuse("NOT_SIGNED_IN");
    return { language: user.language, colourScheme: user.colourScheme };
  });
