import type { LoaderFunctionArgs } from "@remix-run/node";
import { ListDays } from "@server/orders/contracts/payments";
import { methodIn, translatorOf } from "@server/platform/words/translators.server";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { orRefuse } from "~/lib/messages/refusals";
import { askedDays } from "./asked-days";

const constraints = constraintsOf({ days: ListDays });

/** Sums of payments by day. */
export async function loadDays({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const found = await orRefuse(context, api.payments.days(askedDays(request)));
  const { t } = translatorOf(context.caller.language);
  const days = found.days.map((one) => ({ ...one, method: methodIn(t, one.method) }));
  return { constraints, ...found, days };
}
