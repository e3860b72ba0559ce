import type { Language } from "@db/vocabulary";
import type {
  OrderForPayment,
  OrderRecord,
  OrderTimeline,
  Receipt,
} from "@server/orders/contracts/orders";
import { usualTime } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { datesOf } from "~/lib/messages/dates.server";
import { tokensText } from "~/lib/orders/tokens-text";
import { quoteEndedWords, reasonWords, timelineWords } from "~/lib/orders/order-words.server";
import { ownOrderPath, paths, paymentPath } from "~/lib/paths";

/** An order in the reader's language: the browser needs none of its texts. */
export interface OrderPage {
  orderNumber: string;
  title: string;
  /** Tokens and total. */
  facts: string;
  status: OrderRecord["status"] | "ON_RECORD";
  /** The approval is a day old at most. */
  isCelebrated: boolean;
  head: string;
  /** They say what to do, what follows, and what it means for the money. */
  texts: string[];
  links: { label: string; to: string }[];
  /** There is nothing to do: the first link is no button either. */
  isQuiet: boolean;
  /** Who has paid for an order that is over: what becomes of the money, and where its number is sent. */
  paid: { label: string; text: string; send: string; to: string } | null;
  stepper: ReturnType<typeof timelineWords>;
  /** Mails to the company with the order's number filled in. */
  problems: { title: string; name: string; text: string; label: string; href: string }[];
  words: { steps: string; receipt: string; help: string; back: string; again: string };
}

type State =
  | "OPEN"
  | ("EXPIRED" | "EXPIRED_PRICE")
  | "CANCELLED"
  | "PENDING"
  | ("REST" | "REST_TOLD" | "REST_MISSING")
  | "ON_RECORD"
  | "APPROVED"
  | "REJECTED"
  | "REVERSED";

/** The state that decides what the page says first. */
function stateOf(
  { order, unallocated, presentTerms }: OrderForPayment,
  { steps }: OrderTimeline,
): State {
  const has = (step: string) => steps.some((one) => one.step === step);
  if (unallocated && has("ON_RECORD")) return "ON_RECORD";
  if (order.status === "EXPIRED" || (order.status === "OPEN" && has("ENDED"))) {
    return presentTerms ? "EXPIRED_PRICE" : "EXPIRED";
  }
  if (order.rest) return order.rest === "ASKED" ? "REST" : `REST_${order.rest}`;
  return order.status;
}

const CELEBRATED_MS = 24 * 60 * 60 * 1000;

