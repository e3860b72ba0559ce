import type { Language } from "@db/vocabulary";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { MAX_AMOUNT_PAISE } from "@server/platform/rules/money/units";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { translateRefusal } from "@server/platform/words/refusals.server";

/** The quote's messages while the user types, translated on the server and sent with the page. */
export function quoteWords(language: Language, terms: BuyingTerms) {
  const params = {
    limit: formatRupees(MAX_AMOUNT_PAISE),
    remaining: formatQuantity(terms.remainingPrivateSupply),
  };
  const say = (code: RefusalCode, more = {}) =>
    translateRefusal(language, code, { ...params, ...more });
  const { limit } = terms.room;
  const capped = { limit: formatQuantity(limit?.tokens ?? 0) };
  return {
    AMOUNT_INVALID: say("AMOUNT_INVALID"),
    AMOUNT_TOO_LARGE: say("AMOUNT_TOO_LARGE"),
    BELOW_ONE_TOKEN: say("BELOW_ONE_TOKEN"),
    SUPPLY_TOO_LOW: say("SUPPLY_TOO_LOW"),
    SUPPLY_GONE: say("SUPPLY_GONE"),
    TOKEN_CAP_REACHED: say("TOKEN_CAP_REACHED", capped),
    UNVERIFIED_CAP_REACHED: say("UNVERIFIED_CAP_REACHED", capped),
    UNVERIFIED_MAY_NOT_BUY: say("UNVERIFIED_MAY_NOT_BUY"),
    TOO_MANY_PENDING_ORDERS: say("TOO_MANY_PENDING_ORDERS", { limit: terms.maxPendingOrders }),
  };
}

export type QuoteWords = ReturnType<typeof quoteWords>;
