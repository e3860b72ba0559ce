import { buy } from "./en/buy";
import { common } from "./en/common";
import { payment } from "./en/payment";
import { people } from "./en/people";
import { purchases } from "./en/purchases";
import { buy as buyHi } from "./hi/buy";
import { common as commonHi } from "./hi/common";
import { payment as paymentHi } from "./hi/payment";
import { people as peopleHi } from "./hi/people";
import { purchases as purchasesHi } from "./hi/purchases";

/** Every word of the screens, by language and area. */
export const resources = {
  en: { buy, common, payment, people, purchases },
  hi: {
    buy: buyHi,
    common: commonHi,
    payment: paymentHi,
    people: peopleHi,
    purchases: purchasesHi,
  },
};
