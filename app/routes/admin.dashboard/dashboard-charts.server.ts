import type { Language } from "@locales/languages";
import type { AdminDashboard } from "@server/office/contracts/dashboard";
import { formatCrore, formatSupply } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { memoize } from "@themes/memoize";
import { METHODS } from "./collection-chart";

/** The seven figures of product.md §9, in their order. */
const POOLS = [
  "totalSupply",
  "privateSupply",
  "remainingPrivateSupply",
  "publicCellSupply",
  "angelInvestorSupply",
  "founderTeamSupply",
  "airdropSupply",
] as const;

const PRIVATE_SUPPLY = ["total", "remaining", "stockBalance", "held"] as const;

type Figures = Pick<AdminDashboard, (typeof POOLS)[number] | "privateSupplyData" | "shares">;

/**
 * The dashboard's charts. Drawings are memoized by figures and language. The figures are read at
 * most every 20 s, so the charts are drawn no more often.
 */
export const dashboardCharts = (dashboard: Figures, language: Language) =>
  draw([chartedIn(dashboard), language]);

const draw = memoize(
  async ([figures, language]: [Figures, Language]) => {
    // nivo is loaded with the first drawing.
    const [{ drawBars }, { drawPie }] = await Promise.all([
      import("~/components/charts/draw-bars.server"),
      import("~/components/charts/draw-pie.server"),
    ]);
    const { t } = translatorOf(language);
    const wordFor = (key: string) => t(key, { ns: "admin-dashboard" });
    const { total, remaining, stockBalance } = figures.privateSupplyData;
    // The figures overlap (architecture.md §5); slices do not: one that contains others shows its rest.
    const rests: Readonly<Record<string, number>> = {
      totalSupply: 0,
      privateSupply: figures.privateSupply - figures.remainingPrivateSupply,
      total: 0,
    };
    const parts = { ...figures.privateSupplyData, held: total - remaining - stockBalance };
    const drawn = (name: string) => {
      const rest = rests[name];
      return rest === undefined ? {} : { drawn: rest };
    };
    return {
      supply: drawPie(
        POOLS.map((pool) => ({
          label: wordFor(`supply.${pool}`),
          value: figures[pool],
          shown: formatSupply(figures[pool]),
          ...drawn(pool),
        })),
      ),
      referral: drawPie(
        PRIVATE_SUPPLY.map((part) => ({
          label: wordFor(`referral.${part}`),
          value: parts[part],
          shown: formatCrore(parts[part]),
          ...drawn(part),
        })),
        { isDoughnut: true },
      ),
      collection: drawBars(
        METHODS.map((method) => ({
          label: wordFor(`collection.${method}`),
          value: figures.shares[method],
          shown: figures.shares[method].toFixed(2),
        })),
      ),
    };
  },
  (input) => JSON.stringify(input),
);

/** The charts' own figures: member counts change without a new drawing. */
function chartedIn(dashboard: Figures): Figures {
  const { privateSupplyData, shares } = dashboard;
  const pools = Object.fromEntries(POOLS.map((pool) => [pool, dashboard[pool]]));
  return { ...(pools as Record<(typeof POOLS)[number], number>), privateSupplyData, shares };
}
