import { expect, test } from "vitest";
import { CATALOGUES, LANGUAGES } from "./languages";

test.each(LANGUAGES)("%s has the name that browsers give it", (language) => {
  const names = new Intl.DisplayNames([language], { type: "language" });
  expect(CATALOGUES[language].name).toBe(names.of(language));
});
