import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ACTIVITY_ACTORS, ListActivity } from "@server/contracts/activity";
import { ADMIN_PAGER } from "@server/domain/paging/paging";
import { Pager } from "~/components/data/pager";
import { adminApi } from "~/lib/callers";
import { listQuery } from "~/lib/list-query";
import { pageMeta } from "~/lib/page-meta";
import { orRefuse } from "~/lib/refusals";
import { ActivityFilters } from "./activity-filters";
import { ActivityTable } from "./activity-table";

/** A page is for people: a filter that makes no sense is left out, where a call answers 400. */
function filtersOf(request: Request) {
  const asked = new URL(request.url).searchParams;
  const of = <Name extends "actor" | "action" | "from" | "to">(name: Name) => {
    const one = ListActivity.safeParse({ [name]: asked.get(name) ?? "" });
    return one.success ? one.data[name] : undefined;
  };
  const days = [of("from"), of("to")];
  // Two days the wrong way round mean the same days.
  const [from, to] = days[0] && days[1] && days[0] > days[1] ? days.toReversed() : days;
  const actor = ACTIVITY_ACTORS.find((one) => one === of("actor"));
  return { actor, action: of("action"), from, to };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { page, limit, search } = listQuery(request);
  const filters = filtersOf(request);
  const list = await orRefuse(context, api.activity.list({ page, limit, search, ...filters }));
  return { ...list, page, filters };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Activity");

export default function Activity() {
  const { records, page, lastPage, filters } = useLoaderData<typeof loader>();
  const { t } = useTranslation("activity");
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("title")}</h1>
        <p className="hint mt-1">{t("intro")}</p>
      </div>
      <ActivityFilters filters={filters} />
      <ActivityTable records={records} />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
    </div>
  );
}
