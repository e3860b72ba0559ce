import { Form, Link, useSearchParams } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SortedOrder } from "@server/orders/contracts/order-lists";
import { formatRupees } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { MissingBadge, ToneBadge } from "~/components/data/badge";
import { FlagBadges } from "~/components/data/flag-badges";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { BulkBar } from "~/components/purchases/list/bulk-bar";
import { filterOf, isHistoryIn } from "~/components/purchases/list/order-list-address";
import { HiddenListParams } from "~/components/lists/filter-select";
import { Tick } from "~/components/lists/selection";
import type { Selection } from "~/components/purchases/keys/use-selection";
import { NO_PAYMENT_SHOWN, showOrder } from "./one-by-one-address";
import { useMethodName } from "~/lib/orders/use-method-name";

interface Props {
  records: readonly SortedOrder[];
  /** Rows can be selected only if it is present. */
  selection: Selection | null;
  /** The first row's number in the complete list. */
  first: number;
  /** The payment that is shown. */
  current: string | null;
  /** The URL names it. Otherwise it stands beside the list, but not on a phone. */
  isAsked: boolean;
}

const canBeSelected = ({ status }: SortedOrder): boolean => status === "PENDING";

/** The list's page in short rows; each leads to its payment. */
function OrderList({ records, first, current, isAsked, selection }: Props) {
  const { t } = useTranslation(["review", "purchases"]);
  const methodName = useMethodName();
  const dates = useDates();
  const [params] = useSearchParams();
  const list = useInSight(current);
  const selectable = records.filter(canBeSelected).map(({ id }) => id);
  if (records.length === 0) {
    const isAll = !filterOf(params);
    const why = isAll ? (isHistoryIn(params) ? "decided" : "waiting") : "noMatch";
    return <p className="p-4 text-muted">{t(`purchases:emptyOf.${why}`)}</p>;
  }
  return (
    <ol
      className={`split-rows relative divide-y divide-line overflow-y-auto rounded-(--radius-card) border border-line bg-raised ${selection ? "lg:max-h-[calc(100dvh-19rem)]" : "lg:max-h-[calc(100dvh-9rem)]"}`}
      start={first}
      ref={list}
    >
      {records.map((row) => (
        <li
          key={row.id}
          className={selection ? "grid grid-cols-[auto_minmax(0,1fr)] items-start" : undefined}
          // The capture phase precedes the link, which would open a window.
          onClickCapture={(event) => {
            if (!selection || !event.shiftKey || !canBeSelected(row)) return;
            if (event.target instanceof Element && event.target.closest("input")) return;
            event.preventDefault();
            event.stopPropagation();
            selection.extend(selectable, row.id, selection.ids.size === 0 ? current : undefined);
          }}
        >
          {selection && (
            <Tick
              id={row.id}
              name="id"
              label={t("purchases:bulk.selectOne", { order: row.orderNumber })}
              list={selectable}
              selection={selection}
              isDisabled={!canBeSelected(row)}
              className="me-0"
            />
          )}
          <Link
            to={searchWith(params, showOrder(row.id))}
            className={`split-row grid min-h-11 grid-cols-[minmax(0,1fr)_minmax(0,auto)] items-baseline gap-x-3 px-3.5 py-2 text-inherit no-underline wrap-anywhere *:even:justify-self-end hover:bg-sunken focus-visible:-outline-offset-3 ${isAsked ? SHOWN : SHOWN_BESIDE}`}
            aria-current={row.id === current ? "true" : undefined}
            preventScrollReset
          >
            <span className="split-name truncate font-semibold">{row.user.name}</span>
            <span className="tabular">{formatRupees(row.finalAmountPaise)}</span>
            <span className="hint">
              <span className="mono">{row.orderNumber}</span> {methodName(row.paymentMethod)}
            </span>
            <time className="hint tabular" dateTime={row.submittedAt ?? row.createdAt}>
              {t("sentAt", { at: dates.short(row.submittedAt ?? row.createdAt) })}
            </time>
            {(row.flags.length > 0 || row.missingPaise !== null || row.line?.isPerhaps) && (
              <span className="badges col-span-full mt-1 justify-self-start">
                {row.line?.isPerhaps && (
                  <ToneBadge tone="warning">
                    {t("perhaps", { sum: formatRupees(row.line.amountPaise) })}
                  </ToneBadge>
                )}
                <MissingBadge paise={row.missingPaise} told={row.toldPaise} />
                <FlagBadges flags={row.flags} />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

const SHOWN =
  "aria-[current=true]:bg-(--accent-soft) aria-[current=true]:shadow-[inset_4px_0_0_var(--accent)]";
const SHOWN_BESIDE =
  "lg:aria-[current=true]:bg-(--accent-soft) lg:aria-[current=true]:shadow-[inset_4px_0_0_var(--accent)]";

/** The list, from which several payments can be selected for a decision of their own. */
export function SelectableList({ selection, children, ...list }: Props & { children: ReactNode }) {
  const { t } = useTranslation("purchases");
  const [params] = useSearchParams();
  const waiting = list.records.filter(canBeSelected);
  if (!selection || waiting.length === 0) {
    return (
      <>
        <OrderList {...list} selection={null} />
        {children}
      </>
    );
  }
  return (
    <Form method="get" action={paths.admin.payments} aria-label={t("bulk.select")}>
      <HiddenListParams without={OF_ONE} />
      <OrderList {...list} selection={selection} />
      {children}
      <BulkBar
        rows={waiting}
        selection={selection}
        selectAllTo={searchWith(params, { select: "page" })}
      />
    </Form>
  );
}

/** Parameters of the payment that is shown, which a decision on several does not keep. */
const OF_ONE = [...Object.keys(NO_PAYMENT_SHOWN), "tab", "step"];

/** Scrolls the list, and only the list, so that the row of the payment that is shown stays in sight. */
function useInSight(current: string | null) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const frame = list.current;
    const row = frame?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (!frame || !row) return;
    const above = row.offsetTop - frame.scrollTop;
    const below = above + row.offsetHeight - frame.clientHeight;
    if (above < 0) frame.scrollTop += above;
    else if (below > 0) frame.scrollTop += below;
  }, [current]);
  return list;
}
