import type { AppLoadContext } from "@remix-run/node";
import type { TFunction } from "i18next";
import type { Language } from "@locales/languages";
import type { GlobalStock, MyStock, StockOverview } from "@server/ledger/contracts/stock";
import { formatDateTime, timeLeft } from "@server/platform/rules/dates/dates";
import { formatPercent, formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { shortHash } from "@server/platform/rules/people/masking";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import type { DayHolding } from "@server/ledger/rules/merkle";
import { translatorOf } from "@server/platform/words/translators.server";
import { memoize } from "@themes/memoize";
import { datesOf } from "~/lib/messages/dates.server";
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
  /** True if not all tokens unlock at the launch. */
  hasPlan: boolean;
  /** The bonus that a campaign adds to a new member's orders. */
  bonus: BuyingTerms["bonus"];
}

type Sum = readonly [label: string, value: string, hint: string | null];

/**
 * Renders the top of the dashboard in the reader's language; the browser loads none of its texts.
 * It is memoized by its figures, since its texts cost more than the rest of the page. The line is
 * drawn again when the holding changes, and each day.
 */
export const overviewPage = memoize(write, (shown: Shown) => JSON.stringify(shown));

async function write(shown: Shown) {
  const { language, overview, company, symbol } = shown;
  const t = translatorOf(language).getFixedT(null, "overview");
  const { sale, tokens, arriving } = overview;
  const quantity = (count: number) => `${formatQuantity(count)} ${symbol}`;
  const isOnSale = overview.priceMicroRupees !== null && sale.allocated + sale.held < sale.total;
  const parts = tokens === 0 ? "checked" : "both";
  return {
    title: t(`holdings.${titleOf(tokens, arriving.tokens)}`),
    figure: quantity(tokens + arriving.tokens),
    parts:
      arriving.tokens > 0
        ? t(`holdings.${parts}`, { owned: quantity(tokens), arriving: quantity(arriving.tokens) })
        : null,
    unlock: unlockOf(shown, t),
    buy: isOnSale ? t("buy") : null,
    soldOut: isOnSale ? null : t("soldOut"),
    /** Tokens are the member's own: when they unlock leads to My tokens. */
    hasTokens: tokens > 0,
    details: t("holdings.details"),
    sums: sumsOf(shown, t),
    line: await lineOf(shown, t),
    /** The start is shown to a member without allocations. */
    start: overview.allocations === 0 && {
      title: t("start.title"),
      steps: [
        [t("start.buy"), t("start.buyText")],
        [t("start.pay"), t("start.payText")],
        [t("start.approved"), t("start.approvedText", { company })],
      ] as const,
      bonus:
        shown.bonus && shown.bonus.left !== 0
          ? t("start.bonus", {
              percent: formatPercent(shown.bonus.bps),
              until: datesOf(language).moment(shown.bonus.endsAt),
            })
          : null,
      go: t("start.go"),
    },
  };
}

/** Tokens that are being checked are not yet the member's. */
const titleOf = (tokens: number, arriving: number) =>
  arriving === 0 ? "title" : tokens === 0 ? "arriving" : "withArriving";

export type OverviewPage = Awaited<ReturnType<typeof overviewPage>>;

/** Tells when the tokens unlock: on the day of the launch, or by the company's plan. */
function unlockOf(
  {
    language,
    overview: { launchAt },
    left,
    hasPlan,
  }: Pick<Shown, "language" | "left" | "hasPlan"> & { overview: Pick<StockOverview, "launchAt"> },
  t: TFunction<"overview">,
): string {
  if (launchAt === null) return t(hasPlan ? "launch.noDay" : "launch.none");
  const when = datesOf(language).day(launchAt);
  const isOver = left === t("left.unlocked");
  if (hasPlan) return isOver ? t("launch.began", { when }) : t("launch.begins", { when, left });
  return isOver ? t("launch.since", { when }) : t("launch.when", { when, left });
}

/** Tells when tokens that a member owns unlock; null before its day is announced. */
export function unlockDay({ site, caller: { language } }: AppLoadContext): string | null {
  if (site.kind !== "company" || site.company.launchAt === null) return null;
  const launchAt = site.company.launchAt.toISOString();
  const left = launchIn(language, launchAt, new Date());
  const hasPlan = site.company.unlockPlans !== null;
  const t = translatorOf(language).getFixedT(null, "overview");
  return unlockOf({ language, overview: { launchAt }, left, hasPlan }, t);
}

/** Purchases and rewards are separate sums, and nothing is valued: no price is promised for later. */
function sumsOf({ overview, symbol }: Shown, t: TFunction<"overview">): Sum[] {
  const { tokens, rewards, waitingPaise, feePaise } = overview;
  const quantity = (count: number) => `${formatQuantity(count)} ${symbol}`;
  const sums: Sum[] = [
    [t("holdings.owned"), quantity(tokens - rewards), t("holdings.withBonus")],
    [t("holdings.rewards"), quantity(rewards), t("holdings.rewardsFrom")],
    [
      t("holdings.paid"),
      formatRupees(overview.paidPaise),
      feePaise > 0 ? t("holdings.fee", { fee: formatRupees(feePaise) }) : null,
    ],
  ];
  return waitingPaise > 0
    ? [...sums, [t("holdings.waiting"), formatRupees(waitingPaise), null]]
    : sums;
}

async function lineOf({ language, overview, symbol, today }: Shown, t: TFunction<"overview">) {
  const { history, tokens } = overview;
  const [first] = history;
  if (!first) return null;
  const { scale, ...drawing } = await draw({ history, today });
  const from = datesOf(language).day(first.day);
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
  records.map(({ rank, walletAddress, quantity, transactionHash, createdAt, ...row }) => ({
    cells: [
      rank,
      walletAddress,
      quantity,
      shortHash(transactionHash),
      formatDateTime(new Date(createdAt)),
    ],
    at: createdAt,
    ...(row.isOwn && { isOwn: true }),
    ...(row.isWalletHidden && { isHidden: true }),
  }));

/**
 * Formats the rows of My Stock for their table; a hash is whole, since it leads to its page. The buyer of
 * a reward is not named.
 */
export const myRows = ({ records }: MyStock, friend: string): StockRow[] =>
  records.map(({ kind, memberId, quantity, transactionHash, createdAt, reward }) => ({
    kind,
    at: createdAt,
    cells: [
      reward === null ? memberId : friend,
      quantity,
      transactionHash,
      formatDateTime(new Date(createdAt)),
      reward,
    ],
  }));
