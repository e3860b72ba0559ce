import { LANGUAGES } from "@db/vocabulary";
import { brandOf } from "@server/context/brand-of";
import type { SiteConfig } from "@server/contracts/companies";
import { withoutSamples } from "@themes/samples";
import { ChallengeRef, type WorkChallenge } from "@server/contracts/registration";
import { asksForWork } from "@server/domain/members/one-time-codes";
import { newChallenge } from "@server/identity/proof-of-work";
import { companyProcedure, publicProcedure, router } from "@server/procedures/trpc";

/** Public data of this host's site, without bank details. */
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

/** A challenge for a proof of work, where the company asks for one before it mails a code at once. */
const challenge = companyProcedure
  .input(ChallengeRef)
  .query(async ({ ctx }): Promise<WorkChallenge> => ({
    challenge: asksForWork(ctx.company.settings) ? await newChallenge(ctx, ctx.company.id) : null,
  }));

export const siteRouter = router({ config, challenge });
