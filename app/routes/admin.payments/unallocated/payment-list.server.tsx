import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import type { PaymentSort } from "@db/vocabulary";
import type { UnallocatedPaymentList } from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { Ranges } from "~/components/lists/list-tools";
import { sortedHead } from "~/lib/lists/sorted-heads";
import { NO_DIALOG, type paymentListAddress } from "./payment-list-address";

/** Sums and times are first asked for with the largest or newest at the top. */
const FIRST_DESCENDING: ReadonlySet<PaymentSort> = new Set(["since", "tokens", "open", "entered"]);

const LEFT_OUT: ReadonlySet<string> = new Set(["page", ...Object.keys(NO_DIALOG)]);

/** The labels of each column, and what they sort by. */
const COLUMNS = {
  member: ["member", "memberId"],
  order: ["order", "tokens"],
  payment: ["method", "reference"],
  open: ["open", "entered"],
  reason: ["reason"],
  at: ["since"],
} as const satisfies Readonly<Record<string, readonly PaymentSort[]>>;

/** The heads of the list's columns, and what stands above it, as markup. */
export function paymentList(
  { caller: { language } }: AppLoadContext,
  request: Request,
  { sort, isDescending }: Pick<ReturnType<typeof paymentListAddress>, "sort" | "isDescending">,
  { count, sumPaise, isSorted }: Pick<UnallocatedPaymentList, "count" | "sumPaise" | "isSorted">,
) {
  const { t } = translatorOf(language);
  const { searchParams: params } = new URL(request.url);
  const sorted = {
    params,
    sort,
    isDescending,
    pageName: "page",
    firstDescending: FIRST_DESCENDING,
    isSorted,
  };
  const headOf = (of: readonly PaymentSort[]) =>
    sortedHead(
      of.map((by) => ({ label: t(`unallocatedPayments:columns.${by}`), sort: by })),
      sorted,
    );
  return {
    heads: {
      member: headOf(COLUMNS.member),
      order: headOf(COLUMNS.order),
      payment: headOf(COLUMNS.payment),
      open: headOf(COLUMNS.open),
      reason: headOf(COLUMNS.reason),
      at: headOf(COLUMNS.at),
    },
    tools: renderToStaticMarkup(
      <>
        <p className="tabular" role="status">
          {t("unallocatedPayments:total", { count, shown: formatQuantity(count) })} ·{" "}
          {t("unallocatedPayments:sum", { sum: formatRupees(sumPaise) })}
          {!isSorted && <span className="hint block">{t("orderList:unsorted")}</span>}
        </p>
        <Ranges t={t} params={params} leftOut={LEFT_OUT} pageName="page" days="since" />
      </>,
    ),
  };
}
