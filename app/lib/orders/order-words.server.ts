import { type Language, LANGUAGES } from "@db/vocabulary";
import type { OrderForPayment, OrderTimeline, OrderView } from "@server/orders/contracts/orders";
import { datesOf } from "~/lib/messages/dates.server";
import { formatPercent, formatPrice, formatRupees } from "@server/platform/rules/money/format";
import type { TimelineStep } from "@server/orders/rules/timeline";
import { defaultReasons } from "~/components/purchases/decide/reject-reasons.server";
import { translatorOf } from "@server/platform/words/translators.server";

/** An order's timeline in the reader's language: the browser needs none of its texts. */
export interface TimelineWords {
  title: string;
  steps: { text: string; when: string; state: TimelineStep["state"] }[];
}

/** The texts of a timeline, sent with the page's data. */
export function timelineWords(
  language: Language,
  timeline: OrderTimeline,
  /** When the next step is expected, if that is known. */
  expected?: string | false | null,
): TimelineWords {
  const t = translatorOf(language).getFixedT(null, "timeline");
  const { moment } = datesOf(language);
  const { method, waitsFor } = timeline;
  const { paise: receivedPaise = 0, totalPaise = 0 } = timeline.received ?? {};
  const sums = {
    received: formatRupees(receivedPaise),
    missing: formatRupees(totalPaise - receivedPaise),
  };
  const steps = timeline.steps.map(({ step, at, state }) => ({
    state,
    text: step === "SENT" && method === "MANUAL" ? t("manualSent") : t(`steps.${step}`, sums),
    when: at ? moment(at) : whenNot(state),
  }));
  function whenNot(state: TimelineStep["state"]): string {
    if (state === "NOW") return t(waitsFor === "MEMBER" ? "yours" : "now");
    return state === "NEXT" ? expected || t("next") : "";
  }
  return { title: t("title"), steps };
}

/** The reason of a rejection or reversal, in the reader's language where it is one of the usual. */
export function reasonWords(
  language: Language,
  { rejectionReason }: Pick<OrderView, "rejectionReason">,
): string | null {
  for (const written of LANGUAGES) {
    const at = defaultReasons(written).indexOf(rejectionReason ?? "");
    if (at >= 0) return defaultReasons(language)[at] ?? null;
  }
  return rejectionReason;
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
