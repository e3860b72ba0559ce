import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Language } from "@locales/languages";
import { type DaysOfMoney, ReconcileDay, SignDay } from "@server/orders/contracts/payments";
import { scaleOf } from "~/components/charts/scale.server";
import { adminApi } from "~/lib/callers";
import { submit } from "~/lib/forms/submit";
import { paths } from "~/lib/paths";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { daysBefore, totalOf, USES } from "@server/payments/rules/days";
import { formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { orRefuse } from "~/lib/messages/refusals";
import { askedDays } from "./asked-days";

/** The money of each day, its total, and the chart of both. */
export async function loadDays({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { from, to, lines } = await orRefuse(context, api.payments.days(askedDays(request)));
  const { language } = context.caller;
  return {
    from,
    to,
    lines,
    sum: totalOf(lines),
    drawing: lines.length === 0 ? null : await drawDays({ from, to, lines }, language),
  };
}

async function drawDays(
  { from, to, lines }: Pick<DaysOfMoney, "from" | "to" | "lines">,
  language: Language,
) {
  const { drawStacks } = await import("~/components/charts/draw-stacks.server");
  const t = translatorOf(language).getFixedT(null, "days");
  const scale = scaleOf(language, "days");
  const days: string[] = [];
  for (let day = to; day >= from; day = daysBefore(day, 1)) days.unshift(day);
  return drawStacks(
    USES.map((use) => {
      const value = lines.reduce((sum, line) => sum + line[use], 0);
      return { label: t(`uses.${use}`), value, shown: formatRupees(value) };
    }),
    days.map((day) => {
      const line = lines.find((one) => one.day === day);
      const label = scale.day(day);
      return {
        label,
        values: USES.map((use) => line?.[use] ?? 0),
        titles: USES.map(
          (use) => `${label}, ${t(`uses.${use}`)}: ${formatRupees(line?.[use] ?? 0)}`,
        ),
      };
    }),
    scale.rupees,
  );
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
