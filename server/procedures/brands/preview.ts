import type { BrandPreview } from "@server/contracts/brands";
import { type BrandedCompany, sharesOf } from "@server/context/brand-of";
import { brandAsset, brandImage, isUploaded } from "@themes/assets";
import { checkContrast, seedAdjustments } from "@themes/colour/check-contrast";
import type { Brand } from "@themes/contract";
import { saysShares, withShares } from "@themes/plain";
import { themeVariables } from "@themes/css";
import type { Scheme } from "@themes/vocabulary";

/** How a brand looks that is served nowhere yet: drawn pictures travel with it. */
export function previewOf(brand: Brand, company: Pick<BrandedCompany, "splitBps">): BrandPreview {
  const shares = sharesOf(company);
  return {
    brand,
    variables: { light: themeVariables(brand, "light"), dark: themeVariables(brand, "dark") },
    pictures: {
      icon: pictureOf(brand, "iconUrl", "light"),
      logo: pictureOf(brand, "defaultLogo", "light"),
      header: pictureOf(brand, "headerLogo", "light"),
      headerDark: pictureOf(brand, "headerLogo", "dark"),
      chart: pictureOf(brand, "chartImg", "dark"),
    },
    adjustments: seedAdjustments(brand),
    problems: checkContrast(brand),
    supplyShares: saysShares(brand, shares) ? null : withShares(brand, shares).tokenDistribution,
  };
}

function pictureOf(brand: Brand, picture: Parameters<typeof brandImage>[1], scheme: Scheme) {
  const path = brandImage(brand, picture, scheme);
  if (isUploaded(path)) return path;
  const [file = ""] = (path.split("/").at(-1) ?? "").split("?");
  const asset = brandAsset(brand, file);
  return asset?.kind === "svg"
    ? `data:image/svg+xml;base64,${Buffer.from(asset.body).toString("base64")}`
    : path;
}
