import type { TFunction } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import type { SortedOrderList } from "@server/contracts/order-lists";
import type { OrderTab } from "@db/vocabulary";
import { ALL_COLUMNS, MOST_VIEWS, type SavedView, viewQuery } from "@server/contracts/views";
import { KeptFields, Ranges } from "~/components/data/list-tools";
import { searchWith } from "~/lib/list-query";
import { paths } from "~/lib/paths";

interface View {
  isHistory: boolean;
  tab: OrderTab;
  /** The parameter of the list's page. */
  pageName: string;
  /** The columns that can be left out. */
  choices: readonly { key: string; label: string; isShown: boolean }[];
  /** How many purchases the list has, and their sum, in words. */
  totals: string;
  /** The columns that are shown, as an address names them. */
  columns: readonly string[];
  /** Whether the admin has chosen columns for this list. */
  hasOwnColumns: boolean;
  views: readonly SavedView[];
}

/** Parameters of a dialog or a page, which another list does not keep. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["page", "historyPage", "approve", "reject", "view", "bulk", "id", "keys", "select", "total"],
]);

/**
 * What stands above the table, as markup, so that it costs no script: the totals of the list, and a form
 * for the ranges of dates and amounts.
 */
export function listTools(
  t: TFunction,
  params: URLSearchParams,
  view: View,
  list: Pick<SortedOrderList, "isSorted" | "sumPaise">,
): string {
  return renderToStaticMarkup(<Tools t={t} params={params} view={view} list={list} />);
}

function Tools({
  t,
  params,
  view,
  list,
}: {
  t: TFunction;
  params: URLSearchParams;
  view: View;
  list: Pick<SortedOrderList, "isSorted" | "sumPaise">;
}) {
  const of = (name: string) => t(`orderList:${name}`);
  // With the columns that are seen now: the view keeps them when others are chosen.
  const present = viewQuery(searchWithAll(params, "cols", view.columns));
  return (
    <>
      <p className="tabular" role="status">
        {view.totals}{" "}
        {list.sumPaise === null && (
          <a className="link-out" href={searchWith(params, { total: "all" })}>
            {of("addUp")}
          </a>
        )}
        {!list.isSorted && <span className="hint block">{of("unsorted")}</span>}
      </p>
      <Ranges
        t={t}
        params={params}
        leftOut={LEFT_OUT}
        pageName={view.pageName}
        days={view.isHistory ? "decided" : "created"}
      />
      <details>
        <summary className="cursor-pointer font-semibold">{of("choice.title")}</summary>
        <form method="get" className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <KeptFields params={params} leftOut={LEFT_OUT} without={["cols"]} />
          {view.choices.map(({ key, label, isShown }) => (
            <label key={key} className="checkbox">
              <input type="checkbox" name="cols" value={key} defaultChecked={isShown} />
              <span>{label}</span>
            </label>
          ))}
          <button
            type="submit"
            className="button"
            name="intent"
            value={`columns ${view.tab}`}
            formMethod="post"
            formAction={paths.admin.purchaseViews + searchWith(params, { cols: null })}
          >
            {of("choice.keep")}
          </button>
          <button type="submit" className="button button-quiet">
            {of("choice.once")}
          </button>
          {params.has("cols") && view.hasOwnColumns && (
            <a className="link-out py-2" href={searchWith(params, { cols: null })}>
              {of("choice.own")}
            </a>
          )}
          {!view.columns.includes(ALL_COLUMNS) && (
            <a
              className="link-out py-2"
              href={searchWith(params, { cols: view.hasOwnColumns ? ALL_COLUMNS : null })}
            >
              {of("choice.all")}
            </a>
          )}
          <p className="hint w-full">{of("choice.hint")}</p>
        </form>
      </details>
      <details>
        <summary className="cursor-pointer font-semibold">{of("views.save")}</summary>
        <form
          method="post"
          action={paths.admin.purchaseViews}
          className="flex flex-wrap items-end gap-3 py-2"
        >
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="query" value={present} />
          <label className="grid gap-1">
            <span className="hint">{of("views.name")}</span>
            <input className="input" name="name" required maxLength={40} autoComplete="off" />
          </label>
          <button type="submit" className="button button-quiet">
            {t("common:save")}
          </button>
          <p className="hint w-full">{t("orderList:views.hint", { most: MOST_VIEWS })}</p>
        </form>
      </details>
      {view.views.length > 0 && <SavedViews t={t} views={view.views} present={present} />}
    </>
  );
}

/** The admin's views as links, and where they are changed. */
function SavedViews({
  t,
  views,
  present,
}: {
  t: TFunction;
  views: readonly SavedView[];
  /** What a view of the list as it is shown would keep. */
  present: string;
}) {
  return (
    <nav
      className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1"
      aria-label={t("orderList:views.title")}
    >
      {views.map(({ id, name, query }) => (
        <a
          key={id}
          className="pager-link max-w-full break-words"
          href={`?${query}`}
          aria-current={query === present ? "page" : undefined}
        >
          {name}
        </a>
      ))}
      <a className="link-out" href={paths.admin.purchaseViews}>
        {t("orderList:views.change")}
      </a>
    </nav>
  );
}

function searchWithAll(params: URLSearchParams, name: string, values: readonly string[]) {
  const next = new URLSearchParams(params);
  next.delete(name);
  for (const value of values) next.append(name, value);
  return next;
}
