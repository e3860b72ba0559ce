import type { Language } from "@locales/languages";
import type { ProgrammeHistory } from "@server/office/contracts/programme";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { scaleOf } from "~/components/charts/scale.server";

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** The charts of what the programme costs and brings, and the table of their figures. */
export async function programmeCharts(history: ProgrammeHistory, language: Language) {
  // nivo is loaded with the first drawing.
  const { drawStacks } = await import("~/components/charts/draw-stacks.server");
  const { t } = translatorOf(language);
  const { period, starts, rewarded, bought, paise } = history;
  const scale = scaleOf(language, period);
  const columns = (
    label: string,
    values: readonly number[],
    format: (value: number) => string,
    short: (value: number) => string,
  ) =>
    drawStacks(
      [{ label, value: sumOf(values), shown: format(sumOf(values)) }],
      starts.map((start, at) => ({
        label: scale.day(start),
        // A span in which more was taken back than given has no column; the table has its figure.
        values: [Math.max(0, values[at] ?? 0)],
        titles: [`${scale.day(start)}: ${format(values[at] ?? 0)}`],
      })),
      short,
    );
  const row = (name: string, tokens: number, sold: number, money: number) => [
    name,
    formatQuantity(tokens),
    formatQuantity(sold),
    formatRupees(money),
  ];
  return {
    cost: columns(t("programme:rewarded"), rewarded, formatQuantity, scale.count),
    benefit: columns(t("programme:paid"), paise, formatRupees, scale.rupees),
    isEmpty: [...rewarded, ...paise].every((value) => value === 0),
    columns: [
      t(`admin-dashboard:history.from.${period}`),
      ...["rewarded", "bought", "paid"].map((word) => t(`programme:${word}`)),
    ],
    rows: [
      ...starts.map((start, at) => row(start, rewarded[at] ?? 0, bought[at] ?? 0, paise[at] ?? 0)),
      row(t("admin-dashboard:collection.all"), sumOf(rewarded), sumOf(bought), sumOf(paise)),
    ],
  };
}
