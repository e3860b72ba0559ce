import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminApi } from "~/lib/callers";
import { pageMeta } from "~/lib/page-meta";
import { orRefuse } from "~/lib/refusals";
import { CollectionChart } from "./collection-chart";
import { dashboardCharts } from "./dashboard-charts.server";
import { MemberCards } from "./member-cards";
import { ReferralChart, SupplyChart } from "./supply-charts";

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const figures = await orRefuse(context, api.dashboard.admin());
  return { ...figures, charts: dashboardCharts(figures, context.language) };
}

// The page title is "… | Login" (product.md §2), as documented (architecture.md §11).
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Login");

export default function AdminDashboard() {
  const { charts, ...figures } = useLoaderData<typeof loader>();
  const { t } = useTranslation("adminDashboard");
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("title")}</h1>
        <p className="hint mt-1">{t("fresh")}</p>
      </div>
      <MemberCards counts={figures} />
      <div className="grid gap-5 lg:grid-cols-2">
        <SupplyChart drawing={charts.supply} />
        <ReferralChart drawing={charts.referral} />
        <CollectionChart drawing={charts.collection} collection={figures.collection} />
      </div>
    </div>
  );
}
