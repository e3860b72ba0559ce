import { z } from "zod";
import { LANGUAGES } from "@db/vocabulary";
import {
  described,
  SAMPLE_ID,
  text,
  textOrNull,
  tokens,
} from "@server/platform/contracts/described";

/** `site.offer`: the sale as a visitor sees it. Prices in micro-rupees, pool in tokens. */
export interface SaleOffer {
  priceMicroRupees: number | null;
  feeBps: number;
  /** ISO 8601; null without a date. */
  launchAt: string | null;
  /** `sold`: the part of `allocated` that was bought; the rest are bonuses and rewards. */
  pool: { total: number; held: number; allocated: number; sold: number };
  /** The earliest price that has not started. */
  nextPrice: { priceMicroRupees: number; startsAt: string } | null;
  ledgerEntries: number;
}

/** `site.config`: public configuration of the site at this host. */
export const SiteConfig = z.object({
  companyId: described(
    z.guid().nullable(),
    "Null on the platform's host unless it is also a company's.",
    SAMPLE_ID,
  ),
  companyName: textOrNull("The company's name.", "House Labs"),
  token: z
    .object({
      address: text(
        "The token's address on its chain; empty until the company sets it.",
        "0x52908400098527886E0F7030069857D2E4169EE7",
      ),
      symbol: text("Its symbol.", "RSGN"),
      name: text("Its name.", "Resign"),
      decimals: tokens("Decimals of a token.", 18),
      icon_url: text("Its icon.", "/brands/RSGN/icon.svg"),
      defaultLogo: text("The logo for light grounds.", "/brands/RSGN/logo.svg"),
      headerLogo: text("The logo for the header.", "/brands/RSGN/header.svg"),
      title: text("The title of pages.", "Resign"),
      tokenDistribution: described(z.array(z.string()), "Who gets which part, in words.", [
        "50 % public cell",
      ]),
      socialLinks: described(
        z.array(
          z.object({
            mediaName: text("The medium.", "X"),
            link: text("Its address.", "https://x.com/resign"),
          }),
        ),
        "The company's links to social media.",
        [{ mediaName: "X", link: "https://x.com/resign" }],
      ),
      chartImg: text("A picture of the distribution.", "/brands/RSGN/chart.svg"),
      footerNote: text("The footer of pages.", "© House Labs"),
      metaData: z
        .object({
          title: text("For search engines: the title.", "Resign"),
          description: text("The description.", "A token before its launch."),
          keywords: text("Keywords, separated by commas.", "token, sale"),
        })
        .describe("For search engines."),
    })
    .describe("The token that this site sells."),
  languages: described(z.array(z.enum(LANGUAGES)), "The languages that pages are there in.", [
    ...LANGUAGES,
  ]),
});
export type SiteConfig = z.output<typeof SiteConfig>;
