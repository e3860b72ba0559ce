import type { Language } from "@db/vocabulary";
import type { CurrentPrice } from "@server/contracts/prices";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import { MAX_AMOUNT_PAISE } from "@server/domain/money/units";
import type { RefusalCode } from "@server/domain/refusals/codes";
import { translateRefusal } from "@server/words/refusals.server";

/** The quote's messages while the user types, translated on the server and sent with the page. */
export function quoteWords(language: Language, price: CurrentPrice) {
  const params = {
    limit: formatRupees(MAX_AMOUNT_PAISE),
    remaining: formatQuantity(price.remainingPrivateSupply),
  };
  const say = (code: RefusalCode) => translateRefusal(language, code, params);
  return {
    AMOUNT_INVALID: say("AMOUNT_INVALID"),
    AMOUNT_TOO_LARGE: say("AMOUNT_TOO_LARGE"),
    BELOW_ONE_TOKEN: say("BELOW_ONE_TOKEN"),
    SUPPLY_TOO_LOW: say("SUPPLY_TOO_LOW"),
    SUPPLY_GONE: say("SUPPLY_GONE"),
  };
}

export type QuoteWords = ReturnType<typeof quoteWords>;
