import type { AppLoadContext } from "@remix-run/node";
import { translatorOf } from "@server/words/translators.server";
import { paths } from "./paths";
import { redirectWithToast, success } from "./toasts.server";

/** To the page of what waits for a second admin, with a message that the change is stored there. */
export const toWaitingChanges = ({ language }: AppLoadContext) =>
  redirectWithToast(paths.admin.changes, success(translatorOf(language).t("changes:storedToast")));
