import type { AppLoadContext } from "@remix-run/node";
import { SetSecondAdmin } from "@server/companies/contracts/changes";
import { UpdateSettings } from "@server/companies/contracts/company-settings";
import { PriceRef, SetPrice } from "@server/companies/contracts/prices";
import { adminApi } from "~/lib/callers";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";
import { translatorOf } from "@server/platform/words/translators.server";

/** Saves a form of the settings; each has an intent of its own. */
export async function changeSettings(request: Request, context: AppLoadContext) {
  const form = await request.formData();
  const api = await adminApi(context);
  const { t } = translatorOf(context.caller.language);
  const done = (key: string) =>
    redirectWithToast(paths.admin.settings, success(t(`settings:${key}`)));
  const intent = form.get("intent");
  if (intent === "set-price") {
    return submit(context, form, {
      schema: SetPrice,
      call: (input) => api.prices.set(input),
      done: () => done("price.set"),
    });
  }
  if (intent === "second-admin") {
    return submit(context, form, {
      schema: SetSecondAdmin,
      call: (input) => api.companies.setSecondAdmin(input),
      done: () => done("saved"),
    });
  }
  if (intent === "cancel-price") {
    return submit(context, form, {
      schema: PriceRef,
      call: (input) => api.prices.cancel(input),
      done: () => done("price.cancelled"),
    });
  }
  return submit(context, form, {
    schema: UpdateSettings,
    call: (input) => api.companies.updateSettings(input),
    done: () => done("saved"),
  });
}
