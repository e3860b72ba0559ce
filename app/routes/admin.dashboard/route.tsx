import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConfirmFirstDay } from "@server/office/contracts/dashboard";
import { HISTORY_PERIODS } from "@server/platform/rules/dates/dates";
import { formatPrice, formatQuantity } from "@server/platform/rules/money/format";
import { CopyButton } from "~/components/data/copy-button";
import { UndeliveredMessageList } from "~/components/data/undelivered-messages";
import { adminApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { memberPath, paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { submit } from "~/lib/forms/submit";
import { orRefuse } from "~/lib/messages/refusals";
import { AllFigures } from "./all-figures";
import { CollectionChart } from "./collection-chart";
import { dashboardCharts } from "./dashboard-charts.server";
import { FirstDay, isSaleOpen } from "./first-day";
import { membersChart } from "./history-charts.server";
import { MemberCards } from "./member-cards";
import { NewMembers } from "./new-members";
import { Sale } from "./sale";
import { saleOf } from "./sale.server";
import { SupplyChart } from "./supply-charts";
import { WorkTiles } from "./work-tiles";
import { loadWords } from "~/lib/messages/words";
import { chosenIn } from "~/lib/lists/list-query";

export const handle = await loadWords("admin/admin-dashboard", "admin/users");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const period = chosenIn(new URL(request.url).searchParams, "period", HISTORY_PERIODS) ?? "weeks";
  const [figures, undelivered, changes, work, { paid, ...history }, firstDay] = await orRefuse(
    context,
    Promise.all([
      api.dashboard.admin(),
      api.messages.undelivered(),
      api.changes.count(),
      api.dashboard.work(),
      api.dashboard.history({ period }),
      api.dashboard.firstDay(),
    ]),
  );
  const { language } = context.caller;
  // Before the first sale there is nothing to draw.
  const drawn = firstDay
    ? null
    : {
        sale: await saleOf(figures.privateSupplyData, paid, language),
        charts: await dashboardCharts(figures, language),
        members: await membersChart([history, language]),
      };
  const company = context.site.kind === "company" ? context.site : null;
  return {
    ...figures,
    undelivered,
    changes,
    work,
    firstDay,
    site: company && !firstDay ? company.origin : null,
    priceMicroRupees: company?.company.priceMicroRupees ?? null,
    period,
    drawn,
  };
}

/** Confirms a step of the first day that no fact shows. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context);
  return submit(context, form, {
    schema: ConfirmFirstDay,
    call: (input) => api.dashboard.confirmFirstDay(input),
    done: () => redirect(paths.admin.dashboard),
  });
}

// The page title is "… | Login" (product.md §2), as documented (architecture.md §11).
export const meta = titled("Login");

const messagesOf = (memberId: string): string => `${memberPath(memberId)}?part=messages`;

export default function AdminDashboard() {
  const shown = useLoaderData<typeof loader>();
  const { undelivered, changes, work, firstDay, site, period, drawn, ...figures } = shown;
  const { symbol } = useSite().brand;
  const [params] = useSearchParams();
  const { t } = useTranslation("admin-dashboard");
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-6">
        <h1>{t("title")}</h1>
        {site && (
          <div className="hint flex items-center gap-2">
            <p>
              {t("site")}{" "}
              <a className="link-out break-all" href={site} target="_blank" rel="noreferrer">
                {site}
              </a>
            </p>
            <CopyButton text={site} label={t("firstDay.copy")} />
          </div>
        )}
      </div>
      {firstDay && (
        <FirstDay
          steps={firstDay}
          offer={t("firstDay.offer", {
            tokens: formatQuantity(figures.privateSupplyData.remaining),
            symbol,
            price: formatPrice(figures.priceMicroRupees ?? 0),
          })}
        />
      )}
      <WorkTiles
        {...work}
        changes={changes}
        unverified={figures.verificationPending}
        hasSteps={firstDay !== null && !isSaleOpen(firstDay)}
      />
      {drawn && <Sale {...drawn.sale} />}
      <UndeliveredMessageList {...undelivered} personPath={messagesOf} />
      <MemberCards counts={figures} />
      {drawn && (
        <details open={params.has("period")}>
          <summary className="chart-summary">{t("figures")}</summary>
          <div className="grid gap-4 lg:grid-cols-2">
            <SupplyChart of="supply" drawing={drawn.charts.supply} />
            <SupplyChart of="referral" drawing={drawn.charts.referral} />
            <CollectionChart
              drawing={drawn.charts.collection}
              isEmpty={Object.values(figures.collection).every((paise) => paise === 0)}
            />
            <NewMembers period={period} chart={drawn.members} />
            <AllFigures
              charts={drawn.charts}
              collection={figures.collection}
              members={drawn.members}
            />
          </div>
        </details>
      )}
    </div>
  );
}
