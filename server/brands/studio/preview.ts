import type { BrandPreview } from "@server/brands/contracts/brands";
import { type BrandedCompany, sharesOf } from "@server/sites";
import type { Deps } from "@server/access";
import { embeddedIcon } from "@server/media";
import { brandImage, isUploaded } from "@themes/assets";
import { brandAsset, isBrandAssetName } from "@themes/assets/pictures";
import { seedAdjustments } from "@themes/colour/seed-adjustments";
import type { Brand } from "@themes/contract";
import { showsShares, withShares } from "@themes/plain";
import { themeVariables } from "@themes/css";
import type { Scheme } from "@themes/vocabulary";

/** Renders an unpublished brand with its drawn pictures embedded. */
export async function previewOf(
  deps: Pick<Deps, "database" | "storage">,
  brand: Brand,
  company: Pick<BrandedCompany, "splitBps">,
): Promise<BrandPreview> {
  const icon = await embeddedIcon(deps, brand);
  const pictureOf = (picture: Picture, scheme: Scheme) =>
    drawnPicture(brand, picture, scheme, icon);
  const shares = sharesOf(company);
  return {
    brand,
    variables: { light: themeVariables(brand, "light"), dark: themeVariables(brand, "dark") },
    pictures: {
      icon: await pictureOf("iconUrl", "light"),
      logo: await pictureOf("defaultLogo", "light"),
      header: await pictureOf("headerLogo", "light"),
      headerDark: await pictureOf("headerLogo", "dark"),
      chart: await pictureOf("chartImg", "dark"),
    },
    adjustments: seedAdjustments(brand),
    supplyShares: showsShares(brand, shares) ? null : withShares(brand, shares).tokenDistribution,
  };
}

type Picture = Parameters<typeof brandImage>[1];

async function drawnPicture(brand: Brand, picture: Picture, scheme: Scheme, icon: string | null) {
  const path = brandImage(brand, picture, scheme);
  const [file = ""] = (path.split("/").at(-1) ?? "").split("?");
  if (isUploaded(path) || !isBrandAssetName(file)) return path;
  const asset = await brandAsset(brand, file, icon);
  return asset.kind === "svg"
    ? `data:image/svg+xml;base64,${Buffer.from(asset.body).toString("base64")}`
    : path;
}
