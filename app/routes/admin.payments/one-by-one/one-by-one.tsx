import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { Pager } from "~/components/lists/pager";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import { selectsWholePage } from "~/components/purchases/list/bulk-bar";
import { FoundElsewhere } from "~/components/purchases/list/found-elsewhere";
import { ListFilters } from "~/components/purchases/list/list-filters";
import { useSelection } from "~/components/purchases/keys/use-selection";
import { KeysList, useDecisionKeys, useTop } from "./keys-list";
import type { loadOneByOne } from "./load-one-by-one.server";
import { NO_PAYMENT_SHOWN } from "./one-by-one-address";
import { SelectableList } from "./order-list";
import { Payment } from "./payment";

/** The list of purchases on the left, one payment with all that decides on it on the right. */
export function OneByOne() {
  const {
    records,
    filter,
    isHistory,
    shown,
    then,
    isSorted,
    isAsked,
    lastPage,
    pageName,
    elsewhere,
    ...place
  } = useLoaderData<typeof loadOneByOne>();
  const order = shown?.order;
  const { t } = useTranslation("review");
  const [params] = useSearchParams();
  const listTo = searchWith(params, { ...NO_PAYMENT_SHOWN, form: "list" });
  const mayDecide = useMay()("orders.approve");
  const selection = useSelection(selectsWholePage(params) ? records.map(({ id }) => id) : []);
  useDecisionKeys((step) => {
    const ids = records.map(({ id }) => id);
    const to = order && ids[ids.indexOf(order.id) + step];
    if (to && mayDecide) selection.extend(ids, to, order.id);
  });
  useTop(order?.id ?? null);
  return (
    <>
      <div className={isAsked ? "max-lg:hidden" : ""}>
        <ListFilters isHistory={isHistory} list={filter}>
          <KeysList listTo={listTo} />
        </ListFilters>
      </div>
      <div
        className={`grid items-start gap-4 ${shown ? "lg:grid-cols-[minmax(0,min(21rem,32%))_minmax(0,1fr)]" : ""}`}
      >
        <section
          className={`split-list lg:sticky lg:top-[calc(var(--toasts-height)+1rem)] ${isAsked ? "max-lg:hidden" : ""}`}
          aria-label={t("list")}
        >
          {!isSorted && <p className="hint pb-2">{t("unsorted")}</p>}
          <SelectableList
            records={records}
            first={(filter.page - 1) * filter.limit + 1}
            current={order?.id ?? null}
            isAsked={isAsked}
            selection={mayDecide ? selection : null}
          >
            <FoundElsewhere found={elsewhere} />
            <Pager page={filter.page} lastPage={lastPage} shape={ADMIN_PAGER} name={pageName} />
          </SelectableList>
        </section>
        {shown && (
          <Payment
            // Remounts for another order or submission, so that no answer to an earlier one stays.
            key={`${shown.order.id} ${shown.order.version}`}
            {...place}
            isAsked={isAsked}
            deciding={{ ...shown, then }}
          />
        )}
      </div>
    </>
  );
}
