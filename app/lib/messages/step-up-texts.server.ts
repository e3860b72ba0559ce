import type { AppLoadContext } from "@remix-run/node";
import { translatorOf } from "@server/platform/words/translators.server";
import type { StepUpTexts } from "./refusals";

/** The texts of the step-up screen: rare, so no page loads them ahead. */
export function stepUpTexts({ caller: { language } }: AppLoadContext): StepUpTexts {
  const { t } = translatorOf(language);
  const names = [
    "heading",
    "text",
    "textCode",
    "kept",
    "proof",
    "code",
    "submit",
    "pending",
    "cancel",
    "again",
    "proved",
    "provedText",
    "download",
    "textRecovery",
    "textPasskey",
    "textNone",
    "recoveryCode",
  ] as const;
  return Object.fromEntries(names.map((name) => [name, t(`step-up:${name}`)])) as StepUpTexts;
}
