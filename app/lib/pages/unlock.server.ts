import type { AppLoadContext } from "@remix-run/node";
import { unlockSentence } from "@server/platform/words/unlock-sentence.server";

/** Tells when a company's tokens unlock; null without a plan of its own: all do at the launch. */
export const unlockText = ({ site, caller }: AppLoadContext): string | null =>
  site.kind === "company" && site.company.unlockPlans
    ? unlockSentence(caller.language, site.company.unlockPlans)
    : null;
