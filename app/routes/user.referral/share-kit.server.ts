import type { AppLoadContext } from "@remix-run/node";
import { LANGUAGES, type Language } from "@db/vocabulary";
import type { ReferralSummary } from "@server/members/contracts/members";
import { formatPrice } from "@server/platform/rules/money/format";
import { advertNotice, translatorOf } from "@server/platform/words/translators.server";
import type { ShareCardShape } from "@themes/assets/share-card";
import { shortLink } from "~/lib/paths";

/** The texts of a language by which a member shares their link. */
export interface SharedTexts {
  language: Language;
  /** For messengers: it goes before the link, and the warning after it. */
  intro: string;
  notice: string;
  mail: { subject: string; body: string };
}

type Sharer = Pick<ReferralSummary, "code" | "origin" | "sharedName">;

/** Returns the company's warning in a language. */
const noticeOf = ({ site }: AppLoadContext, language: Language): string =>
  advertNotice(language, site.kind === "company" ? site.company.settings.advertNotice : null);

/** Returns the texts in every language; each carries the warning. */
export function sharedTexts(context: AppLoadContext, code: string, link: string) {
  const { brand } = context.site;
  return LANGUAGES.map((language): SharedTexts => {
    const t = translatorOf(language).getFixedT(null, "share-kit");
    const notice = noticeOf(context, language);
    const words = { token: brand.title, company: brand.name, code, link, notice };
    return {
      language,
      intro: t("caption", words),
      notice,
      mail: { subject: t("subject", words), body: t("mail", words) },
    };
  });
}

/** Draws the card of a member, with the price where the token has one. */
export function drawnCard(
  context: AppLoadContext,
  { code, origin, sharedName }: Sharer,
  { shape, language }: { shape: ShareCardShape; language: Language },
): Promise<Uint8Array<ArrayBuffer>> {
  const { site, caller } = context;
  const { symbol } = site.brand;
  const price = site.kind === "company" ? site.company.priceMicroRupees : null;
  const t = translatorOf(language).getFixedT(null, "share-kit");
  const invitation = sharedName === null ? t("invited") : t("invitedBy", { name: sharedName });
  return caller.files.drawCard(shape, {
    invitation: t("code", { invitation, code }),
    price: price === null ? null : t("price", { symbol, price: formatPrice(price) }),
    link: shortLink(origin, code).replace(/^https?:\/\//, ""),
    notice: noticeOf(context, language),
  });
}
