import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type DaysOfMoney, ListDays } from "@server/contracts/payments";
import { formatDay } from "@server/domain/dates/dates";
import { formatQuantity, formatRupees } from "@server/domain/money/format";
import { methodIn } from "@server/words/method-in.server";
import { translatorOf } from "@server/words/translators.server";
import { type Column, DataTable } from "~/components/data/data-table";
import { ExportLink } from "~/components/data/export-link";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { BackLink } from "~/components/layout/back-link";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { loadWords } from "~/lib/words";
import { askedDays } from "./asked-days";

export const handle = await loadWords("days");

const constraints = constraintsOf({ days: ListDays });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const found = await orRefuse(context, api.payments.days(askedDays(request)));
  const { t } = translatorOf(context.language);
  const days = found.days.map((one) => ({ ...one, method: methodIn(t, one.method) }));
  return { constraints, ...found, days };
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Day sums");

type Line = Omit<DaysOfMoney["days"][number], "day" | "method"> & { day: string; method: string };

/** What was received by day and method, and what became of every rupee of it (product.md §2). */
export default function DaySums() {
  const { from, to, days, total, unmatched } = useLoaderData<typeof loader>();
  const { t } = useTranslation("days");
  const lines: Line[] = days.map((one) => ({ ...one, day: formatDay(one.day) }));
  const sum: Line = { ...total, day: t("total"), method: t("allMethods") };
  const money = (
    label: string,
    of: "receivedPaise" | "allocatedPaise" | "refundedPaise" | "openPaise",
  ): Column<Line> => ({ label, isNumber: true, cell: (line) => formatRupees(line[of]) });
  const columns: Column<Line>[] = [
    { label: t("day"), isShort: true, cell: ({ day }) => day },
    { label: t("method"), cell: ({ method }) => method },
    { label: t("payments"), isNumber: true, cell: ({ count }) => formatQuantity(count) },
    money(t("received"), "receivedPaise"),
    money(t("allocated"), "allocatedPaise"),
    money(t("refunded"), "refundedPaise"),
    money(t("open"), "openPaise"),
  ];
  return (
    <div className="grid gap-5">
      <BackLink to={paths.admin.payments}>{t("back")}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("title")}</h1>
        <ExportLink to={paths.admin.exports.payments} />
      </div>
      <p className="max-w-3xl text-muted">{t("intro")}</p>
      <QueryForm contract="days" className="flex flex-wrap items-end gap-3">
        <Field name="from" type="date" label={t("from")} defaultValue={from} key={`from ${from}`} />
        <Field name="to" type="date" label={t("to")} defaultValue={to} key={`to ${to}`} />
        <button type="submit" className="button button-quiet">
          {t("show")}
        </button>
      </QueryForm>
      <DataTable
        title={t("title")}
        isTitleHidden
        columns={columns}
        rows={lines.length === 0 ? [] : [sum, ...lines]}
        keyOf={({ day, method }) => `${day} ${method}`}
        rowProps={(line) => (line === sum ? { className: "font-semibold" } : {})}
        empty={t("empty")}
      />
      {unmatched.length > 0 && (
        <DataTable
          title={t("unmatchedTitle")}
          columns={[
            { label: t("day"), isShort: true, cell: ({ day }) => formatDay(day) },
            { label: t("entries"), isNumber: true, cell: ({ count }) => formatQuantity(count) },
            { label: t("received"), isNumber: true, cell: ({ paise }) => formatRupees(paise) },
          ]}
          rows={unmatched}
          keyOf={({ day }) => day}
        />
      )}
    </div>
  );
}
