import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { WaitingChangesNote } from "~/components/changes/waiting-changes";
import { UndeliveredMessageList } from "~/components/data/undelivered-messages";
import { adminApi } from "~/lib/callers";
import { pageMeta } from "~/lib/page-meta";
import { memberPath } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { CollectionChart } from "./collection-chart";
import { dashboardCharts } from "./dashboard-charts.server";
import { MemberCards } from "./member-cards";
import { ReferralChart, SupplyChart } from "./supply-charts";
import { loadWords } from "~/lib/words";

export const handle = await loadWords("adminDashboard", "changes", "users");

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const [figures, undelivered, waiting] = await orRefuse(
    context,
    Promise.all([api.dashboard.admin(), api.messages.undelivered(), api.changes.count()]),
  );
  const charts = await dashboardCharts(figures, context.language);
  return { ...figures, undelivered, waiting, charts };
}

// The page title is "… | Login" (product.md §2), as documented (architecture.md §11).
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Login");

const messagesOf = (memberId: string): string => `${memberPath(memberId)}?part=messages`;

export default function AdminDashboard() {
  const { charts, undelivered, waiting, ...figures } = useLoaderData<typeof loader>();
  const { t } = useTranslation("adminDashboard");
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("title")}</h1>
        <p className="hint mt-1">{t("fresh")}</p>
      </div>
      <WaitingChangesNote count={waiting} />
      <UndeliveredMessageList {...undelivered} personPath={messagesOf} />
      <MemberCards counts={figures} />
      <div className="grid gap-5 lg:grid-cols-2">
        <SupplyChart drawing={charts.supply} />
        <ReferralChart drawing={charts.referral} />
        <CollectionChart drawing={charts.collection} collection={figures.collection} />
      </div>
    </div>
  );
}
