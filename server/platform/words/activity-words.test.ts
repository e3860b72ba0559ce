import { expect, test } from "vitest";
import { ACTIONS } from "@server/platform/rules/activity/actions";
import { SHOWN_FIELDS } from "@server/platform/rules/activity/changes";
import { translatorOf } from "./translators.server";
import { LANGUAGES } from "@locales/languages";

test.each(LANGUAGES)("all actions and fields of the activity have texts in %s", (language) => {
  const t = translatorOf(language).getFixedT(language, "activity");
  for (const [noun, actions] of Object.entries(ACTIONS)) {
    expect(t(`nouns.${noun}`)).not.toContain(".");
    for (const action of actions) expect(t(`actions.${action}`), action).not.toContain("actions.");
  }
  for (const field of Object.keys(SHOWN_FIELDS)) {
    expect(t(`fields.${field}`), field).not.toContain("fields.");
  }
});
