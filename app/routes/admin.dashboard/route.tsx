import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { HISTORY_PERIODS } from "@server/platform/rules/dates/dates";
import { WaitingChangesNote } from "~/components/changes/waiting-changes";
import { UndeliveredMessageList } from "~/components/data/undelivered-messages";
import { adminApi } from "~/lib/callers";
import { pageMeta } from "~/lib/pages/page-meta";
import { memberPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { CollectionChart } from "./collection-chart";
import { dashboardCharts } from "./dashboard-charts.server";
import { historyCharts } from "./history-charts.server";
import { HistorySection } from "./history-section";
import { MemberCards } from "./member-cards";
import { ReferralChart, SupplyChart } from "./supply-charts";
import { WorkTiles } from "./work-tiles";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("admin/adminDashboard", "admin/changes", "admin/users");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams.get("period");
  const period = HISTORY_PERIODS.find((one) => one === asked) ?? "weeks";
  const [figures, undelivered, waiting, work, history] = await orRefuse(
    context,
    Promise.all([
      api.dashboard.admin(),
      api.messages.undelivered(),
      api.changes.count(),
      api.dashboard.work(),
      api.dashboard.history({ period }),
    ]),
  );
  const [charts, past] = await Promise.all([
    dashboardCharts(figures, context.caller.language),
    historyCharts(history, context.caller.language),
  ]);
  return { ...figures, undelivered, waiting, work, charts, period, past };
}

// The page title is "… | Login" (product.md §2), as documented (architecture.md §11).
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Login");

const messagesOf = (memberId: string): string => `${memberPath(memberId)}?part=messages`;

export default function AdminDashboard() {
  const { charts, undelivered, waiting, work, period, past, ...figures } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("adminDashboard");
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("title")}</h1>
        <p className="hint mt-1">{t("fresh")}</p>
      </div>
      <WorkTiles {...work} />
      <WaitingChangesNote count={waiting} />
      <UndeliveredMessageList {...undelivered} personPath={messagesOf} />
      <MemberCards counts={figures} />
      <div className="grid gap-5 lg:grid-cols-2">
        <SupplyChart drawing={charts.supply} />
        <ReferralChart drawing={charts.referral} />
        <CollectionChart drawing={charts.collection} collection={figures.collection} />
        <HistorySection period={period} charts={past} />
      </div>
    </div>
  );
}
