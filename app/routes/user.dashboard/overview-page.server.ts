import type { TFunction } from "i18next";
import type { Language } from "@locales/languages";
import type { GlobalStock, MyStock, StockOverview } from "@server/ledger/contracts/stock";
import { formatDateTime, formatDay, timeLeft } from "@server/platform/rules/dates/dates";
import { formatPercent, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { shortHash } from "@server/platform/rules/people/masking";
import type { DayHolding } from "@server/ledger/rules/merkle";
import { translatorOf } from "@server/platform/words/translators.server";
import { memoize } from "@themes/memoize";
import type { LineDrawing } from "~/components/charts/draw-line.server";
import type { StockRow } from "./stock-tables";

interface Shown {
  language: Language;
  overview: StockOverview;
  symbol: string;
  company: string;
  /** The line ends on this day in India. */
  today: string;
  /** The time until the launch is the text of `launchIn`. */
  left: string | null;
}

type Sum = readonly [label: string, value: string, hint: string | null];

/**
 * Renders the top of the dashboard in the reader's language; the browser loads none of its texts.
 * It is memoized by its figures, since its texts cost more than the rest of the page. The line is
 * drawn again when the holding changes, and each day.
 */
export const overviewPage = memoize(write, (shown: Shown) => JSON.stringify(shown));

async function write(shown: Shown) {
  const { language, overview, company } = shown;
  const t = translatorOf(language).getFixedT(null, "overview");
  const { sale } = overview;
  const isOnSale = overview.priceMicroRupees !== null && sale.allocated + sale.held < sale.total;
  const invites = overview.rewardBps > 0;
  return {
    title: t("holdings.title"),
    sums: sumsOf(shown, t),
    line: await lineOf(shown, t),
    next: {
      title: t("next.title"),
      pay: t("next.pay"),
      rest: t("next.rest"),
      proof: t("next.proof"),
      wait: t("next.wait", { company }),
      more: !isOnSale
        ? t("next.soldOut")
        : invites
          ? t("next.more", { percent: formatPercent(overview.rewardBps) })
          : t("next.moreAlone"),
      buy: isOnSale && t("next.buy"),
      invite: isOnSale && invites && t("next.invite"),
    },
    /** The start is shown to a member without allocations. */
    start: overview.allocations === 0 && {
      title: t("start.title"),
      steps: [
        [t("start.buy"), t("start.buyText")],
        [t("start.pay"), t("start.payText")],
        [t("start.approved"), t("start.approvedText", { company })],
      ] as const,
      go: t("start.go"),
    },
  };
}

export type OverviewPage = Awaited<ReturnType<typeof overviewPage>>;

/** Purchases, waiting orders and rewards are separate sums: a reward is no profit. */
function sumsOf({ overview, symbol, left }: Shown, t: TFunction<"overview">): Sum[] {
  const { tokens, rewards, arriving, waitingPaise, worthPaise, feePaise, launchAt } = overview;
  const quantity = (count: number) => `${formatQuantity(count)} ${symbol}`;
  return [
    [
      t("holdings.owned"),
      quantity(tokens - rewards),
      worthPaise === null
        ? t("holdings.noPrice")
        : t("holdings.worth", { worth: formatRupees(worthPaise) }),
    ],
    [
      t("holdings.arriving"),
      quantity(arriving.tokens),
      [
        arriving.paise > 0 && t("holdings.checked", { total: formatRupees(arriving.paise) }),
        waitingPaise > 0 && t("holdings.waiting", { sum: formatRupees(waitingPaise) }),
      ]
        .filter(Boolean)
        .join("; ") || null,
    ],
    [t("holdings.rewards"), quantity(rewards), rewards > 0 ? t("holdings.rewardsFrom") : null],
    [
      t("holdings.paid"),
      formatRupees(overview.paidPaise),
      feePaise > 0 ? t("holdings.fee", { fee: formatRupees(feePaise) }) : null,
    ],
    [
      t("launch.title"),
      left ?? t("launch.none"),
      launchAt &&
        t(left === t("left.unlocked") ? "launch.since" : "launch.when", {
          when: formatDateTime(new Date(launchAt)),
        }),
    ],
  ];
}

async function lineOf({ overview, symbol, today }: Shown, t: TFunction<"overview">) {
  const { history, tokens } = overview;
  const [first] = history;
  if (!first) return null;
  const { scale, ...drawing } = await draw({ history, today });
  const from = formatDay(first.day);
  return {
    ...drawing,
    title: t("holdings.line", { tokens: formatQuantity(tokens), symbol }),
    words: t("holdings.lineWords", {
      first: formatQuantity(first.tokens),
      from,
      tokens: formatQuantity(tokens),
    }),
    scale: scale.map(formatQuantity),
    ends: [from, t("holdings.today")],
  };
}

const draw = memoize(
  async (line: { history: readonly DayHolding[]; today: string }): Promise<LineDrawing> => {
    // nivo is loaded with the first drawing.
    const { drawLine } = await import("~/components/charts/draw-line.server");
    return drawLine(line.history, line.today);
  },
  (line) => JSON.stringify(line),
  1000,
);

/** Tells in the reader's words how long it is until the launch, when tokens unlock; null without one. */
export function launchIn(language: Language, launchAt: string | null, now: Date): string | null {
  const t = translatorOf(language).getFixedT(null, "overview", "left");
  const left = timeLeft(launchAt === null ? null : new Date(launchAt), now);
  if (left.state === "none") return null;
  if (left.state === "over") return t("unlocked");
  if (left.days > 0) return t("days", { count: left.days });
  return t("hours", { hours: left.hours, minutes: left.minutes });
}

/** Translates the texts that both tables share. */
export function tableWords(language: Language) {
  const t = translatorOf(language).getFixedT(null, "overview");
  return {
    friend: t("friend"),
    timeLeft: t("timeLeft"),
    check: t("check"),
    emptyMine: t("emptyMine"),
  };
}

/** Formats the rows of Global Stock for their table. */
export const globalRows = ({ records }: GlobalStock): StockRow[] =>
  records.map(({ rank, walletAddress, quantity, transactionHash, createdAt, isOwn }) => ({
    cells: [
      rank,
      walletAddress,
      quantity,
      shortHash(transactionHash),
      formatDateTime(new Date(createdAt)),
    ],
    ...(isOwn && { isOwn }),
  }));

/**
 * Formats the rows of My Stock for their table; a hash is whole, since it leads to its page. The buyer of
 * a reward is not named.
 */
export const myRows = ({ records }: MyStock, friend: string): StockRow[] =>
  records.map(({ memberId, quantity, transactionHash, createdAt, reward }) => ({
    cells: [
      reward === null ? memberId : friend,
      quantity,
      transactionHash,
      formatDateTime(new Date(createdAt)),
      reward,
    ],
  }));
