import { keepSigns } from "@server/members/queries/signs";
import { findMedia } from "@server/media";
import { holdingOf, type Secrets } from "@server/platform";
import {
  signOfMobile,
  signsOfKyc,
  signOfWallet,
  typedUnless,
} from "@server/members/rules/risk/risk";
import { allocatedTokens } from "@server/ledger";
import {
  findMember,
  updateMember,
  type MemberRow,
  type NewMember,
  type Context,
  transactWithin,
  memberProcedure,
  recordAudit,
  signedInProcedure,
  findSelf,
  inTransaction,
} from "@server/access";
import {
  ChooseShown,
  SavePreferences,
  UpdateProfile,
  type Preferences,
  type Profile,
} from "@server/members/contracts/members";
import { isImageType, isAcceptedType } from "@server/files/rules/accepted-types";
import { normaliseWalletAddress } from "@server/platform/rules/people/wallet-address";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { lockProven, verifyCurrentPassword } from "@server/members/passwords/save-password";
import { assertOfAge } from "@server/platform/rules/people/birth-date";
import { changedIdentity, type IdentityField } from "@server/members/rules/changed-identity";
import { askedAgain, endVerification, identityOf } from "./end-verification";
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

/**
 * Empty fields stay unchanged; the current password is always required (product.md §5). A verified or
 * refused member whose identity changes waits for verification again (§4).
 */
export const updateProfile = memberProcedure
  .input(UpdateProfile)
  .mutation(async ({ ctx, input }): Promise<Profile> => {
    const companyId = ctx.company.id;
    const user = await findSelf(ctx.db, ctx.actor);
    await verifyCurrentPassword(ctx, user, input.currentPassword);
    if (input.dateOfBirth) assertOfAge(input.dateOfBirth, ctx.now);
    const { profileImageId: pictureId } = input;
    if (pictureId) await assertOwnPicture(ctx, companyId, user.id, pictureId);
    await transactWithin(ctx, async (inside, tx) => {
      const before = await lockProven(tx, user);
      const identity = changedIdentity(identityOf(before, ctx.deps.secrets), input);
      const changes = changesOf(before, input, identity, ctx.deps.secrets);
      const fields = Object.keys(changes);
      if (fields.length === 0) return;
      await updateMember(tx, companyId, user.id, changes);
      await keepSigns(tx, ctx.deps.secrets, { companyId, memberId: user.id }, [
        ...(changes.mobile ? typedUnless(false, signOfMobile(changes.mobile)) : []),
        ...(changes.walletAddress ? typedUnless(false, signOfWallet(changes.walletAddress)) : []),
        ...(changes.kycEncrypted && input.kycDocumentNumber
          ? typedUnless(false, ...signsOfKyc(input.kycDocumentNumber))
          : []),
      ]);
      // Field names only: the audit log is permanent, personal data is not.
      await recordAudit(inside, {
        action: "member.profile-updated",
        subjectType: "member",
        subjectId: user.id,
        after: { fields },
      });
      if (before.isApproved && identity.length > 0) {
        await endVerification(inside, before, identity);
      } else if (before.verificationRefusedAt && identity.length > 0) {
        await updateMember(tx, companyId, user.id, askedAgain(ctx.now));
      }
    });
    return ownProfile(ctx, companyId, user.id);
  });

/** Returns the columns that the input changes. An unchanged number keeps its ciphertext. */
function changesOf(
  before: MemberRow,
  { name, mobile, dateOfBirth, pincode, gender, kycDocumentNumber, ...input }: UpdateProfile,
  identity: readonly IdentityField[],
  secrets: Secrets,
): Partial<NewMember> {
  const wallet = input.walletAddress && normaliseWalletAddress(input.walletAddress);
  const picture = input.profileImageId ?? (input.removeProfileImage ? null : undefined);
  return {
    ...(identity.includes("name") && { name }),
    ...(mobile && mobile !== before.mobile && { mobile, mobileVerifiedAt: null }),
    ...(identity.includes("dateOfBirth") && { dateOfBirth }),
    ...(pincode && pincode !== before.pincode && { pincode }),
    ...(gender && gender !== before.gender && { gender }),
    ...(wallet && wallet !== before.walletAddress && { walletAddress: wallet }),
    ...(kycDocumentNumber &&
      identity.includes("kycDocumentNumber") && {
        kycEncrypted: secrets.encrypt("kyc", kycDocumentNumber),
      }),
    ...(picture !== undefined && picture !== before.avatarMediaId && { avatarMediaId: picture }),
  };
}

async function assertOwnPicture(
  ctx: Context,
  companyId: string,
  ownerId: string,
  id: string,
): Promise<void> {
  const media = await findMedia(ctx.db, companyId, id);
  const isPicture = media && isAcceptedType(media.contentType) && isImageType(media.contentType);
  if (!isPicture || media.ownerId !== ownerId) throw refuse("MEDIA_NOT_FOUND");
}

/** Saves what other members see: the first name and initial, and the wallet in Global Stock. */
export const chooseShown = memberProcedure.input(ChooseShown).mutation(
  inTransaction(async (ctx, input, tx) => {
    const { company, actor } = ctx;
    const before = await findSelf(tx, actor);
    const { showsName, hidesWallet } = input;
    const fields = [
      ...(showsName === before.showsName ? [] : ["showsName"]),
      ...(hidesWallet === before.hidesWallet ? [] : ["hidesWallet"]),
    ];
    if (fields.length === 0) return null;
    await updateMember(tx, company.id, actor.id, { showsName, hidesWallet });
    await recordAudit(ctx, {
      action: "member.profile-updated",
      subjectType: "member",
      subjectId: actor.id,
      after: { fields },
    });
    return null;
  }),
);

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
