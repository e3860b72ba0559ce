import sharp from "sharp";
import type { Deps } from "@server/context/context";
import { isUploaded } from "@themes/assets";
import type { Brand } from "@themes/contract";
import { memoize } from "@themes/memoize";
import { uploadedPicture } from "./open-media";

// Beside requests, one thread is enough for these small pictures.
sharp.concurrency(1);

/** Pixels of the mark in drawn pictures. */
const PIXELS = 160;

/** The URL of an upload is immutable, so the scaled icon is cached. */
const small = memoize(
  ({ bytes }: { path: string; bytes: Uint8Array }) =>
    sharp(bytes)
      .resize(PIXELS, PIXELS, { fit: "inside" })
      .png({ palette: true })
      .toBuffer()
      .then((png) => `data:image/png;base64,${png.toString("base64")}`),
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
