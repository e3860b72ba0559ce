import type { Deps } from "@server/access";
import { isUploaded } from "@themes/assets";
import type { Brand } from "@themes/contract";
import { memoize } from "@themes/memoize";
import { loadSharp } from "@server/files";
import { uploadedPicture } from "./open-media";

/** Pixels of the mark in drawn pictures. */
const PIXELS = 160;

/** The URL of an upload is immutable, so the scaled icon is cached. */
const small = memoize(
  async ({ bytes }: { path: string; bytes: Uint8Array }) => {
    const sharp = await loadSharp();
    const png = await sharp(bytes)
      .resize(PIXELS, PIXELS, { fit: "inside" })
      .png({ palette: true })
      .toBuffer();
    return `data:image/png;base64,${png.toString("base64")}`;
  },
  ({ path }) => path,
  100,
);

/**
 * A brand's uploaded icon as a data URI, embedded in drawn pictures: a picture in an `<img>` loads
 * no other resource. Null where the icon is drawn, or missing.
 */
export async function embeddedIcon(
  deps: Pick<Deps, "database" | "storage">,
  { iconUrl }: Pick<Brand, "iconUrl">,
): Promise<string | null> {
  if (!isUploaded(iconUrl)) return null;
  const bytes = await uploadedPicture(deps, undefined, iconUrl);
  return bytes && small({ path: iconUrl, bytes });
}
