import type { AppLoadContext } from "@remix-run/node";
import { WebhookRef } from "@server/contracts/webhooks";
import { translatorOf } from "@server/words/translators.server";
import type { adminApi } from "~/lib/callers";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";

/** `notices-on`, `notices-renew` or `notices-off`, and the account: each has a form of its own. */
type NoticesIntent = `notices-${string}`;

export const isNoticesIntent = (intent: unknown): intent is NoticesIntent =>
  typeof intent === "string" && /^notices-(on|renew|off) /.test(intent);

/** Makes a secret for the notices of an account's payments, or forgets it. */
export async function changeNotices(
  context: AppLoadContext,
  form: FormData,
  api: Awaited<ReturnType<typeof adminApi>>,
  intent: NoticesIntent,
) {
  const { t } = translatorOf(context.language);
  if (intent.startsWith("notices-off ")) {
    return submit(context, form, {
      ...{ intent, schema: WebhookRef },
      call: (input) => api.webhooks.turnOff(input),
      done: () => redirectWithToast(paths.admin.settings, success(t("settings:notices.turnedOff"))),
    });
  }
  return submit(context, form, {
    ...{ intent, schema: WebhookRef },
    call: (input) =>
      intent.startsWith("notices-on ") ? api.webhooks.turnOn(input) : api.webhooks.renew(input),
    // Shown in this answer alone.
    done: (shownSecret) => ({ shownSecret }),
  });
}
