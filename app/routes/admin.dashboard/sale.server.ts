import type { Language } from "@locales/languages";
import type { AdminDashboard, AdminHistory } from "@server/office/contracts/dashboard";
import { percentOf } from "@server/companies/rules/sale";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import type { LineChart } from "~/components/charts/line";
import { scaleOf } from "~/components/charts/scale.server";

/** The sale in one sentence and one line: what was paid, by day, and what is left of the pool. */
export async function saleOf(
  { total, remaining, stockBalance }: AdminDashboard["privateSupplyData"],
  paid: AdminHistory["paid"],
  language: Language,
) {
  const t = translatorOf(language).getFixedT(null, "admin-dashboard", "sale");
  const all = formatRupees(paid.at(-1)?.paise ?? 0);
  const held = total - remaining - stockBalance;
  const [first] = paid;
  let line: LineChart | null = null;
  if (first) {
    const scale = scaleOf(language, "days");
    const from = scale.day(first.day);
    const { drawLine } = await import("~/components/charts/draw-line.server");
    const drawing = drawLine(
      paid.map(({ day, paise }) => ({ day, tokens: paise / 100 })),
      dateInIndia(new Date()),
    );
    line = {
      ...drawing,
      title: t("line"),
      words: t("lineWords", { from, paid: all }),
      scale: drawing.scale.map((rupees) => scale.rupees(rupees * 100)),
      ends: [from, t("today")],
    };
  }
  return {
    paid: all,
    words: t("words", {
      sold: formatQuantity(stockBalance),
      pool: formatQuantity(total),
      share: percentOf(stockBalance, total, 1).toFixed(1),
      held: formatQuantity(held),
      left: formatQuantity(remaining),
    }),
    soldPercent: percentOf(stockBalance, total),
    heldPercent: percentOf(held, total),
    line,
  };
}
