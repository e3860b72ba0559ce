import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ReconcileDay, SignDay } from "@server/orders/contracts/payments";
import { adminApi } from "~/lib/callers";
import { submit } from "~/lib/forms/submit";
import { paths } from "~/lib/paths";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { daysBefore } from "@server/payments/rules/days";
import { orRefuse } from "~/lib/messages/refusals";
import { askedDays } from "./asked-days";

/** Sums of payments by day. */
export async function loadDays({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  return orRefuse(context, api.payments.days(askedDays(request)));
}

/** A day of the bank, yesterday unless the URL names one. */
export async function loadReconcile({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = ReconcileDay.safeParse({ day: new URL(request.url).searchParams.get("day") });
  const day = asked.success ? asked.data.day : daysBefore(dateInIndia(new Date()), 1);
  return orRefuse(context, api.payments.reconciliation({ day }));
}

export async function signDay({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context);
  return submit(context, form, {
    schema: SignDay,
    call: (input) => api.payments.signDay(input),
    done: {
      to: paths.admin.payments + new URL(request.url).search,
      toast: "days:reconcile.wasSigned",
    },
  });
}
