import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { ListTools } from "~/components/lists/list-tools";
import { Filters } from "~/components/lists/filters";
import { FilterSelect } from "~/components/lists/filter-select";
import { MethodFilter, SizeFilter } from "~/components/lists/order-filters";
import { FoundElsewhere } from "~/components/purchases/list/found-elsewhere";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { searchWith } from "~/lib/lists/list-query";
import { daysPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import type { loadUnallocated } from "./unallocated.server";
import { UnallocatedPaymentsTable } from "./unallocated-payments-table";
import { PAYMENT_KINDS, NO_DIALOG } from "./payment-list-address";
import { SettleDialog } from "./settle-dialog";

const LEFT_OUT = ["page", ...Object.keys(NO_DIALOG)];

/** An admin settles unallocated payments (architecture.md §6, "Payments"). */
export function UnallocatedPayments() {
  const { freeTokens, page, lastPage, isFiltered, isSorted, elsewhere, ...shown } =
    useLoaderData<typeof loadUnallocated>();
  const { settlement, payment, today } = shown;
  const [params] = useSearchParams();
  const { t } = useTranslation(["unallocated", "unallocated-payments", "purchases"]);
  const may = useMay();
  const linkTo = (change: Record<string, string | null>) =>
    searchWith(params, { ...NO_DIALOG, ...change });
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <p className="hint min-w-0 flex-[1_1_18rem]">
          {t("intro")} {t("free", { count: freeTokens, free: formatQuantity(freeTokens) })}
        </p>
        {may("payments.record") && (
          <Link
            className="button button-quiet button-small"
            to={searchWith(params, { step: "record" })}
          >
            {t("record")}
          </Link>
        )}
        <Link className="button button-quiet button-small" to={daysPath}>
          {t("daySums")}
        </Link>
      </div>
      <div className="flex flex-wrap gap-3">
        <div className="flex min-w-0 flex-[1_1_18rem]">
          <SearchBox label={t("purchases:search")} />
        </div>
        <Filters names={["kind", "method", "limit"]}>
          <FilterSelect
            name="kind"
            label={t("kinds.label")}
            value={shown.kind}
            placeholder={t("kinds.all")}
            options={PAYMENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <MethodFilter value={shown.method} />
          <SizeFilter value={shown.limit} />
        </Filters>
      </div>
      <ListTools
        totals={`${t("unallocated-payments:total", {
          count: shown.count,
          shown: formatQuantity(shown.count),
        })} · ${t("unallocated-payments:sum", { sum: formatRupees(shown.sumPaise) })}`}
        isSorted={isSorted}
        leftOut={LEFT_OUT}
        pageName="page"
        days="since"
      />
      <UnallocatedPaymentsTable linkTo={linkTo} empty={t(isFiltered ? "noneFound" : "empty")} />
      <FoundElsewhere found={elsewhere} />
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
      {settlement && payment && may("payments.refund") && (
        <SettleDialog
          key={`${settlement} ${payment.id}`}
          settlement={settlement}
          payment={payment}
          today={today}
          closeTo={linkTo({})}
        />
      )}
    </>
  );
}
