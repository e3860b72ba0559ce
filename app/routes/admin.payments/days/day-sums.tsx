import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DAY_EXTRAS, type USES } from "@server/payments/rules/days";
import { formatRupees } from "@server/platform/rules/money/format";
import { Chart } from "~/components/charts/chart";
import { Legend } from "~/components/charts/figures-table";
import { useDates } from "~/components/data/use-dates";
import { ToneBadge } from "~/components/data/badge";
import { type Column, DataTable } from "~/components/lists/data-table";
import { ExportLink } from "~/components/lists/export-link";
import { DaysForm } from "~/components/lists/days-form";
import { BackLink } from "~/components/layout/back-link";
import { paths, paymentsPath } from "~/lib/paths";
import type { loadDays } from "./load-days.server";

type Line = Awaited<ReturnType<typeof loadDays>>["lines"][number];

const TONES = { yes: "success", changed: "warning", no: "plain" } as const;

/** Money by day: what the bank shows, and what became of all of it (product.md §2). */
export function DaySums() {
  const { from, to, lines, sum, drawing } = useLoaderData<typeof loadDays>();
  const { t } = useTranslation("days");
  const dates = useDates();
  const money = (
    of: "bankPaise" | "withoutEntryPaise" | (typeof USES | typeof DAY_EXTRAS)[number],
    place?: "figure" | "more",
  ): Column<Line> => ({
    label: t(`uses.${of}`),
    isNumber: true,
    place,
    cell: (line) => (line[of] === 0 ? "–" : formatRupees(line[of])),
  });
  const columns: Column<Line>[] = [
    {
      label: t("day"),
      place: "title",
      isShort: true,
      cell: (line) =>
        line === sum ? (
          t("total")
        ) : (
          <Link
            className="link-out"
            to={paymentsPath("unallocated", { step: "reconcile", day: line.day })}
            aria-label={t("reconcile.title", { day: dates.day(line.day) })}
          >
            {dates.day(line.day)}
          </Link>
        ),
    },
    money("bankPaise", "figure"),
    money("withoutEntryPaise"),
    money("approvedPaise"),
    money("waitingPaise"),
    money("refundedPaise"),
    money("openPaise", "more"),
    money("putAwayPaise"),
    ...DAY_EXTRAS.filter((extra) => sum && sum[extra] > 0).map((extra) => money(extra, "more")),
    {
      label: t("signed.title"),
      place: "note",
      cell: ({ signed }) =>
        signed === null ? (
          "--"
        ) : (
          <ToneBadge tone={TONES[signed]}>{t(`signed.${signed}`)}</ToneBadge>
        ),
    },
  ];
  return (
    <div className="grid gap-5">
      <BackLink to={paymentsPath("unallocated")}>{t("back")}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <ExportLink to={paths.admin.exports.payments} />
      </div>
      <DaysForm days={{ from, to }} />
      {drawing && (
        <section className="card p-5 chart-beside">
          <Chart title={t("title")} drawing={drawing} className="chart-stacks" hover="tooltip">
            <Legend figures={drawing.figures} />
          </Chart>
        </section>
      )}
      <div className="dense">
        <DataTable
          title={t("title")}
          isTitleHidden
          columns={columns}
          rows={sum ? [sum, ...lines] : []}
          keyOf={({ day }) => day}
          rowProps={(line) => (line === sum ? { className: "font-semibold" } : {})}
          empty={t("empty")}
        />
      </div>
      {sum && <p className="hint max-w-3xl">{t("intro")}</p>}
    </div>
  );
}
