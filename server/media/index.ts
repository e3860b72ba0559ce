/** The exports of `media` for the rooms above; its contracts are imported by file. */
export { embeddedIcon } from "./brand-icon";
export { entityTag, isUnchanged } from "./etag";
export { keptBytes } from "./kept-bytes";
export {
  openBrandPicture,
  openDocument,
  openMediaAs,
  openPagesAs,
  openSignedMedia,
  signedMediaPath,
  uploadedPicture,
} from "./open-media";
export { type Media, deleteMediasOf, findMedia, keepMedia, letGoOfMedia } from "./queries/medias";
export { receivePicture } from "./receive-picture";
export { mediaRouter } from "./router";
export { shareCard } from "./share-card";
export { type StoreOptions, storeFile } from "./store-file";
export { workOwner } from "./work-owner";
