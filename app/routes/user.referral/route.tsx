import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import Info from "lucide-react/icons/info";
import { useTranslation } from "react-i18next";
import { formatPercent, formatQuantity } from "@server/platform/rules/money/format";
import { investorApi } from "~/lib/callers";
import { pageMeta } from "~/lib/pages/page-meta";
import { dateInIndia, recentFinancialYears } from "@server/platform/rules/dates/dates";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { YearlyDownload } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { listQuery } from "~/lib/lists/list-query";
import { paths, referralLink, shortLink, tagIn } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { useSite } from "~/lib/use-site";
import { InviteCard } from "./invite-card";
import { InvitedTable, LinkTable } from "./invited";
import { textsIn, ShareKit } from "./share-kit";
import { sharedTexts } from "./share-kit.server";
import { qrCode } from "~/lib/pages/qr-codes.server";
import { loadWords } from "~/lib/messages/words";
import type { ReferralSummary } from "@server/members/contracts/members";

export const handle = await loadWords("referral");

const INVITED_A_PAGE = 20;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  const tag = tagIn(new URL(request.url).searchParams);
  const { page } = listQuery(request);
  const [summary, links, invited] = await orRefuse(
    context,
    Promise.all([
      api.referrals.summary(),
      api.referrals.links(),
      api.referrals.invited({ page, limit: INVITED_A_PAGE }),
    ]),
  );
  const { origin, code } = summary;
  const link = referralLink(origin, code, tag);
  const short = shortLink(origin, code, tag);
  const kit = sharedTexts(context, code, link);
  const years = recentFinancialYears(dateInIndia(new Date()));
  return { summary, links, invited, page, tag, link, short, kit, years, qr: await qrCode(link) };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Referral");

export default function Referral() {
  const { summary, links, invited, page, kit, years, ...shared } = useLoaderData<typeof loader>();
  const { companyName, language } = useSite();
  const { t } = useTranslation("referral");
  return (
    <div className="grid max-w-4xl gap-5">
      <h1>{t("title")}</h1>
      <p>
        {summary.rewardBps > 0
          ? t("intro", { percent: formatPercent(summary.rewardBps) })
          : t("introNoReward", { company: companyName })}
      </p>
      <InviteCard code={summary.code} texts={textsIn(kit, language)} {...shared} />
      <ShareKit kit={kit} link={shared.link} />
      <ReferralFigures summary={summary} />
      {links.length > 0 && <LinkTable links={links} />}
      {summary.invited > 0 && <InvitedTable invited={invited.records} />}
      <Pager page={page} lastPage={invited.lastPage} shape={ADMIN_PAGER} />
      {summary.invited === 0 && (
        <p className="note">
          <Info size={20} aria-hidden />
          <span>{t("none")}</span>
        </p>
      )}
      {summary.rewardEarned > 0 && (
        <p>
          <Link className="link-out" to={`${paths.user.dashboard}?stock=myStock`}>
            {t("seeRewards")}
          </Link>
        </p>
      )}
      {summary.rewardEarned > 0 && <Statements years={years} />}
      <p className="hint">{t("private")}</p>
    </div>
  );
}

/** Downloads a year's rewards, for the member's own books. */
function Statements({ years }: { years: readonly number[] }) {
  const { t } = useTranslation("referral");
  const labels = { year: t("statement.year"), pdf: t("statement.pdf"), csv: t("statement.csv") };
  return (
    <section className="card grid gap-3 p-5">
      <h2>{t("statement.title")}</h2>
      <p className="hint">{t("statement.explain")}</p>
      <YearlyDownload to={paths.user.referralStatement} years={years} labels={labels} />
    </section>
  );
}

/** The number of referred members and the rewards. */
function ReferralFigures({ summary }: { summary: ReferralSummary }) {
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  const tokens = (count: number) => `${formatQuantity(count)} ${brand.symbol}`;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Figures
        title={t("people")}
        figures={[
          [t("invited"), formatQuantity(summary.invited)],
          [t("verified"), formatQuantity(summary.verified)],
          [t("buying"), formatQuantity(summary.buying)],
        ]}
      />
      <Figures
        title={t("rewards")}
        figures={[
          [t("earned"), tokens(summary.rewardEarned)],
          [t("waiting"), tokens(summary.rewardWaiting)],
        ]}
        {...(summary.rewardWaiting > 0 && { hint: t("waitingHint") })}
      />
    </div>
  );
}

function Figures({
  title,
  figures,
  hint,
}: {
  title: string;
  figures: readonly (readonly [label: string, value: string])[];
  hint?: string;
}) {
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
      {hint && <p className="hint">{hint}</p>}
    </section>
  );
}
