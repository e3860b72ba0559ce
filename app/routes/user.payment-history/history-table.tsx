import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useTokens } from "~/lib/use-site";
import type { OwnUnallocatedPayment } from "@server/orders/contracts/payments";
import type { OrderRecord } from "@server/orders/contracts/orders";
import { formatDate, formatTime } from "@server/platform/rules/dates/dates";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { rowNumber, PAGE_SIZES } from "@server/platform/rules/paging";
import { MissingBadge, StatusBadge } from "~/components/data/badge";
import { type Column, DataTable } from "~/components/lists/data-table";
import { searchWith } from "~/lib/lists/list-query";
import { ownOrderPath, paymentPath } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";
import { WITH_MONEY } from "@server/orders/rules/timeline";
import { SUBMITTED_STATUSES } from "@db/vocabulary";
import { FilterSelect } from "~/components/lists/filter-select";
import { SearchBox } from "~/components/lists/search-box";

const UNSUBMITTED = ["OPEN", "EXPIRED", "CANCELLED"] as const;

/** Search, status and page size; each returns to the first page (product.md §4). */
export function HistoryFilters({ limit, status }: { limit: number; status: string }) {
  const { t } = useTranslation(["history", "history-page", "common"]);
  return (
    <div className="flex flex-wrap gap-3">
      <SearchBox label={t("history-page:search")} />
      <FilterSelect
        name="status"
        label={t("history-page:filter")}
        value={status}
        options={[
          ...[...SUBMITTED_STATUSES, ...UNSUBMITTED].map((one) => ({
            value: one,
            label: t(`common:status.${one}`),
          })),
          { value: "ALL", label: t("history-page:all") },
        ]}
      />
      <FilterSelect
        name="limit"
        label={t("history-page:pageSize")}
        value={String(limit)}
        options={PAGE_SIZES.map((size) => ({
          value: String(size),
          label: t("history-page:rows", { count: size }),
        }))}
      />
    </div>
  );
}

interface Props {
  records: readonly OrderRecord[];
  /** Payments that no order took: theirs is on record, and is not to be sent again. */
  unallocated: readonly OwnUnallocatedPayment[];
  page: number;
  limit: number;
}

/**
 * The member's payments, newest first. On a phone a row says tokens, sum, day and state, below the name
 * of its month; what else there is stands behind its link.
 */
export function HistoryTable({ records, unallocated, page, limit }: Props) {
  const { t } = useTranslation(["history", "history-page"]);
  const tokens = useTokens();
  const dates = useDates();
  const [params] = useSearchParams();
  const onRecord = new Set(unallocated.map(({ orderNumber }) => orderNumber));
  const rows = records.map((record, index) => {
    const month = dates.month(record.createdAt);
    const above = records[index - 1];
    return {
      record,
      isUnallocated: onRecord.has(record.orderNumber) && !WITH_MONEY.includes(record.status),
      at: new Date(record.createdAt),
      month: above && dates.month(above.createdAt) === month ? undefined : month,
      to:
        record.submittedAt === null
          ? ownOrderPath(record.orderNumber)
          : searchWith(params, { receipt: record.transactionId }),
    };
  });
  const columns: Column<(typeof rows)[number]>[] = [
    { label: t("history-page:number"), cell: (_, index) => rowNumber({ page, limit }, index) },
    {
      label: t("method"),
      cell: ({ record }) => record.paymentMethod && t(`methods.${record.paymentMethod}`),
    },
    {
      label: t("history-page:transactionId"),
      cell: ({ record }) => <span className="mono">{record.transactionId}</span>,
    },
    {
      label: t("history-page:amount"),
      cell: ({ record, to }) => (
        <>
          <Link className="row-link block font-semibold" to={to} preventScrollReset>
            {tokens(record.totalQuantity + record.bonusTokens)}
          </Link>
          <span className="hint">{formatRupees(record.finalAmountPaise)}</span>
        </>
      ),
      isNumber: true,
    },
    {
      label: t("history-page:date"),
      cell: ({ record, at }) => (
        <>
          <span className="wide-only">{formatDate(at)}</span>
          <span className="phone-only">{dates.day(record.createdAt)}</span>
        </>
      ),
    },
    { label: t("history-page:time"), cell: ({ at }) => formatTime(at) },
    {
      label: t("history-page:status"),
      cell: ({ record, isUnallocated }) => (
        <StatusCell record={record} isUnallocated={isUnallocated} />
      ),
    },
    {
      label: t("receipt"),
      cell: ({ record, isUnallocated, to }) =>
        record.submittedAt === null ? (
          isUnallocated ? null : (
            <Unsubmitted record={record} />
          )
        ) : (
          <Link
            className="link-out wide-only"
            to={to}
            preventScrollReset
            aria-label={t("viewOf", { id: record.transactionId })}
          >
            {t("view")}
          </Link>
        ),
    },
  ];
  return (
    <DataTable
      title={t("title")}
      isTitleHidden
      lines="history"
      rowProps={({ month }) => ({ "data-month": month })}
      columns={columns}
      rows={rows}
      keyOf={({ record }) => record.id}
      empty={t("history-page:empty")}
    />
  );
}

/** An order without a payment has no receipt, but a page that takes one, or the proof of one. */
function Unsubmitted({ record }: { record: OrderRecord }) {
  const { t } = useTranslation("history");
  const to = paymentPath(record.orderNumber, rupeesText(record.amountPaise));
  return record.status === "OPEN" ? (
    <Link className="link-out" to={to}>
      {t("open.continue")}
    </Link>
  ) : (
    <Link
      className="link-out"
      to={`${to}&sent=1`}
      aria-label={`${t("paid")}: ${record.orderNumber}`}
    >
      {t("paid")}
    </Link>
  );
}

/** A rejected payment shows its reason, and can be submitted again. */
function StatusCell({ record, isUnallocated }: { record: OrderRecord; isUnallocated: boolean }) {
  const { t } = useTranslation(["history", "history-page"]);
  return (
    <span className="grid gap-1">
      <StatusBadge status={isUnallocated ? "ON_RECORD" : record.status} />
      <MissingBadge paise={record.missingPaise} told={record.toldPaise} />
      {record.rejectionReason && (
        <span className="hint wide-only max-w-56">{record.rejectionReason}</span>
      )}
      {record.status === "REJECTED" && !isUnallocated && (
        <Link
          className="link-out"
          to={paymentPath(record.orderNumber, rupeesText(record.amountPaise))}
        >
          {t("submitAgain")}
        </Link>
      )}
    </span>
  );
}
