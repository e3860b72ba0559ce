import {
  findAnyMedia,
  findBrandPicture,
  findMedia,
  type Media,
} from "@server/media/queries/medias";
import {
  type Actor,
  type SignedInActor,
  type Deps,
  refuseWithoutTwoFactor,
  refuseSuspended,
  refuseWhileSuspended,
} from "@server/access";
import { type Site, companyOf, isPlatform } from "@server/sites";
import { isUnchanged } from "./etag";
import { isAcceptedType, isImageType } from "@server/files/rules/accepted-types";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { drawnPages } from "./drawn-pages";

/** Lifetime of a signed URL, in seconds (architecture.md §9). */
export const LINK_SECONDS = 600;

/**
 * Opens a file for its owner, an admin of its company or a super admin. For others it is not found.
 * Files of a suspended company open only for a super admin.
 */
export async function openMediaAs(deps: Deps, actor: Actor, id: string): Promise<Response> {
  return fileAnswer(deps, (await mediaFor(deps, actor, id)).media);
}

/** The first pages of a PDF as one picture, for whom `openMediaAs` opens the file. */
export async function openPagesAs(
  deps: Deps,
  actor: Actor,
  id: string,
  how: { turn: number; signal: AbortSignal | undefined },
): Promise<Response> {
  const { media, reader } = await mediaFor(deps, actor, id);
  if (media.contentType !== "application/pdf") throw refuse("MEDIA_NOT_FOUND");
  const picture = await drawnPages(deps, reader, media, how);
  return bytesAnswer(picture, {
    contentType: "image/webp",
    fileName: `${media.fileName}.webp`,
  });
}

async function mediaFor(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ media: Media; reader: SignedInActor }> {
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  await refuseWithoutTwoFactor(deps.database.db, actor, deps.config);
  await refuseWhileSuspended(deps.database.db, actor);
  const media =
    actor.role === "SUPER_ADMIN"
      ? await findAnyMedia(deps.database.db, id)
      : await findMedia(deps.database.db, actor.companyId, id);
  if (!media || (actor.role === "USER" && media.ownerId !== actor.id))
    throw refuse("MEDIA_NOT_FOUND");
  return { media, reader: actor };
}

/**
 * A brand's picture, for anyone at its company's host or at the platform's; null if there is no
 * such picture. It is immutable: a new upload gets a new URL.
 */
export async function openBrandPicture(
  deps: Deps,
  site: Site,
  id: string,
  ifNoneMatch: string | null = null,
): Promise<Response | null> {
  const companyId = isPlatform(site) ? undefined : companyOf(site)?.id;
  if (site.kind === "unknown") return null;
  const media = await findBrandPicture(deps.database.db, id, companyId);
  if (!media) return null;
  const etag = `"${media.id}"`;
  const answer = isUnchanged(ifNoneMatch, etag)
    ? new Response(null, { status: 304 })
    : await fileAnswer(deps, media);
  answer.headers.set("etag", etag);
  answer.headers.set("cache-control", "public, max-age=31536000, immutable");
  answer.headers.set("cross-origin-resource-policy", "cross-origin");
  return answer;
}

/** A PDF of the front page, for anyone at its company's host; null if the company offers no such file. */
export async function openDocument(deps: Deps, site: Site, id: string): Promise<Response | null> {
  const company = companyOf(site);
  if (!company?.settings.documents?.some((one) => one.id === id)) return null;
  await refuseSuspended(deps.database.db, company.id);
  const media = await findMedia(deps.database.db, company.id, id);
  if (media?.contentType !== "application/pdf") return null;
  const answer = await fileAnswer(deps, media);
  answer.headers.set("content-type", media.contentType);
  answer.headers.set("cache-control", "public, max-age=300");
  return answer;
}

/** The bytes of a brand's uploaded picture, of any or one company; null if drawn or missing. */
export async function uploadedPicture(
  deps: Pick<Deps, "database" | "storage">,
  companyId: string | undefined,
  path: string,
): Promise<Uint8Array | null> {
  const [, id] = /^\/media\/([0-9a-f-]{36})$/.exec(path) ?? [];
  const media = id ? await findBrandPicture(deps.database.db, id, companyId) : undefined;
  return media ? deps.storage.get(media.storageKey) : null;
}

/** Opens a file by a URL of `signedMediaPath`; on a company's host only the company's own files. */
export async function openSignedMedia(
  deps: Deps,
  site: Site,
  id: string,
  { signature }: { signature: string },
): Promise<Response> {
  const [until = "", hash = ""] = signature.split(".");
  const isOurs = deps.secrets.matches("media-link", `${id}.${until}`, hash);
  if (!isOurs || !(Number(until) > Date.now() / 1000)) throw refuse("MEDIA_LINK_DEAD");
  const media = await findAnyMedia(deps.database.db, id);
  const isHere = isPlatform(site) || media?.companyId === companyOf(site)?.id;
  if (!media || !isHere) throw refuse("MEDIA_NOT_FOUND");
  if (media.companyId) await refuseSuspended(deps.database.db, media.companyId);
  return fileAnswer(deps, media);
}

/** A signed path that opens a file for ten minutes without a token. */
export function signedMediaPath(deps: Pick<Deps, "secrets">, id: string): string {
  const until = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  return `/api/v1/media/${id}?signature=${until}.${deps.secrets.keyedHash("media-link", `${id}.${until}`)}`;
}

async function fileAnswer(deps: Deps, media: Media): Promise<Response> {
  const bytes = orRefuse(await deps.storage.get(media.storageKey), "MEDIA_NOT_FOUND");
  const { contentType, fileName } = media;
  const isPicture = isAcceptedType(contentType) && isImageType(contentType);
  return bytesAnswer(new Uint8Array(bytes), {
    contentType: isPicture ? contentType : "application/octet-stream",
    fileName,
  });
}

/** Served as a download; only `<img>` displays it inline, without running scripts. */
const bytesAnswer = (
  bytes: Uint8Array<ArrayBuffer>,
  file: Pick<Media, "contentType" | "fileName">,
): Response =>
  new Response(bytes, {
    headers: {
      "content-type": file.contentType,
      "content-length": String(bytes.length),
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      // A proof of payment is not kept in a browser's cache after the logout.
      "cache-control": "private, no-store",
    },
  });
