import type { AppLoadContext } from "@remix-run/node";
import type { Language } from "@db/vocabulary";
import type { ReferralSummary } from "@server/members/contracts/members";
import { formatPercent, formatPrice } from "@server/platform/rules/money/format";
import { advertNotice, translatorOf } from "@server/platform/words/translators.server";
import type { ShareCardShape } from "@themes/assets/share-card";
import { datesOf } from "~/lib/messages/dates.server";
import { shortLink } from "~/lib/paths";

/** The texts by which a member shares their link; each says that they are rewarded, and warns. */
export interface SharedTexts {
  /** For messengers: it goes before the link, and the warning after it. */
  intro: string;
  notice: string;
  mail: { subject: string; body: string };
}

type Sharer = Pick<ReferralSummary, "code" | "origin" | "sharedName" | "rewardBps" | "campaign">;

/** Tells whether a purchase by the member's link rewards them now. */
export const isRewarded = ({ rewardBps, campaign }: Pick<Sharer, "rewardBps" | "campaign">) =>
  rewardBps > 0 || campaign?.isMine === true;

/** Returns the company's warning in a language. */
const noticeOf = ({ site }: AppLoadContext, language: Language): string =>
  advertNotice(language, site.kind === "company" ? site.company.settings.advertNotice : null);

/** Returns the texts in a language. */
export function sharedTexts(
  context: AppLoadContext,
  sharer: Sharer,
  { language, link }: { language: Language; link: string },
): SharedTexts {
  const { brand } = context.site;
  const t = translatorOf(language).getFixedT(null, "share-kit");
  const notice = noticeOf(context, language);
  const reward = isRewarded(sharer) ? `${t("reward")} ` : "";
  const { code, campaign } = sharer;
  const bonus =
    campaign?.isMine && campaign.bonusBps
      ? `${t("bonus", {
          percent: formatPercent(campaign.bonusBps),
          until: datesOf(language).day(campaign.endsAt),
        })} `
      : "";
  const words = { token: brand.title, company: brand.name, code, link, notice, bonus, reward };
  return {
    intro: t("caption", words),
    notice,
    mail: { subject: t("subject", words), body: t("mail", words) },
  };
}

/** Draws the card of a member, with the price where the token has one. */
export function drawnCard(
  context: AppLoadContext,
  sharer: Sharer,
  { shape, language }: { shape: ShareCardShape; language: Language },
): Promise<Uint8Array<ArrayBuffer>> {
  const { site, caller } = context;
  const { code, origin, sharedName } = sharer;
  const { symbol } = site.brand;
  const price = site.kind === "company" ? site.company.priceMicroRupees : null;
  const t = translatorOf(language).getFixedT(null, "share-kit");
  const invitation = sharedName === null ? t("invited") : t("invitedBy", { name: sharedName });
  const link = shortLink(origin, code);
  return caller.files.drawCard(shape, {
    invitation: t("code", { invitation, code }),
    price: price === null ? null : t("price", { symbol, price: formatPrice(price) }),
    reward: isRewarded(sharer) ? t("sender") : null,
    link: link.replace(/^https?:\/\//, ""),
    qr: link,
    notice: noticeOf(context, language),
  });
}
