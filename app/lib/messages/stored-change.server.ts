import type { AppLoadContext } from "@remix-run/node";
import { paths } from "../paths";
import { withToast } from "./toasts.server";

/** To the page of what waits for a second admin, or another, with a message that the change is stored. */
export const toWaitingChanges = (context: AppLoadContext, to: string = paths.admin.changes) =>
  withToast(context, to, "changes:storedToast");
