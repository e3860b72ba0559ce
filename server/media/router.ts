import { findAnyMedia, findMedia } from "@server/media/queries/medias";
import { AddMedia, MediaRef, mediaUrl, type MediaView } from "@server/media/contracts/media";
import { isAcceptedType, isImageType } from "@server/files/rules/accepted-types";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  sourceOf,
  refuseWithoutTwoFactor,
  refuseWhileSuspended,
  router,
  signedInProcedure,
} from "@server/access";
import { storeFile } from "./store-file";

/** Refuses files while the admin area or the site is closed to their owner. */
const fileProcedure = signedInProcedure.use(async ({ ctx, next }) => {
  await refuseWithoutTwoFactor(ctx.db, ctx.actor, ctx.deps.config);
  await refuseWhileSuspended(ctx.db, ctx.actor);
  return next();
});

/** Stores an uploaded file as the caller's. */
const add = fileProcedure.input(AddMedia).mutation(async ({ ctx, input }): Promise<MediaView[]> => {
  const [file] = input.files;
  if (!file) throw refuse("FILE_REQUIRED");
  if (input.files.length > 1) throw refuse("FILE_ONE_ONLY");
  const bytes = Buffer.from(file.bytes);
  const upload = { fieldName: "medias", fileName: file.fileName, bytes };
  const media = await storeFile(ctx.deps, ctx.actor, upload, {
    signal: ctx.signal,
    source: sourceOf(ctx),
  });
  return [{ id: media.id, url: mediaUrl(media.id) }];
});

/** A file's metadata, for those who may open it: its owner, an admin of its company, a super admin. */
const open = fileProcedure.input(MediaRef).query(async ({ ctx, input }) => {
  const { actor, db } = ctx;
  const media =
    actor.role === "SUPER_ADMIN"
      ? await findAnyMedia(db, input.id)
      : await findMedia(db, actor.companyId, input.id);
  if (!media || (actor.role === "USER" && media.ownerId !== actor.id)) {
    throw refuse("MEDIA_NOT_FOUND");
  }
  return {
    id: media.id,
    url: mediaUrl(media.id),
    contentType: media.contentType,
    fileName: media.fileName,
    sizeBytes: media.sizeBytes,
    isImage: isAcceptedType(media.contentType) && isImageType(media.contentType),
  };
});

export const mediaRouter = router({ add, open });
