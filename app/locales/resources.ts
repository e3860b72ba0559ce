import { common } from "./en/common";
import { people } from "./en/people";
import { common as commonHi } from "./hi/common";
import { people as peopleHi } from "./hi/people";

/** Every word of the screens, by language and area. */
export const resources = {
  en: { common, people },
  hi: { common: commonHi, people: peopleHi },
};
