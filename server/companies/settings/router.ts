import { LANGUAGES } from "@db/vocabulary";
import { brandOf } from "@server/sites";
import type { SaleOffer, SiteConfig } from "@server/companies/contracts/site";
import { offerOf } from "@server/companies/queries/offer";
import { withoutSamples } from "@themes/samples";
import { publicProcedure, router } from "@server/access";

/** Returns the public data of this host's site, without bank details. */
const config = publicProcedure.query(async ({ ctx }): Promise<SiteConfig> => {
  const brand = withoutSamples(await brandOf(ctx.db, ctx.company));
  return {
    companyId: ctx.company?.id ?? null,
    companyName: ctx.company?.name ?? null,
    token: {
      address: brand.address,
      symbol: brand.symbol,
      name: brand.name,
      decimals: brand.decimals,
      icon_url: brand.iconUrl,
      defaultLogo: brand.defaultLogo,
      headerLogo: brand.headerLogo,
      title: brand.title,
      tokenDistribution: [...brand.tokenDistribution],
      socialLinks: brand.socialLinks.map(({ mediaName, link }) => ({ mediaName, link })),
      chartImg: brand.chartImg,
      footerNote: brand.footerNote,
      metaData: { ...brand.metaData, keywords: brand.metaData.keywords.join(", ") },
    },
    languages: [...LANGUAGES],
  };
});

/** Returns the figures of the sale for a visitor; null where no company sells. */
const offer = publicProcedure.query(({ ctx }): Promise<SaleOffer | null> =>
  offerOf(ctx.db, ctx.company, ctx.deps.figures),
);

export const siteRouter = router({ config, offer });
