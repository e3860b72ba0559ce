import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { TransactionRecord } from "@server/contracts/orders";
import { formatDate, formatTime } from "@server/domain/dates/india";
import { formatRupees, rupeesText } from "@server/domain/money/format";
import { rowNumber } from "@server/domain/paging/paging";
import { StatusBadge } from "~/components/data/badge";
import { type Column, DataTable } from "~/components/data/data-table";
import { searchWith } from "~/lib/list-query";
import { paymentPath } from "~/lib/paths";

interface Props {
  records: readonly TransactionRecord[];
  page: number;
  limit: number;
}

/** One's own payments, newest first. */
export function HistoryTable({ records, page, limit }: Props) {
  const { t } = useTranslation("history");
  const [params] = useSearchParams();
  const rows = records.map((record, index) => ({
    record,
    number: rowNumber({ page, limit }, index),
    at: new Date(record.createdAt),
  }));
  const columns: Column<(typeof rows)[number]>[] = [
    { label: t("number"), cell: ({ number }) => number },
    {
      label: t("method"),
      cell: ({ record }) => record.paymentMethod && t(`methods.${record.paymentMethod}`),
    },
    {
      label: t("transactionId"),
      cell: ({ record }) => <span className="mono">{record.transactionId}</span>,
    },
    { label: t("amount"), cell: ({ record }) => formatRupees(record.amountPaise), isNumber: true },
    { label: t("date"), cell: ({ at }) => formatDate(at) },
    { label: t("time"), cell: ({ at }) => formatTime(at) },
    { label: t("status"), cell: ({ record }) => <StatusCell record={record} /> },
    {
      label: t("receipt"),
      cell: ({ record }) => (
        <Link
          className="link-out"
          to={searchWith(params, { receipt: record.transactionId })}
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
      columns={columns}
      rows={rows}
      keyOf={({ record }) => record.id}
      empty={t("empty")}
    />
  );
}

/** A rejected payment says why, and can be submitted again. */
function StatusCell({ record }: { record: TransactionRecord }) {
  const { t } = useTranslation("history");
  return (
    <span className="grid justify-items-end gap-1 md:justify-items-start">
      <StatusBadge status={record.status} />
      {record.rejectionReason && <span className="hint max-w-56">{record.rejectionReason}</span>}
      {record.status === "REJECTED" && (
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
