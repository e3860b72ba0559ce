import { findMedia } from "@db/queries/medias";
import { holdingOf } from "@db/queries/figures";
import { allocatedTokens } from "@db/queries/supplies";
import { findMember, updateMember, type NewMember } from "@db/queries/members";
import { type Context, withinTransaction } from "@server/context/context";
import {
  SavePreferences,
  UpdateProfile,
  type MemberFrame,
  type Preferences,
  type Profile,
} from "@server/contracts/members";
import { isImageType, isAcceptedType } from "@server/domain/media/accepted-types";
import { normaliseWalletAddress } from "@server/domain/members/identity";
import { refuse } from "@server/domain/refusals/refuse";
import { lockProven, verifyCurrentPassword } from "@server/procedures/passwords/save-password";
import { memberProcedure, recordAudit, signedInProcedure } from "@server/procedures/trpc";
import { assertOfAge } from "@server/domain/members/birth-date";
import { findFrame } from "@db/queries/order-lists";
import { type OrderStatus, SUBMITTED_STATUSES } from "@db/vocabulary";
import { MOST_FOLLOWED, type OrderRecord } from "@server/contracts/orders";
import { HOLD_SECONDS, isHoldOver, QUOTE_STANDS_SECONDS } from "@server/domain/orders/times";
import { openOrderOf, orderRecord } from "../orders/order-view";
import { profileImageOf, profileView } from "./views";

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

/** Among these, the screens look for decisions of the last days. */
const NEWEST_ORDERS = 10;

/** So many orders that ended unpaid are offered again; the history has all. */
const UNPAID_ORDERS = 3;

const SUBMITTED: ReadonlySet<OrderStatus> = new Set(SUBMITTED_STATUSES);

/** What the frame of a member's screens shows of them; two statements, since every screen has it. */
export const frame = memberProcedure.query(async ({ ctx }): Promise<MemberFrame> => {
  const found = await findFrame(ctx.db, ctx.company.id, ctx.actor.id, {
    waiting: MOST_FOLLOWED,
    latest: NEWEST_ORDERS,
    unpaid: UNPAID_ORDERS,
    // While an expired order may still be paid at its price (architecture.md §6).
    unpaidSeconds: HOLD_SECONDS + QUOTE_STANDS_SECONDS,
  });
  if (!found) throw refuse("NOT_SIGNED_IN");
  const { user, open } = found;
  const all = found.orders.map((order) => orderRecord(order, user));
  const isUnpaid = ({ status }: OrderRecord) => !SUBMITTED.has(status);
  const records = all.filter((record) => !isUnpaid(record));
  return {
    name: user.name,
    referralCode: user.referralCode,
    profileImage: profileImageOf(user),
    unread: found.unread,
    open: open && !isHoldOver(open, open.now) ? openOrderOf(open, open.now) : null,
    waiting: records.filter(({ status }) => status === "PENDING").slice(0, MOST_FOLLOWED),
    latest: records.slice(0, NEWEST_ORDERS),
    unpaid: all
      .filter(isUnpaid)
      // An OPEN one is over as well, and only its sweep has not come yet.
      .map((record) => ({
        ...record,
        status: record.status === "OPEN" ? "EXPIRED" : record.status,
      })),
  };
});

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
