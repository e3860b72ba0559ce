import type { BrandWords } from "@server/brands/contracts/brands";
import { sampleAddress } from "@themes/plain";
import { SOCIAL_MEDIA } from "@themes/vocabulary";
import type { Brand } from "@themes/contract";

/** Replaces a brand's texts, links and look by the typed ones. */
export function withWords(brand: Brand, words: BrandWords): Brand {
  const { accent, neutralHue, neutralTint, radius, type, pattern, panel } = words;
  return {
    ...brand,
    name: words.name,
    // Without an address it is a sample one, which no page shows.
    address: words.address ?? sampleAddress(brand.symbol),
    title: words.title,
    programName: words.programName,
    tokenDistribution: words.tokenDistribution,
    socialLinks: SOCIAL_MEDIA.flatMap((mediaName) => {
      const link = words.links[mediaName];
      return link === undefined ? [] : [{ mediaName, link }];
    }),
    footerNote: words.footerNote,
    metaData: {
      title: words.metaTitle,
      description: words.metaDescription,
      keywords: words.metaKeywords ?? brand.metaData.keywords,
    },
    look: {
      accent,
      ...(words.hasSecondary && words.secondary !== undefined && { secondary: words.secondary }),
      neutralHue,
      neutralTint,
      radius,
      type,
      pattern,
      panel,
    },
  };
}

/** Returns the texts and look of a brand as form fields; the inverse of `withWords`. */
export function wordsOf(brand: Brand): BrandWords {
  const { secondary, ...look } = brand.look;
  return {
    name: brand.name,
    address: brand.address,
    title: brand.title,
    programName: brand.programName,
    tokenDistribution: brand.tokenDistribution,
    links: Object.fromEntries(brand.socialLinks.map(({ mediaName, link }) => [mediaName, link])),
    footerNote: brand.footerNote,
    metaTitle: brand.metaData.title,
    metaDescription: brand.metaData.description,
    metaKeywords: brand.metaData.keywords,
    ...look,
    hasSecondary: secondary !== undefined,
    secondary,
  };
}
