import { expect, test } from "vitest";
import { LANGUAGES } from "@locales/languages";
import { translatorOf } from "@server/platform/words/translators.server";
import { valueInWords } from "./value-words";

test.each(LANGUAGES)(
  "changed fields have the activity's names or the profile's in %s",
  (language) => {
    const t = translatorOf(language).getFixedT(language);
    const names = valueInWords(t, "names", ["walletAddress", "currentPassword", "unknown"]);
    expect(names).toBe(
      [t("activity:fields.walletAddress"), t("profile:currentPassword"), "unknown"].join(", "),
    );
    expect(names).not.toMatch(/fields\.|currentPassword/);
  },
);

test("the number of a decision on an order is told in words", () => {
  expect(valueInWords(translatorOf("en").t, "word", 1)).toBe("no. 1 on this order");
});
