import type { AppLoadContext } from "@remix-run/node";
import { translatorOf } from "@server/platform/words/translators.server";
import { paths } from "../paths";
import { redirectWithToast, success } from "./toasts.server";

/** To the page of what waits for a second admin, or another, with a message that the change is stored. */
export const toWaitingChanges = (
  { caller: { language } }: AppLoadContext,
  to: string = paths.admin.changes,
) => redirectWithToast(to, success(translatorOf(language).t("changes:storedToast")));
