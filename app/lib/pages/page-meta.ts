import type { MetaDescriptor } from "@remix-run/node";
import { shareImage } from "@themes/assets";
import type { Brand } from "@themes/contract";

interface RootData {
  brand: Brand;
  origin: string;
}

/**
 * The title, description and preview picture of a page, from the brand (issue 2, Brands). Without a
 * suffix: for a screen that failed before it had a title. `about` replaces the preview's text.
 */
export function pageMeta(
  matches: readonly { id: string; data: unknown }[],
  suffix?: string,
  about?: string | null,
): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
  if (!root) return [{ title: suffix ?? "Prelaunch" }];
  const { brand, origin } = root;
  const title = suffix ? `${brand.metaData.title} | ${suffix}` : brand.metaData.title;
  const picture = origin + shareImage(brand);
  return [
    { title },
    { name: "description", content: brand.metaData.description },
    { name: "keywords", content: brand.metaData.keywords.join(", ") },
    { property: "og:title", content: title },
    { property: "og:description", content: about ?? brand.metaData.description },
    { property: "og:image", content: picture },
    { property: "og:type", content: "website" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
