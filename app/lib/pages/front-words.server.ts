/** Words of the front page that other screens show too, in the reader's language. */
import type { AppLoadContext } from "@remix-run/node";
import type { Language } from "@db/vocabulary";
import type { SaleOffer } from "@server/companies/contracts/companies";
import type { Question } from "@server/companies/rules/questions";
import { saleFigures } from "@server/companies/rules/sale";
import { formatPercent } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { saleImage } from "@themes/assets";
import { publicApi } from "~/lib/callers";
import type { PageCard } from "./page-meta";

const wordsIn = (language: Language) => translatorOf(language).getFixedT(null, "front");

const USUAL = ["seller", "pay", "when", "back", "verify", "real"] as const;

/** The questions of a company that wrote none, with its legal name in the answers. */
export function usualQuestions(language: Language, company: string): Question[] {
  const t = wordsIn(language);
  return USUAL.map((about) => ({
    question: t(`asked.${about}`),
    answer: t(`asked.${about}Text`, { company }),
  }));
}

/** The code of the invitation that an address names; empty without one. */
export const codeIn = (request: Request): string =>
  new URL(request.url).searchParams.get("ref")?.slice(0, 20) ?? "";

/** By which code a visitor comes, and what it means; no member is named to strangers. */
export interface InvitationWords {
  by: string;
  means: string;
}

/** The words of an invitation; null without a code, and where no company sells. */
export async function invitationWords(
  context: AppLoadContext,
  code: string,
): Promise<InvitationWords | null> {
  const { site } = context;
  if (code === "" || site.kind !== "company") return null;
  const t = wordsIn(context.caller.language);
  const faults = await publicApi(context).registration.faults({ referralCode: code });
  if (faults.referralCode) return { by: t("invitedUnknown", { code }), means: "" };
  const rewardBps = site.company.referralRewardBps;
  const reward = rewardBps > 0 ? t("invitedReward", { percent: formatPercent(rewardBps) }) : "";
  return { by: t("invited", { code }), means: `${t("invitedText")} ${reward}`.trim() };
}

/** The card of a shared link: token, price and progress; none where no company sells. */
export function saleCard(context: AppLoadContext, offer: SaleOffer | null): PageCard | null {
  const { site } = context;
  if (!offer || site.kind !== "company") return null;
  const t = wordsIn(context.caller.language);
  const { title, symbol } = site.brand;
  const figures = saleFigures(offer, symbol);
  const sold = t("sold", { percent: figures.percent });
  const seller = site.company.settings.legalName ?? site.company.name;
  return {
    title: figures.price === null ? title : `${title}: ${figures.price}`,
    text: `${sold} · ${t("seller", { seller })}`,
    picture: saleImage(site.brand, figures),
  };
}
