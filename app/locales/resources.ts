import { buy } from "./en/buy";
import { common } from "./en/common";
import { payment } from "./en/payment";
import { people } from "./en/people";
import { buy as buyHi } from "./hi/buy";
import { common as commonHi } from "./hi/common";
import { payment as paymentHi } from "./hi/payment";
import { people as peopleHi } from "./hi/people";

/** Every word of the screens, by language and area. */
export const resources = {
  en: { buy, common, payment, people },
  hi: { buy: buyHi, common: commonHi, payment: paymentHi, people: peopleHi },
};
