import type { TFunction } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import type { SortedOrderList } from "@server/orders/contracts/order-lists";
import { Ranges } from "~/components/lists/list-tools";
import { searchWith } from "~/lib/lists/list-query";

interface View {
  isHistory: boolean;
  /** The parameter of the list's page. */
  pageName: string;
  /** Writes the number of purchases and their sum as text. */
  totals: string;
}

/** Parameters of a dialog or a page, which another list does not keep. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "page",
  "historyPage",
  "approve",
  "reject",
  "view",
  "bulk",
  "id",
  "keys",
  "select",
  "total",
]);

/**
 * Renders the list's totals and the form for ranges of dates and amounts as markup, which costs no
 * script.
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
    </>
  );
}
