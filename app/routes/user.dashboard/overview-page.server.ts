import type { Language } from "@locales/languages";
import type { StockOverview } from "@server/ledger/contracts/stock";
import { formatDateTime, formatDay } from "@server/platform/rules/dates/dates";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";
import { sharesInPercent } from "@server/platform/rules/money/units";
import type { DayHolding } from "@server/ledger/rules/history";
import { translatorOf } from "@server/platform/words/translators.server";
import { memoize } from "@themes/memoize";
import type { LineDrawing } from "~/components/charts/draw-line.server";

interface Shown {
  language: Language;
  overview: StockOverview;
  symbol: string;
  /** The company's name. */
  company: string;
  /** The day in India, on which the line ends. */
  today: string;
}

/**
 * Renders the top of the dashboard in the reader's language; the browser loads none of its texts.
 * It is memoized by its figures, since its texts cost more than the rest of the page. The line is
 * drawn again when the holding changes, and each day.
 */
export const overviewPage = memoize(write, (shown: Shown) => JSON.stringify(shown));

async function write({ language, overview, symbol, company, today }: Shown) {
  const t = translatorOf(language).getFixedT(null, "overview");
  const { tokens, rewards, worthPaise, priceMicroRupees, launchAt, sale } = overview;
  const left = Math.max(0, sale.total - sale.allocated - sale.held);
  const percent = (part: number) => sharesInPercent([part, sale.total - part])[0] ?? 0;
  const isOnSale = priceMicroRupees !== null && left > 0;
  const invites = overview.rewardBps > 0;
  return {
    tokens: formatQuantity(tokens),
    facts: [
      {
        label: t("holdings.worth"),
        value: worthPaise === null ? t("common:notAvailable") : formatRupees(worthPaise),
        hint:
          priceMicroRupees === null
            ? t("holdings.noPrice")
            : t("holdings.price", { price: formatPrice(priceMicroRupees) }),
      },
      {
        label: t("holdings.paid"),
        value: formatRupees(overview.paidPaise),
        hint: overview.feePaise > 0 && t("holdings.fee", { fee: formatRupees(overview.feePaise) }),
      },
      {
        label: t("holdings.rewards"),
        value: `${formatQuantity(rewards)} ${symbol}`,
        hint: rewards > 0 && t("holdings.rewardsFrom"),
      },
    ],
    title: t("holdings.title"),
    noPromise: t("holdings.noPromise"),
    line: await lineOf(language, { history: overview.history, symbol, today }),
    start: {
      title: t("start.title"),
      steps: [
        [t("start.buy"), t("start.buyText")],
        [t("start.pay"), t("start.payText")],
        [t("start.approved"), t("start.approvedText", { company })],
      ],
      go: t("start.go"),
    },
    tables: { timeLeft: t("timeLeft"), check: t("check"), emptyMine: t("emptyMine") },
    next: {
      title: t("next.title"),
      pay: t("next.pay"),
      proof: t("next.proof"),
      wait: t("next.wait", { company }),
      first: t("next.first"),
      more: !isOnSale
        ? t("next.soldOut")
        : invites
          ? t("next.more", { percent: formatPercent(overview.rewardBps) })
          : t("next.moreAlone"),
      buy: isOnSale && t("next.buy"),
      invite: isOnSale && invites && t("next.invite"),
    },
    launch: {
      title: t("launch.title"),
      at: launchAt,
      when: launchAt && formatDateTime(new Date(launchAt)),
      none: t("launch.none"),
      over: t("launch.over"),
      until: t("launch.until"),
      units: [t("launch.days"), t("launch.hours"), t("launch.minutes"), t("launch.seconds")],
    },
    sale: sale.total > 0 && {
      title: t("sale.title"),
      soldPercent: percent(sale.allocated),
      heldPercent: percent(sale.held),
      sold: t("sale.sold", { percent: percent(sale.allocated) }),
      of: t("sale.of", {
        sold: formatQuantity(sale.allocated),
        total: formatQuantity(sale.total),
        symbol,
      }),
      held: sale.held > 0 && t("sale.held", { held: formatQuantity(sale.held), symbol }),
      left: t("sale.left", { left: formatQuantity(left), symbol }),
    },
  };
}

export type OverviewPage = Awaited<ReturnType<typeof overviewPage>>;

async function lineOf(language: Language, line: Line) {
  const { history } = line;
  const t = translatorOf(language).getFixedT(null, "overview", "holdings");
  const [first] = history;
  const last = history.at(-1);
  if (!first || !last) return null;
  const drawing = await draw(line);
  const from = formatDay(first.day);
  return {
    ...drawing,
    title: t("line"),
    words: t("lineWords", {
      first: formatQuantity(first.tokens),
      from,
      tokens: formatQuantity(last.tokens),
    }),
    from,
    today: t("today"),
  };
}

interface Line {
  history: readonly DayHolding[];
  symbol: string;
  today: string;
}

const draw = memoize(
  async ({ history, symbol, today }: Line): Promise<LineDrawing> => {
    // nivo is loaded with the first drawing.
    const { drawLine } = await import("~/components/charts/draw-line.server");
    return drawLine(history, { symbol, today });
  },
  (line) => JSON.stringify(line),
  1000,
);
