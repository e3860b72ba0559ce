import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { DaysOfMoney } from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { type Column, DataTable } from "~/components/lists/data-table";
import { ExportLink } from "~/components/lists/export-link";
import { DaysForm } from "~/components/lists/days-form";
import { BackLink } from "~/components/layout/back-link";
import { paths, paymentsPath } from "~/lib/paths";
import type { loadDays } from "./load-days.server";
import { useMethodName } from "~/lib/orders/use-method-name";

type Line = Omit<DaysOfMoney["days"][number], "day" | "method"> & {
  day: string;
  /** YYYY-MM-DD; null for the total. */
  iso: string | null;
  method: string;
};

/** Shows receipts by day and method, and how each rupee was used (product.md §2). */
export function DaySums() {
  const { from, to, days, total, unmatched, returned } = useLoaderData<typeof loadDays>();
  const { t } = useTranslation("days");
  const methodName = useMethodName();
  const lines: Line[] = days.map(({ method, ...one }) => ({
    ...one,
    iso: one.day,
    method: methodName(method),
  }));
  const sum: Line = { ...total, day: t("total"), iso: null, method: t("allMethods") };
  const money = (
    label: string,
    of: "receivedPaise" | "allocatedPaise" | "waitingPaise" | "refundedPaise" | "openPaise",
  ): Column<Line> => ({ label, isNumber: true, cell: (line) => formatRupees(line[of]) });
  const columns: Column<Line>[] = [
    {
      label: t("day"),
      place: "title",
      isShort: true,
      cell: ({ day, iso }) =>
        iso === null ? (
          day
        ) : (
          <Link
            className="link-out"
            to={paymentsPath("unallocated", { step: "reconcile", day: iso })}
            aria-label={t("reconcile.title", { day })}
          >
            {day}
          </Link>
        ),
    },
    { label: t("method"), place: "detail", cell: ({ method }) => method },
    { label: t("payments"), isNumber: true, cell: ({ count }) => formatQuantity(count) },
    { ...money(t("received"), "receivedPaise"), place: "figure" },
    money(t("allocated"), "allocatedPaise"),
    money(t("waiting"), "waitingPaise"),
    money(t("refunded"), "refundedPaise"),
    { ...money(t("open"), "openPaise"), place: "more" },
  ];
  return (
    <div className="grid gap-5">
      <BackLink to={paymentsPath("unallocated")}>{t("back")}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <ExportLink to={paths.admin.exports.payments} />
      </div>
      <p className="max-w-3xl text-muted">{t("intro")}</p>
      <DaysForm days={{ from, to }} />
      <DataTable
        title={t("title")}
        isTitleHidden
        columns={columns}
        rows={lines.length === 0 ? [] : [sum, ...lines]}
        keyOf={({ day, method }) => `${day} ${method}`}
        rowProps={(line) => (line === sum ? { className: "font-semibold" } : {})}
        empty={t("empty")}
      />
      <EntrySums title={t("unmatchedTitle")} rows={unmatched} />
      <EntrySums title={t("returnedTitle")} rows={returned} />
    </div>
  );
}

/** Sums of entries by day; nothing without any. */
function EntrySums({
  title,
  rows,
}: {
  title: string;
  rows: readonly { day: string; count: number; paise: number }[];
}) {
  const { t } = useTranslation("days");
  if (rows.length === 0) return null;
  return (
    <DataTable
      title={title}
      columns={[
        { label: t("day"), isShort: true, place: "title", cell: ({ day }) => day },
        {
          label: t("entries"),
          place: "more",
          isNumber: true,
          cell: ({ count }) => formatQuantity(count),
        },
        {
          label: t("received"),
          place: "figure",
          isNumber: true,
          cell: ({ paise }) => formatRupees(paise),
        },
      ]}
      rows={rows}
      keyOf={({ day }) => day}
    />
  );
}
