import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, REWARD_STATES } from "@db/vocabulary";
import type { Caller } from "@server/http/router";
import { dateInIndia, recentFinancialYears } from "@server/platform/rules/dates/dates";
import { investorApi } from "~/lib/callers";
import { chosenIn, listQuery } from "~/lib/lists/list-query";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { PartTabs } from "~/components/layout/tabs";
import { titled } from "~/lib/pages/page-meta";
import { qrCode } from "~/lib/pages/qr-codes.server";
import { REFERRAL_PARTS, type ReferralPart, referralPath, shortLink, tagIn } from "~/lib/paths";
import { Invite } from "./invite";
import { Invited } from "./invited";
import { Rewards } from "./rewards";
import { isRewarded, sharedTexts } from "./share-kit.server";

export const handle = await loadWords("referral");

const ROWS_A_PAGE = 6;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const part = chosenIn(new URL(request.url).searchParams, "part", REFERRAL_PARTS) ?? "invite";
  return orRefuse(context, load(context, api, { part, request }));
}

/** Reads what a part shows, and no more. */
async function load(
  context: AppLoadContext,
  api: Caller,
  { part, request }: { part: ReferralPart; request: Request },
) {
  const slice = { page: listQuery(request).page, limit: ROWS_A_PAGE };
  switch (part) {
    case "invite": {
      const summary = await api.referrals.summary();
      const asked = new URL(request.url).searchParams;
      const chosen = chosenIn(asked, "in", LANGUAGES);
      const language = chosen ?? context.caller.language;
      const tag = tagIn(asked);
      const link = shortLink(summary.origin, summary.code, tag);
      return {
        part,
        summary,
        isRewarded: isRewarded(summary),
        kit: {
          language,
          isChosen: chosen !== undefined,
          ...sharedTexts(context, summary, { language, link }),
        },
        shared: { tag, link, qr: await qrCode(link) },
      };
    }
    case "members": {
      const [links, invited] = await Promise.all([
        api.referrals.links(),
        api.referrals.invited(slice),
      ]);
      return { part, links, invited, page: slice.page };
    }
    case "rewards": {
      const { status: state } = listQuery(request, { statuses: REWARD_STATES });
      const rewards = await api.orders.rewards.mine({ ...slice, ...(state && { state }) });
      const years = recentFinancialYears(dateInIndia(new Date()));
      return { part, rewards, state, page: slice.page, years };
    }
  }
}

export type Shown<Part extends ReferralPart> = Extract<
  Awaited<ReturnType<typeof load>>,
  { part: Part }
>;

export const meta = titled("Referral");

export default function Referral() {
  const { part: shown } = useLoaderData<typeof loader>();
  const { t } = useTranslation("referral");
  return (
    <div className="beside">
      <h1>{t("title")}</h1>
      <PartTabs
        label={t("parts.label")}
        parts={REFERRAL_PARTS.map((part) => ({
          to: referralPath(part),
          name: t(`parts.${part}`),
          isShown: part === shown,
        }))}
      />
      <Part />
    </div>
  );
}

function Part() {
  const shown = useLoaderData<typeof loader>();
  switch (shown.part) {
    case "invite":
      return <Invite {...shown} />;
    case "members":
      return <Invited {...shown} />;
    case "rewards":
      return <Rewards {...shown} />;
  }
}