export function orderPage(
  { language, symbol, unlock }: { language: Language; symbol: string; unlock: string | null },
  found: OrderForPayment,
  timeline: OrderTimeline,
  receipt: Receipt | null,
  now: Date,
): OrderPage {
  const { order, replacedBy, presentTerms, company } = found;
  const { orderNumber } = order;
  const words = translatorOf(language);
  const t = words.getFixedT(null, "own-order");
  const state = stateOf(found, timeline);
  const { received } = timeline;
  // An approval may be of a part only: the receipt has what was bought.
  const bought = receipt?.transaction ?? { ...order, totalQuantity: order.quantity };
  const allTokens = bought.totalQuantity + bought.bonusTokens;
  const totalPaise = receipt?.transaction.finalAmountPaise ?? order.totalPaise;
  const facts = {
    orderNumber,
    company: company.name,
    count: allTokens,
    quantity: formatQuantity(allTokens),
    tokens: tokensText(words.t, bought, symbol),
    symbol,
    total: formatRupees(totalPaise),
    time: datesOf(language).time(order.expiresAt),
    received: received ? formatRupees(received.paise) : "",
    missing: received ? formatRupees(received.totalPaise - received.paise) : "",
    told: order.toldPaise === null ? "" : formatRupees(order.toldPaise),
  };
  const payTo = paymentPath(orderNumber, rupeesText(order.amountPaise));
  /** The address of a mail to the company about the order. */
  const mailAbout = (name: "sum" | "twice" | "ask" | "back") => {
    const subject = `${orderNumber}: ${t(`problems.${name}.title`)}`;
    const body = t("problems.body", {
      ...facts,
      reference: order.referenceNumber ?? "",
      question: t(`problems.${name}.body`),
    });
    const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
    return `mailto:${encodeURIComponent(company.email).replace("%40", "@")}?${query}`;
  };
  const pay = { label: t("pay"), to: payTo };
  const paid = { label: t("paid"), to: `${payTo}&sent=1` };
  const payRest = { label: t("payRest", facts), to: payTo };
  const another = replacedBy
    ? {
        label: t("toOrder", { orderNumber: replacedBy.orderNumber }),
        to: ownOrderPath(replacedBy.orderNumber),
      }
    : { label: t("buy"), to: paths.user.buyToken };
  const links: Partial<Record<State, OrderPage["links"]>> = {
    OPEN: [pay],
    EXPIRED: [pay],
    EXPIRED_PRICE: presentTerms?.priceMicroRupees === null ? [] : [another],
    REST: [payRest],
    REST_TOLD: [{ label: t("correct"), to: `${payTo}&sent=1` }],
    REST_MISSING: [paid, payRest],
    CANCELLED: [another],
    APPROVED: [
      { label: t("tokens"), to: `${paths.user.dashboard}?stock=myStock` },
      { label: t("tell"), to: paths.user.referral },
    ],
    REJECTED: [
      { label: t("again"), to: payTo },
      { label: t("askBack"), to: mailAbout("back") },
    ],
  };
  const usual =
    found.usualSeconds === null
      ? null
      : t("usual", { time: usualTime(language, found.usualSeconds) });
  const isWaiting = state === "PENDING" || state === "REST_TOLD";
  const isExpired = state === "EXPIRED" || state === "EXPIRED_PRICE";
  const stepper = timelineWords(language, timeline, isWaiting && usual);
  // An order at a price that has ended asks for no next step.
  if (state === "EXPIRED_PRICE") {
    stepper.steps = stepper.steps.filter((one) => one.state === "DONE" || one.state === "STOPPED");
  }
  const decidedAt = receipt?.transaction.decidedAt;
  const isRefused =
    order.status === "REJECTED" || order.status === "REVERSED" || order.rest === "MISSING";
  const texts = [
    isRefused &&
      order.rejectionReason &&
      t("reason", { ...facts, reason: reasonWords(language, order) }),
    isRefused && order.refundNote,
    isExpired && presentTerms && quoteEndedWords(language, order, presentTerms),
    state === "ON_RECORD" && isRefused
      ? t("states.ON_RECORD.refused")
      : t(`states.${state}.text`, facts),
    order.rest === null && facts.told && t("toldOther", facts),
    order.rest !== null && facts.told && facts.told !== facts.missing && t("toldRest", facts),
    isWaiting && usual,
    order.isHoldReleased && words.t("timeline:settledReleased"),
    ["OPEN", "PENDING", "APPROVED"].includes(order.status) && unlock,
  ];
  const problem = (name: "sum" | "twice" | "ask") => ({
    name,
    title: t(`problems.${name}.title`),
    text: t(`problems.${name}.text`, facts),
    label: t("problems.write"),
    href: mailAbout(name),
  });
  return {
    orderNumber,
    title: t("title", facts),
    // The tokens of an approval are its head.
    facts: t(state === "APPROVED" && bought.bonusTokens === 0 ? "paidFacts" : "facts", facts),
    status: state === "ON_RECORD" ? state : isExpired ? "EXPIRED" : order.status,
    isCelebrated:
      state === "APPROVED" &&
      Boolean(decidedAt) &&
      now.getTime() - new Date(decidedAt ?? 0).getTime() < CELEBRATED_MS,
    head: t(`states.${state}.head`, facts),
    texts: texts.filter((text) => typeof text === "string" && text !== "") as string[],
    links: links[state] ?? [],
    isQuiet: state === "REST_TOLD",
    paid:
      isExpired || state === "CANCELLED"
        ? { ...paid, text: t("paidText", facts), send: t("send") }
        : null,
    stepper,
    problems: [problem("sum"), problem("twice"), problem("ask")],
    words: {
      steps: t("steps"),
      // An order has a receipt once its money is approved.
      receipt: t(decidedAt && order.status !== "REJECTED" ? "receipt" : "ordered"),
      help: t("help"),
      back: t("back"),
      again: t("refresh"),
    },
  };
}
