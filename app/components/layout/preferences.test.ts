import { expect, test } from "vitest";
import { LANGUAGES } from "@locales/languages";
import { LANGUAGE_NAMES } from "./preferences";

test.each(LANGUAGES)("the choice of %s has the name that browsers give it", (language) => {
  const names = new Intl.DisplayNames([language], { type: "language" });
  expect(LANGUAGE_NAMES[language]).toBe(names.of(language));
});
