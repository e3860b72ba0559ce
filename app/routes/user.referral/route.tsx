import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import Info from "lucide-react/icons/info";
import { useTranslation } from "react-i18next";
import { REWARD_STATES } from "@db/vocabulary";
import type { Caller } from "@server/http/router";
import { formatPercent, formatQuantity } from "@server/platform/rules/money/format";
import { investorApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import {
  dateInIndia,
  formatDateTime,
  recentFinancialYears,
} from "@server/platform/rules/dates/dates";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { YearlyDownload } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { listQuery, chosenIn } from "~/lib/lists/list-query";
import {
  paths,
  REFERRAL_PARTS,
  referralLink,
  type ReferralPart,
  referralPath,
  shortLink,
  tagIn,
} from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { useSite } from "~/lib/use-site";
import { InviteCard } from "./invite-card";
import { InvitedTable, LinkTable } from "./invited";
import { RewardTable, RewardTotalsList } from "./rewards";
import { textsIn, ShareKit } from "./share-kit";
import { sharedTexts } from "./share-kit.server";
import { qrCode } from "~/lib/pages/qr-codes.server";
import { loadWords } from "~/lib/messages/words";
import type { ReferralSummary } from "@server/members/contracts/members";

export const handle = await loadWords("referral");

const ROWS_A_PAGE = 20;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const asked = new URL(request.url).searchParams;
  const part = chosenIn(asked, "part", REFERRAL_PARTS) ?? "invite";
  return orRefuse(context, load(context, api, { part, request, tag: tagIn(asked) }));
}

