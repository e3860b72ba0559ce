import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { REFERRER_SORTS, REWARD_SORTS, REWARD_STATES } from "@db/vocabulary";
import { AddCampaign, EndCampaign } from "@server/companies/contracts/campaigns";
import { DecideRewards } from "@server/orders/contracts/rewards";
import {
  dateInIndia,
  HISTORY_PERIODS,
  recentFinancialYears,
} from "@server/platform/rules/dates/dates";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { translateRefusal } from "@server/platform/words/translators.server";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { ExportLink } from "~/components/lists/export-link";
import { Pager } from "~/components/lists/pager";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { intentIn } from "~/lib/forms/form-reply";
import { submit } from "~/lib/forms/submit";
import { listQuery, searchWith, chosenIn, sortingIn } from "~/lib/lists/list-query";
import { loadWords } from "~/lib/messages/words";
import { orRefuse } from "~/lib/messages/refusals";
import { withToast } from "~/lib/messages/toasts.server";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { Campaigns } from "./campaigns";
import { Cases } from "./cases";
import { programmeCharts } from "./charts.server";
import { ACTS, DecideDialog, NO_DECISION } from "./decision";
import { Overview } from "./overview";
import { ReferrerTable } from "./referrers";
import { RewardTable } from "./rewards";

export const handle = await loadWords(
  "admin/programme",
  "admin/admin-dashboard",
  "admin/purchases",
);

const constraints = constraintsOf({
  decide: DecideRewards,
  addCampaign: AddCampaign,
  endCampaign: EndCampaign,
});

const TABS = ["overview", "rewards", "referrers", "campaigns", "cases"] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const tab = chosenIn(asked, "tab", TABS) ?? "overview";
  const period = chosenIn(asked, "period", HISTORY_PERIODS) ?? "days";
  const { page, search } = listQuery(request);
  const state = chosenIn(asked, "state", REWARD_STATES) ?? null;
  const byReferrer = sortingIn(asked, REFERRER_SORTS, { sort: "paid", isDescending: true });
  const byReward = sortingIn(asked, REWARD_SORTS, { sort: "date", isDescending: true });
  const isDecidedToo = asked.has("decided");
  const [history, totals, rewards, referrers, campaigns, cases] = await orRefuse(
    context,
    Promise.all([
      tab === "overview" ? api.programme.history({ period }) : null,
      tab === "overview" ? api.orders.rewards.totals() : null,
      tab === "rewards"
        ? api.orders.rewards.list({ page, search, ...byReward, ...(state && { state }) })
        : null,
      tab === "referrers" ? api.programme.referrers({ page, search, ...byReferrer }) : null,
      tab === "campaigns" ? api.programme.campaigns({ page }) : null,
      tab === "cases" ? api.orders.cases({ page, isWaiting: !isDecidedToo }) : null,
    ]),
  );
  const lastPage = (referrers ?? rewards ?? campaigns ?? cases)?.lastPage ?? 1;
  if (page > lastPage) throw redirect(searchWith(asked, { page: lastPage }));
  return {
    tab,
    period,
    page,
    search,
    state,
    byReferrer,
    byReward,
    lastPage,
    totals,
    rewards,
    referrers,
    campaigns,
    cases,
    isDecidedToo,
    constraints,
    idempotencyKey: crypto.randomUUID(),
    charts: history && (await programmeCharts(history, context.caller.language)),
    years: recentFinancialYears(dateInIndia(new Date())),
  };
}

/** Asks for a campaign or its end, or decides about rewards; a page lists those that are refused. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { language } = context.caller;
  const intent = intentIn(form);
  // Both wait for a second admin, so that neither is ever done at once.
  const done = () => redirect(`${paths.admin.referrals}?tab=campaigns`);
  if (intent === "addCampaign") {
    return submit(context, form, {
      schema: AddCampaign,
      call: (input) => api.campaigns.add(input),
      done,
    });
  }
  if (intent === "endCampaign") {
    return submit(context, form, {
      schema: EndCampaign,
      call: (input) => api.campaigns.end(input),
      done,
    });
  }
  const act = ACTS.find((one) => one === intent) ?? "withdraw";
  const { pathname, searchParams } = new URL(request.url);
  return submit(context, form, {
    schema: DecideRewards,
    call: (input) => api.orders.rewards[act](input),
    done: async (outcomes) =>
      outcomes.every(({ refusal }) => refusal === null)
        ? await withToast(
            context,
            pathname + searchWith(searchParams, NO_DECISION),
            `programme:${act}.done`,
            { count: outcomes.length },
          )
        : {
            outcomes: outcomes.map(({ orderId, refusal }) => ({
              orderId,
              refusal: refusal && translateRefusal(language, refusal.code, refusal.params),
            })),
          },
  });
}

export const meta = titled("Referrals");

/** The company's referral programme: what it costs and brings, its rewards and its referrers. */
export default function Referrals() {
  const { tab, page, lastPage } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const may = useMay();
  const act = chosenIn(params, "act", ACTS);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1>{t("title")}</h1>
          <p className="hint mt-1">{t("intro")}</p>
        </div>
        {tab === "rewards" && may("exports.rewards") && (
          <ExportLink to={paths.admin.exports.rewards} />
        )}
      </div>
      <AddressedTabs value={tab}>
        <TabList label={t("title")}>
          {TABS.map((one) => (
            <LinkTab key={one} value={one} to={one === "overview" ? "?" : `?tab=${one}`}>
              {one === "cases" ? t("cases.tab") : t(`tabs.${one}`)}
            </LinkTab>
          ))}
        </TabList>
        <TabPanel value={tab}>
          {tab === "overview" && <Overview />}
          {tab === "rewards" && <RewardTable />}
          {tab === "referrers" && <ReferrerTable />}
          {tab === "campaigns" && <Campaigns />}
          {tab === "cases" && <Cases />}
          <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
        </TabPanel>
      </AddressedTabs>
      {(tab === "rewards" || tab === "cases") && act && may(`orders.rewards.${act}`) && (
        <DecideDialog key={act} act={act} />
      )}
    </div>
  );
}
