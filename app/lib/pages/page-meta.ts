import type { MetaDescriptor, MetaFunction } from "@remix-run/node";
import { shareImage } from "@themes/assets";
import type { Brand } from "@themes/contract";
import type { Language } from "@locales/languages";
import { type Title, titleIn } from "@locales/titles";

interface RootData {
  brand: Brand;
  origin: string;
  language: Language;
}

/** The card that a messenger shows of a link. */
export interface PageCard {
  title: string;
  text: string;
  /** The path of its picture, 1200 by 630 pixels. */
  picture: string;
}

const AREAS = new Set(["routes/user/route", "routes/admin/route", "routes/superadmin/route"]);

/**
 * The title, description and preview card of a page, from the brand, in the reader's language. Without a
 * suffix: for a screen that failed before it had a title. A page may have a card of its own.
 */
export function pageMeta(
  matches: readonly { id: string; data: unknown }[],
  suffix?: Title,
  card?: PageCard | null,
): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
  if (!root) return [{ title: suffix ?? "Prelaunch" }];
  const { brand, origin, language } = root;
  const title = suffix
    ? `${brand.metaData.title} | ${titleIn(suffix, language)}`
    : brand.metaData.title;
  const described = [
    { title },
    { name: "description", content: brand.metaData.description },
    { name: "keywords", content: brand.metaData.keywords.join(", ") },
  ];
  // A link to a screen behind a login shows the login's card.
  if (matches.some(({ id }) => AREAS.has(id))) return described;
  return [
    ...described,
    { property: "og:title", content: card?.title ?? title },
    { property: "og:description", content: card?.text ?? brand.metaData.description },
    { property: "og:image", content: origin + (card?.picture ?? shareImage(brand)) },
    { property: "og:type", content: "website" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The `meta` of a page with one title. */
export const titled =
  (title: Title): MetaFunction =>
  ({ matches }) =>
    pageMeta(matches, title);
