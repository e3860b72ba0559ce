import type { Language } from "@locales/languages";
import type { PlatformTotals } from "@server/companies/contracts/companies";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { scaleOf } from "~/components/charts/scale.server";

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** The chart of what was collected, with its fees on top, and its table. */
export async function totalsChart(totals: PlatformTotals, language: Language) {
  // nivo is loaded with the first drawing.
  const { drawStacks } = await import("~/components/charts/draw-stacks.server");
  const t = translatorOf(language).getFixedT(null, "platform");
  const { period, starts, orders, paise, feesPaise } = totals;
  const scale = scaleOf(language, period);
  const labels = starts.map((start) => scale.day(start));
  const parts = [
    [t("dashboard.amount"), paise.map((all, at) => all - (feesPaise[at] ?? 0))],
    [t("dashboard.fee"), feesPaise],
  ] as const;
  const drawing = drawStacks(
    parts.map(([label, values]) => ({
      label,
      value: sumOf(values),
      shown: formatRupees(sumOf(values)),
    })),
    starts.map((_, at) => ({
      label: labels[at] ?? "",
      values: parts.map(([, values]) => values[at] ?? 0),
      titles: parts.map(
        ([label, values]) => `${labels[at]}, ${label}: ${formatRupees(values[at] ?? 0)}`,
      ),
    })),
    scale.rupees,
  );
  const row = (name: string, counted: number, all: number, fees: number) => [
    name,
    formatQuantity(counted),
    formatRupees(all),
    formatRupees(fees),
  ];
  return {
    drawing,
    isEmpty: sumOf(orders) === 0,
    columns: [
      t(`admin-dashboard:history.from.${period}`),
      ...["payments", "collected", "fees"].map((word) => t(`dashboard.${word}`)),
    ],
    rows: [
      ...starts.map((start, at) => row(start, orders[at] ?? 0, paise[at] ?? 0, feesPaise[at] ?? 0)),
      row(t("admin-dashboard:collection.all"), sumOf(orders), sumOf(paise), sumOf(feesPaise)),
    ],
  };
}
