/** Words of the front page that other screens show too, in the reader's language. */
import { type AppLoadContext, replace } from "@remix-run/node";
import type { IdentityRules, Language } from "@db/vocabulary";
import type { SaleOffer } from "@server/companies/contracts/site";
import type { Question } from "@server/companies/rules/questions";
import { saleFigures } from "@server/companies/rules/sale";
import { datesOf } from "~/lib/messages/dates.server";
import { formatPercent, formatShortRupees } from "@server/platform/rules/money/format";
import { normaliseReferralCode } from "@server/platform/rules/people/referral-code";
import { advertNotice, translatorOf } from "@server/platform/words/translators.server";
import { saleImage } from "@themes/assets";
import { publicApi } from "~/lib/callers";
import { pageAfterLogin } from "~/lib/forms/log-in-again.server";
import type { Toast } from "~/lib/messages/toast";
import { failure, success, toastCookie } from "~/lib/messages/toasts.server";
import { paths } from "~/lib/paths";
import type { PageCard } from "./page-meta";

const wordsIn = (language: Language) =>
  translatorOf(language).getFixedT(null, ["visitor", "front"]);

const USUAL = ["seller", "pay", "when", "back", "verify", "real"] as const;

/**
 * The questions of a company that wrote none, with its legal name in the answers; `unlock` tells when
 * tokens unlock, where that is not all at the launch, the rules which documents are asked for.
 */
export function usualQuestions(
  language: Language,
  company: string,
  unlock: string | null,
  { asks, abovePaise }: IdentityRules,
): Question[] {
  const t = wordsIn(language);
  const sum = formatShortRupees(abovePaise ?? 0);
  return USUAL.map((about) => ({
    question: t(`asked.${about}`),
    answer: t(about === "verify" ? `asked.identity.${asks}` : `asked.${about}Text`, {
      company,
      sum,
      unlock: unlock ?? t("asked.unlock"),
    }),
  }));
}

/** The code that an address names; empty without one. */
const codeIn = (request: Request): string =>
  normaliseReferralCode(new URL(request.url).searchParams.get("ref") ?? "").slice(0, 20);

/** The code by which a visitor comes, and what it means; a member is named only if they agreed. */
export interface InvitationWords {
  code: string;
  /** False for a code that does not count. */
  counts: boolean;
  /** A title without a full stop; for a code that does not count, why. */
  by: string;
  /** The sentence that says what the friend receives; empty where they receive nothing. */
  reward: string;
  /** The sentence that says until when a bonus counts; empty without one. */
  note: string;
  /** First name and initial of a member who agreed. */
  name: string | null;
  /** The campaign's addition to the visitor's orders; `left` of its budget is null without one. */
  bonus: { bps: number; left: number | null } | null;
}

/**
 * The invitation of a visitor: the first code of this browser, else the one of the address. Null
 * without a code, and where no company sells. A kept code that has ended since is told, and forgotten.
 */
export async function invitationWords(
  context: AppLoadContext,
  request: Request,
): Promise<InvitationWords | null> {
  const { referral } = context.caller;
  const asked = codeIn(request);
  const code = referral.first?.code ?? asked;
  if (code === "" || context.site.kind !== "company") return null;
  const words = await wordsOf(context, code);
  if (!words.counts && referral.first) referral.forget();
  if (!words.counts || asked === "" || normaliseReferralCode(asked) === normaliseReferralCode(code))
    return words;
  const other = await wordsOf(context, asked);
  const told = other.counts
    ? wordsIn(context.caller.language)("invitedOther", { first: code, code: asked })
    : other.by;
  return { ...words, note: `${words.note} ${told}`.trim() };
}

async function wordsOf(context: AppLoadContext, code: string): Promise<InvitationWords> {
  const t = wordsIn(context.caller.language);
  const { state, name, campaign } = /^[\w -]+$/.test(code)
    ? await publicApi(context).registration.invitation({ referralCode: code })
    : { state: "UNKNOWN" as const, name: null, campaign: null };
  if (state !== "VALID") {
    const by = t(state === "ENDED" ? "invitedEnded" : "invitedUnknown", { code });
    return { code, counts: false, by, reward: "", note: "", name, bonus: null };
  }
  const usual = context.site.kind === "company" ? context.site.company.referralRewardBps : 0;
  const rewardBps = campaign?.rewardBps ?? usual;
  const { bonusBps, left = null, endsAt = "" } = campaign ?? {};
  const bonus = bonusBps && left !== 0 ? { bps: bonusBps, left } : null;
  const who = name ?? t("friend");
  return {
    code,
    counts: true,
    by: bonus ? t("gives", { who, percent: formatPercent(bonus.bps) }) : t("invites", { who }),
    reward: rewardBps > 0 ? t("invitedReward", { who, percent: formatPercent(rewardBps) }) : "",
    note: bonus
      ? t("invitedBonus", { until: datesOf(context.caller.language).moment(endsAt) })
      : "",
    name,
    bonus,
  };
}

/** Returns toasts that explain an address's code on pages that do not show it themselves. */
export async function arrivalToasts(context: AppLoadContext, request: Request): Promise<Toast[]> {
  const { pathname } = new URL(request.url);
  const code = codeIn(request);
  if (code === "" || pathname === paths.home || pathname === paths.register) return [];
  const member = await context.caller.member();
  if (member) return memberToasts(context, code);
  const words = await invitationWords(context, request);
  if (!words) return [];
  return words.counts
    ? success(`${words.by}. ${words.reward} ${words.note}`.trim())
    : failure(words.by);
}

/** Returns a toast for a member who follows a code: it counts for new members only. */
async function memberToasts(context: AppLoadContext, code: string): Promise<Toast[]> {
  const t = wordsIn(context.caller.language);
  const member = code === "" ? null : await context.caller.member();
  if (!member) return [];
  const own = await member.referrals.summary();
  return failure(
    t(own.code === normaliseReferralCode(code) ? "invitedOwn" : "invitedLate", { code }),
  );
}

/** The page of a member who opens the login or the registration, with what a code there means. */
export async function memberPage(context: AppLoadContext, request: Request): Promise<Response> {
  const toasts = await memberToasts(context, codeIn(request));
  const headers = new Headers();
  if (toasts.length > 0) headers.set("Set-Cookie", await toastCookie(toasts));
  return replace(pageAfterLogin(request, "user"), { headers });
}

/**
 * The card of a shared link: token, price and progress, for a friend's link also who invites, and the
 * warning on advertisements; none where no company sells.
 */
export function saleCard(
  context: AppLoadContext,
  offer: SaleOffer | null,
  invitation: InvitationWords | null,
): PageCard | null {
  const { site } = context;
  if (!offer || site.kind !== "company") return null;
  const t = wordsIn(context.caller.language);
  const { title, symbol } = site.brand;
  const figures = saleFigures(offer, symbol);
  const sold = t("soldOf", { percent: figures.percent });
  const seller = site.company.settings.legalName ?? site.company.name;
  return {
    title: figures.price === null ? title : `${title}: ${figures.price}`,
    text: [
      `${sold} · ${t("front:seller", { seller })}`,
      ...(invitation?.counts ? [invitation.by] : []),
      advertNotice(context.caller.language, site.company.settings.advertNotice),
    ].join(" — "),
    picture: saleImage(site.brand, figures, context.caller.language),
  };
}