/** Reads what a part shows, and no more. */
async function load(
  context: AppLoadContext,
  api: Caller,
  { part, request, tag }: { part: ReferralPart; request: Request; tag: string },
) {
  const slice = { page: listQuery(request).page, limit: ROWS_A_PAGE };
  switch (part) {
    case "invite": {
      const summary = await api.referrals.summary();
      const { origin, code } = summary;
      const link = referralLink(origin, code, tag);
      const short = shortLink(origin, code, tag);
      const kit = sharedTexts(context, code, link);
      return { part, summary, kit, shared: { tag, link, short, qr: await qrCode(link) } };
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

export const meta = titled("Referral");

export default function Referral() {
  const { part } = useLoaderData<typeof loader>();
  const { t } = useTranslation("referral");
  return (
    <div className="grid max-w-4xl gap-5">
      <h1>{t("title")}</h1>
      <nav aria-label={t("parts.label")} className="tabs tabs-tight">
        {REFERRAL_PARTS.map((one) => (
          <Link
            key={one}
            to={referralPath(one)}
            preventScrollReset
            className="tab"
            aria-current={one === part ? "page" : undefined}
          >
            {t(`parts.${one}`)}
          </Link>
        ))}
      </nav>
      <Part />
    </div>
  );
}

function Part() {
  const shown = useLoaderData<typeof loader>();
  const { language } = useSite();
  const { t } = useTranslation("referral");
  switch (shown.part) {
    case "invite":
      return (
        <>
          <Intro summary={shown.summary} />
          {shown.summary.campaign && <CampaignNote campaign={shown.summary.campaign} />}
          <InviteCard
            code={shown.summary.code}
            texts={textsIn(shown.kit, language)}
            {...shown.shared}
          />
          <ReferralFigures summary={shown.summary} />
          <ShareKit kit={shown.kit} link={shown.shared.link} />
        </>
      );
    case "members":
      return (
        <>
          {shown.invited.records.length > 0 ? (
            <InvitedTable invited={shown.invited.records} />
          ) : (
            <Nothing text={t("none")} />
          )}
          <Pager page={shown.page} lastPage={shown.invited.lastPage} shape={ADMIN_PAGER} />
          {shown.links.length > 0 && <LinkTable links={shown.links} />}
          <p>
            <Link className="link-out" to={paths.user.referralChecked}>
              {t("checked.title")}
            </Link>
          </p>
          <p className="hint">{t("private")}</p>
        </>
      );
    case "rewards":
      return (
        <>
          <RewardTotalsList totals={shown.rewards.totals} state={shown.state} />
          {shown.rewards.records.length > 0 ? (
            <RewardTable rewards={shown.rewards.records} />
          ) : (
            <Nothing text={t(shown.state ? "reward.noneOfState" : "reward.none")} />
          )}
          <Pager page={shown.page} lastPage={shown.rewards.lastPage} shape={ADMIN_PAGER} />
          {shown.rewards.totals.ALLOCATED.rewards > 0 && <Statements years={shown.years} />}
        </>
      );
  }
}

/** The running campaign, and what it is to the member. */
function CampaignNote({ campaign }: { campaign: NonNullable<ReferralSummary["campaign"]> }) {
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  const { name, bonusBps, whoRefers, isMine, left } = campaign;
  const shown = {
    name,
    reward: formatPercent(campaign.rewardBps),
    bonus: formatPercent(bonusBps ?? 0),
    until: formatDateTime(new Date(campaign.endsAt)),
  };
  const tokens = { tokens: formatQuantity(left ?? 0), symbol: brand.symbol };
  return (
    <p className="note">
      <Info />
      <span>
        {t(bonusBps === null ? "campaign.own" : "campaign.both", shown)}{" "}
        {!isMine && whoRefers !== "ALL" && t(`campaign.${whoRefers}`)}
        {isMine && left !== null && t(left > 0 ? "campaign.left" : "campaign.used", tokens)}
      </span>
    </p>
  );
}

function Intro({ summary }: { summary: ReferralSummary }) {
  const { companyName } = useSite();
  const { t } = useTranslation("referral");
  const { campaign, rewardBps, holdDays } = summary;
  if (rewardBps === 0 && !campaign?.isMine) {
    return <p>{t("introNoReward", { company: companyName })}</p>;
  }
  return (
    <p>
      {rewardBps > 0 ? t("intro", { percent: formatPercent(rewardBps) }) : t("introCampaign")}{" "}
      {t(holdDays > 0 ? "introHeld" : "introAtOnce", { company: companyName, days: holdDays })}
    </p>
  );
}

const Nothing = ({ text }: { text: string }) => (
  <p className="note">
    <Info />
    <span>{text}</span>
  </p>
);

/** Downloads a year's rewards, for the member's own books. */
function Statements({ years }: { years: readonly number[] }) {
  const { t } = useTranslation("referral");
  const labels = { year: t("statement.year"), pdf: t("statement.pdf"), csv: t("statement.csv") };
  return (
    <section className="card grid gap-3 p-5">
      <h2>{t("statement.title")}</h2>
      <p className="hint">{t("statement.explain")}</p>
      <p>
        <Link className="link-out" to={`${paths.user.dashboard}?stock=myStock`}>
          {t("seeRewards")}
        </Link>
      </p>
      <YearlyDownload to={paths.user.referralStatement} years={years} labels={labels} />
    </section>
  );
}

/** The number of referred members and the rewards, each with the way to its list. */
function ReferralFigures({ summary }: { summary: ReferralSummary }) {
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  const tokens = (count: number) => `${formatQuantity(count)} ${brand.symbol}`;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Figures
        title={t("people")}
        part="members"
        figures={[
          [t("invited"), formatQuantity(summary.invited)],
          [t("verified"), formatQuantity(summary.verified)],
          [t("buying"), formatQuantity(summary.buying)],
        ]}
      />
      <Figures
        title={t("rewards")}
        part="rewards"
        figures={[
          [t("earned"), tokens(summary.rewardEarned)],
          [t("waiting"), tokens(summary.rewardWaiting)],
        ]}
      />
    </div>
  );
}

function Figures({
  title,
  part,
  figures,
}: {
  title: string;
  part: "members" | "rewards";
  figures: readonly (readonly [label: string, value: string])[];
}) {
  const { t } = useTranslation("referral");
  return (
    <section className="card grid gap-3 p-5">
      <h2>{title}</h2>
      <dl className="facts tabular">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      <Link className="link-out" to={referralPath(part)}>
        {t(`see.${part}`)}
      </Link>
    </section>
  );
}
