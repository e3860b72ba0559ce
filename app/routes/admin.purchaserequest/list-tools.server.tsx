import type { TFunction } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import type { SortedOrderList } from "@server/contracts/orders";
import { searchWith } from "~/lib/list-query";

interface View {
  isHistory: boolean;
  /** The parameter of the list's page. */
  pageName: string;
  /** The columns that can be left out. */
  choices: readonly { key: string; label: string; isShown: boolean }[];
  /** How many purchases the list has, and their sum, in words. */
  totals: string;
}

const RANGES = ["from", "to", "least", "most"] as const;

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
  const dates = view.isHistory ? "decided" : "created";
  const isNarrow = RANGES.some((name) => params.get(name));
  const without = Object.fromEntries([...RANGES, view.pageName].map((name) => [name, null]));
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
      <details open={isNarrow}>
        <summary className="cursor-pointer font-semibold">{of("narrow")}</summary>
        <form method="get" className="flex flex-wrap items-end gap-3 py-2">
          <Kept params={params} without={RANGES} />
          {RANGES.map((name) => (
            <label key={name} className="grid gap-1">
              <span className="hint">
                {of(name === "from" || name === "to" ? `${dates}.${name}` : name)}
              </span>
              <input
                className="input"
                name={name}
                {...(name === "from" || name === "to"
                  ? { type: "date" }
                  : { inputMode: "decimal" as const, size: 10, maxLength: 30 })}
                defaultValue={params.get(name) ?? ""}
              />
            </label>
          ))}
          <button type="submit" className="button button-quiet">
            {of("apply")}
          </button>
          {isNarrow && (
            <a className="link-out py-2" href={searchWith(params, without)}>
              {of("clear")}
            </a>
          )}
        </form>
      </details>
      <details>
        <summary className="cursor-pointer font-semibold">{of("choice.title")}</summary>
        <form method="get" className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <Kept params={params} without={["cols"]} />
          {view.choices.map(({ key, label, isShown }) => (
            <label key={key} className="checkbox">
              <input type="checkbox" name="cols" value={key} defaultChecked={isShown} />
              <span>{label}</span>
            </label>
          ))}
          <button type="submit" className="button button-quiet">
            {of("apply")}
          </button>
          {params.has("cols") && (
            <a className="link-out py-2" href={searchWith(params, { cols: null })}>
              {of("choice.all")}
            </a>
          )}
          <p className="hint w-full">{of("choice.hint")}</p>
        </form>
      </details>
    </>
  );
}

/** Hidden fields that keep the rest of the list's address in a form's. */
function Kept({ params, without }: { params: URLSearchParams; without: readonly string[] }) {
  return [...params].map(
    ([name, value], index) =>
      !LEFT_OUT.has(name) &&
      !without.includes(name) && (
        <input key={index} type="hidden" name={name} defaultValue={value} />
      ),
  );
}
