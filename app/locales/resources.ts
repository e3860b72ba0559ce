import { buy } from "./en/buy";
import { common } from "./en/common";
import { people } from "./en/people";
import { buy as buyHi } from "./hi/buy";
import { common as commonHi } from "./hi/common";
import { people as peopleHi } from "./hi/people";

/** Every word of the screens, by language and area. */
export const resources = {
  en: { buy, common, people },
  hi: { buy: buyHi, common: commonHi, people: peopleHi },
};
