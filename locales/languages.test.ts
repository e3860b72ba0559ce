import { expect, test } from "vitest";
import { LANGUAGES, LANGUAGE_NAMES } from "./languages";

test.each(LANGUAGES)("%s has the name that browsers give it", (language) => {
  const names = new Intl.DisplayNames([language], { type: "language" });
  expect(LANGUAGE_NAMES[language]).toBe(names.of(language));
});
