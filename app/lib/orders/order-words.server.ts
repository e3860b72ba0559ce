import type { Language } from "@db/vocabulary";
import type { OrderForPayment, OrderTimeline, OrderView } from "@server/orders/contracts/orders";
import { formatDateTime, usualTime } from "@server/platform/rules/dates/dates";
import { formatPercent, formatPrice, formatRupees } from "@server/platform/rules/money/format";
import type { TimelineStep } from "@server/orders/rules/timeline";
import { translatorOf } from "@server/platform/words/translators.server";

/** An order's timeline in the reader's language: the browser needs none of its texts. */
export interface TimelineWords {
  title: string;
  steps: { text: string; when: string; state: TimelineStep["state"] }[];
  /** Whose turn it is, and how long that usually takes. */
  waits: string | null;
}

/** The texts of a timeline, sent with the page's data. */
export function timelineWords(language: Language, timeline: OrderTimeline): TimelineWords {
  const t = translatorOf(language).getFixedT(null, "timeline");
  const { company, method, usualSeconds, waitsFor } = timeline;
  const { paise: receivedPaise = 0, totalPaise = 0 } = timeline.received ?? {};
  const sums = {
    received: formatRupees(receivedPaise),
    missing: formatRupees(totalPaise - receivedPaise),
  };
  const steps = timeline.steps.map(({ step, at, state }) => ({
    state,
    text: step === "SENT" && method === "MANUAL" ? t("manualSent") : t(`steps.${step}`, sums),
    when: at ? formatDateTime(new Date(at)) : whenNot(state),
  }));
  function whenNot(state: TimelineStep["state"]): string {
    if (state === "NOW") return t(waitsFor === "MEMBER" ? "yours" : "now");
    return state === "NEXT" ? t("next") : "";
  }
  const usual =
    usualSeconds === null ? [] : [t("usual", { time: usualTime(language, usualSeconds) })];
  const waits = timeline.waitsFor && [t(`waits.${turnOf(timeline)}`, { company }), ...usual];
  return { title: t("title"), steps, waits: waits && waits.join(" ") };
}

function turnOf({
  waitsFor,
  steps,
}: OrderTimeline): "MEMBER" | "COMPANY" | "again" | "ended" | "rest" {
  if (waitsFor === "COMPANY") return "COMPANY";
  if (steps.some(({ step }) => step === "REST")) return "rest";
  if (steps.some(({ step }) => step === "REJECTED")) return "again";
  return steps.some(({ step }) => step === "ENDED") ? "ended" : "MEMBER";
}

/** The question before an order is cancelled. */
export function cancellingWords(language: Language, orderNumber: string) {
  const t = translatorOf(language).getFixedT(null, "timeline", "cancelling");
  return {
    title: t("title", { orderNumber }),
    text: t("text"),
    confirm: t("confirm"),
    keep: t("keep"),
  };
}

/** Why the order's price is no longer guaranteed, with both prices. */
export function quoteEndedWords(
  language: Language,
  order: OrderView,
  { priceMicroRupees, feeBps }: NonNullable<OrderForPayment["presentTerms"]>,
): string {
  const t = translatorOf(language).getFixedT(null, "timeline");
  if (priceMicroRupees === null) return t("quoteEndedClosed");
  if (priceMicroRupees === order.priceMicroRupees) {
    return t("quoteEndedFee", {
      present: formatPercent(feeBps),
      quoted: formatPercent(order.feeBps),
    });
  }
  return t("quoteEnded", {
    present: formatPrice(priceMicroRupees),
    quoted: formatPrice(order.priceMicroRupees),
  });
}
