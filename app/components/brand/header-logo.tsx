import { brandImage } from "@themes/assets";
import { useSite } from "~/lib/use-site";

/** The site's logo, in its light and dark versions. */
export function HeaderLogo({
  picture = "headerLogo",
  className,
}: {
  picture?: "headerLogo" | "defaultLogo";
  className?: string;
}) {
  const { brand, colourScheme } = useSite();
  const light = brandImage(brand, picture, "light");
  const dark = brandImage(brand, picture, "dark");
  if (colourScheme !== "system") {
    return (
      <img src={colourScheme === "dark" ? dark : light} alt={brand.title} className={className} />
    );
  }
  return (
    <picture>
      <source srcSet={dark} media="(prefers-color-scheme: dark)" />
      <img src={light} alt={brand.title} className={className} />
    </picture>
  );
}
