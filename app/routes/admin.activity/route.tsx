import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { ExportLink } from "~/components/lists/export-link";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { Pager } from "~/components/lists/pager";
import { adminApi } from "~/lib/callers";
import { listQuery } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { useMay } from "~/lib/use-may";
import { ActivityFilters } from "./activity-filters";
import { ActivityTable } from "./activity-table";
import { filtersOf } from "./asked-filters";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("admin/activity", "profile");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { page, limit, search } = listQuery(request, { limits: [25] });
  const filters = filtersOf(request);
  const list = await orRefuse(context, api.activity.list({ page, limit, search, ...filters }));
  return { ...list, page, filters };
}

export const meta = titled("Activity");

export default function Activity() {
  const { records, page, lastPage, filters } = useLoaderData<typeof loader>();
  const { t } = useTranslation("activity");
  const may = useMay();
  const part = filters.actor === "SYSTEM" ? "SYSTEM" : "PEOPLE";
  return (
    <div className="dense grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1>{t("title")}</h1>
          <p className="hint mt-1">{t("intro")}</p>
        </div>
        {may("exports.activity") && <ExportLink to={paths.admin.exports.activity} />}
      </div>
      <AddressedTabs value={part}>
        <TabList label={t("title")}>
          <LinkTab value="PEOPLE" to="?">
            {t("actors.PEOPLE")}
          </LinkTab>
          <LinkTab value="SYSTEM" to="?actor=SYSTEM">
            {t("actors.SYSTEM")}
          </LinkTab>
        </TabList>
        <TabPanel value={part}>
          <ActivityFilters filters={filters} />
          <ActivityTable records={records} />
          <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
        </TabPanel>
      </AddressedTabs>
    </div>
  );
}
